//===- AddressSpace.cpp - The address spaces of AMDGPU --------------------===//
// The table of spec/002, "Address Spaces", by number, and look-ups in it.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/AddressSpace.h"
#include "fencepost/Sync/AddressSpaceSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace fencepost {

static constexpr AddressSpaceFacts Spaces[] = {
    {.Id = AddressSpace::Generic,
     .Name = "generic",
     .HsaSegment = "flat",
     .Hardware = "flat",
     .PointerBits = 64},
    {.Id = AddressSpace::Global,
     .Name = "global",
     .HsaSegment = "global",
     .Hardware = "global",
     .PointerBits = 64},
    {.Id = AddressSpace::Region,
     .Name = "region",
     .Hardware = "GDS",
     .PointerBits = 32},
    {.Id = AddressSpace::Local,
     .Name = "local",
     .HsaSegment = "group",
     .Hardware = "LDS",
     .PointerBits = 32},
    {.Id = AddressSpace::Constant,
     .Name = "constant",
     .HsaSegment = "constant",
     .Hardware = "global",
     .PointerBits = 64},
    {.Id = AddressSpace::Private,
     .Name = "private",
     .HsaSegment = "private",
     .Hardware = "scratch",
     .PointerBits = 32},
    {.Id = AddressSpace::Constant32Bit,
     .Name = "constant-32bit",
     .PointerBits = 32},
    {.Id = AddressSpace::BufferFatPointer,
     .Name = "buffer-fat-pointer",
     .PointerBits = 160},
    {.Id = AddressSpace::BufferResource,
     .Name = "buffer-resource",
     .Hardware = "V#",
     .PointerBits = 128},
    {.Id = AddressSpace::BufferStridedPointer,
     .Name = "buffer-strided-pointer",
     .PointerBits = 192},
    {.Id = AddressSpace::StreamoutRegisters,
     .Name = "streamout-registers",
     .Hardware = "GS_REGS"},
};
static_assert(std::ranges::is_sorted(Spaces, std::ranges::less_equal(),
                                     &AddressSpaceFacts::Id),
              "rows are by number");

llvm::ArrayRef<AddressSpaceFacts> addressSpaces() { return Spaces; }

const AddressSpaceFacts &factsOf(AddressSpace Space) {
  return *std::ranges::lower_bound(Spaces, Space, {}, &AddressSpaceFacts::Id);
}

llvm::StringRef addressSpaceName(AddressSpace Space) {
  return factsOf(Space).Name;
}

std::optional<AddressSpace> parseAddressSpace(llvm::StringRef Name) {
  const auto *It = std::ranges::find(Spaces, Name, &AddressSpaceFacts::Name);
  return It == std::end(Spaces) ? std::nullopt : std::optional(It->Id);
}

std::optional<AddressSpace> addressSpaceFromNumber(unsigned Number) {
  const auto *It = std::ranges::find_if(Spaces, [=](const auto &Row) {
    return static_cast<unsigned>(Row.Id) == Number;
  });
  return It == std::end(Spaces) ? std::nullopt : std::optional(It->Id);
}

} // namespace fencepost
