//===- TargetID.h - Processor plus feature settings -----------------------===//
// A target ID such as gfx90a:sramecc+:xnack- names the processor and, for the
// two features that change what code may run where, whether they are on, off or
// either. spec/002, "Target ID" and "ELF Code Object". Tested by
// unittests/Target/TargetIDTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TARGET_TARGETID_H
#define FENCEPOST_TARGET_TARGETID_H

#include "fencepost/Target/Processor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fencepost {

enum class FeatureSetting : uint8_t {
  Unsupported, ///< The processor does not have the feature.
  Any,         ///< Not specified: runs with either setting (V4 and later).
  Off,
  On,
};

/// Code object versions whose rules differ.
enum class CodeObjectVersion : uint8_t { V2 = 2, V3, V4, V5, V6 };

struct TargetID {
  const Processor *Proc = nullptr;
  FeatureSetting SramEcc = FeatureSetting::Unsupported;
  FeatureSetting Xnack = FeatureSetting::Unsupported;

  /// Parses "gfx90a", "gfx90a:xnack+", an alias, features in any order; with
  /// \p Version V2 or V3 also the "gfx90a+xnack" form of those versions. The
  /// error names the offending part and suggests the nearest name.
  static llvm::Expected<TargetID> parse(llvm::StringRef Text,
                                        CodeObjectVersion Version);

  /// What \p Flags (e_flags) of an AMDHSA code object say. For V2 the processor
  /// is not in the flags and must be given. Null processor if the machine
  /// number is unknown.
  static TargetID fromElfFlags(uint32_t Flags, CodeObjectVersion Version,
                               const Processor *V2Processor = nullptr);

  /// Canonical form: primary name, features in alphabetical order. V2 and V3
  /// use the "+feature" form, in which Any counts as On.
  std::string str(CodeObjectVersion Version = CodeObjectVersion::V5) const;

  bool operator==(const TargetID &) const = default;
};

/// A device as the loader sees it: every feature it has is on or off.
struct Device {
  const Processor *Proc = nullptr;
  bool SramEcc = false;
  bool Xnack = false;
};

/// Why a code object cannot run somewhere; empty when it can.
struct Compatibility {
  bool CanRun;
  std::string Reason; ///< One sentence; says why not, or "" if it can.
};

/// Decides by the rules of spec/002 whether a code object of version
/// \p Version for \p Code runs on \p On. \p GenericVersion is the version
/// in the top byte of e_flags, 0 for non-generic code objects.
Compatibility canRun(const TargetID &Code, CodeObjectVersion Version,
                     unsigned GenericVersion, const Device &On);

} // namespace fencepost

#endif
