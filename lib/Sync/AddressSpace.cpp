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
    {AddressSpace::Generic, "generic", "flat", "flat", 64},
    {AddressSpace::Global, "global", "global", "global", 64},
    {AddressSpace::Region, "region", "", "GDS", 32},
    {AddressSpace::Local, "local", "group", "LDS", 32},
    {AddressSpace::Constant, "constant", "constant", "global", 64},
    {AddressSpace::Private, "private", "private", "scratch", 32},
    {AddressSpace::Constant32Bit, "constant-32bit", "", "", 32},
    {AddressSpace::BufferFatPointer, "buffer-fat-pointer", "", "", 160},
    {AddressSpace::BufferResource, "buffer-resource", "", "V#", 128},
    {AddressSpace::BufferStridedPointer, "buffer-strided-pointer", "", "", 192},
    {AddressSpace::StreamoutRegisters, "streamout-registers", "", "GS_REGS", 0},
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

std::string AddressSpaceSet::str() const {
  std::string Text;
  for (const AddressSpaceFacts &Row : Spaces)
    if (has(Row.Id))
      Text += (Text.empty() ? "" : "|") + Row.Name.str();
  return Text.empty() ? "none" : Text;
}

std::optional<AddressSpaceSet> AddressSpaceSet::parse(llvm::StringRef Text) {
  AddressSpaceSet Set;
  if (Text == "none")
    return Set;
  llvm::SmallVector<llvm::StringRef> Names;
  Text.split(Names, '|');
  for (llvm::StringRef Name : Names) {
    std::optional<AddressSpace> Space = parseAddressSpace(Name);
    if (!Space)
      return std::nullopt;
    Set.insert(*Space);
  }
  return Set;
}

} // namespace fencepost
