//===- MemoryAnnotation.cpp - Memory model relaxation annotations ---------===//
// spec/002 lists the suffixes of amdgpu-synchronize-as; spec/001 defines
// amdgcn-av:none.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/MemoryAnnotation.h"
#include <cassert>

namespace fencepost {

static constexpr llvm::StringLiteral SynchronizePrefix =
    "amdgpu-synchronize-as";
static constexpr llvm::StringLiteral AvPrefix = "amdgcn-av";
static constexpr AddressSpaceSet Taggable = {AddressSpace::Global,
                                             AddressSpace::Local};

MemoryAnnotation MemoryAnnotation::synchronize(AddressSpace Space) {
  assert(Taggable.has(Space) && "no tag names this address space");
  return MemoryAnnotation(Space);
}

std::optional<MemoryAnnotation>
MemoryAnnotation::parse(llvm::StringRef Prefix, llvm::StringRef Suffix) {
  if (Prefix == AvPrefix)
    return Suffix == "none" ? std::optional(noAv()) : std::nullopt;
  std::optional<AddressSpace> Space = parseAddressSpace(Suffix);
  if (Prefix != SynchronizePrefix || !Space || !Taggable.has(*Space))
    return std::nullopt;
  return synchronize(*Space);
}

void MemoryAnnotations::insert(MemoryAnnotation Tag) {
  if (Tag.isNoAv())
    NoAv = true;
  else
    Synchronize.insert(*Tag.space());
}

} // namespace fencepost
