//===- MemoryAnnotation.h - Memory model relaxation annotations -----------===//
// LLVM's !mmra metadata is a set of "prefix:suffix" tags. Two prefixes mean
// something here: amdgpu-synchronize-as limits a fence to the tagged address
// spaces (spec/002, "Memory Model": an untagged fence orders all of them), and
// amdgcn-av:none keeps a synchronizing operation from making other accesses
// available or visible (spec/001, "MakeAvailable and MakeVisible"). Tags with
// other prefixes belong to others and are not kept. Tested by
// unittests/Sync/MemoryAnnotationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_MEMORYANNOTATION_H
#define FENCEPOST_SYNC_MEMORYANNOTATION_H

#include "fencepost/Sync/AddressSpaceSet.h"
#include <optional>

namespace fencepost {

/// One tag, "prefix:suffix".
class MemoryAnnotation {
public:
  /// \p Space must be one that tags can name: global or local.
  static MemoryAnnotation synchronize(AddressSpace Space);
  static MemoryAnnotation noAv() { return MemoryAnnotation(std::nullopt); }

  bool isNoAv() const { return !Space; }
  /// The space of an amdgpu-synchronize-as tag, none for amdgcn-av:none.
  std::optional<AddressSpace> space() const { return Space; }

  /// None if the pair means nothing to AMDGPU.
  static std::optional<MemoryAnnotation> parse(llvm::StringRef Prefix,
                                               llvm::StringRef Suffix);

  bool operator==(const MemoryAnnotation &) const = default;

private:
  explicit MemoryAnnotation(std::optional<AddressSpace> Space) : Space(Space) {}

  std::optional<AddressSpace> Space;
};

/// All tags of one operation.
struct MemoryAnnotations {
  AddressSpaceSet Synchronize; ///< Empty: untagged.
  bool NoAv = false;

  void insert(MemoryAnnotation Tag);
  /// What a fence with these tags orders, given what it orders untagged.
  AddressSpaceSet covered(AddressSpaceSet Untagged) const {
    return Synchronize.empty() ? Untagged : Synchronize;
  }

  bool operator==(const MemoryAnnotations &) const = default;
};

} // namespace fencepost

#endif
