//===- AddressSpace.h - The address spaces of AMDGPU ----------------------===//
// The table of spec/002, "Address Spaces": LLVM's numbers, the names, and what
// the hardware calls each. Tested by unittests/Sync/AddressSpaceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_ADDRESSSPACE_H
#define FENCEPOST_SYNC_ADDRESSSPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

/// The values are the numbers LLVM IR uses in addrspace(N).
enum class AddressSpace : uint8_t {
  Generic = 0,
  Global = 1,
  Region = 2, ///< GDS.
  Local = 3,  ///< LDS.
  Constant = 4,
  Private = 5, ///< Scratch.
  Constant32Bit = 6,
  BufferFatPointer = 7,
  BufferResource = 8,
  BufferStridedPointer = 9,
  StreamoutRegisters = 128, ///< Internal to the compiler.
};

struct AddressSpaceFacts {
  AddressSpace Id;
  llvm::StringLiteral Name;            ///< "local"
  llvm::StringLiteral HsaSegment = ""; ///< "group"; "" if it has none.
  llvm::StringLiteral Hardware = "";   ///< "LDS"; "" if the table gives none.
  unsigned PointerBits = 0;            ///< 0 for registers.
};

/// All rows, by number.
llvm::ArrayRef<AddressSpaceFacts> addressSpaces();
const AddressSpaceFacts &factsOf(AddressSpace Space);

llvm::StringRef addressSpaceName(AddressSpace Space);
std::optional<AddressSpace> parseAddressSpace(llvm::StringRef Name);
/// The space with LLVM's number \p Number.
std::optional<AddressSpace> addressSpaceFromNumber(unsigned Number);

} // namespace fencepost

#endif
