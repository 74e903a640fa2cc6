//===- ModifyOp.h - What a read-modify-write does -------------------------===//
// The operations of LLVM's atomicrmw that one machine instruction performs on
// some processor. Tested by unittests/Sync/ModifyOpTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_MODIFYOP_H
#define FENCEPOST_SYNC_MODIFYOP_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

enum class ModifyOp : uint8_t {
  Xchg,
  Add,
  Sub,
  And,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin,
  IncWrap,
  DecWrap,
  Other, ///< Done by a loop around a compare-and-swap.
};
inline constexpr unsigned NumModifyOps = numEnumerators<ModifyOp>();

llvm::StringRef modifyOpName(ModifyOp Op); ///< "add"; "other"
std::optional<ModifyOp> parseModifyOp(llvm::StringRef Name);

} // namespace fencepost

#endif
