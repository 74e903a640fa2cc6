//===- BarrierTable.h - The barrier intrinsics by name --------------------===//
// One row an intrinsic. The null barrier, the trap barriers and the named ones
// are told apart by the operand, a number or the address of a global of type
// target("amdgcn.named.barrier", N).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_BARRIERTABLE_H
#define FENCEPOST_LITMUSIR_BARRIERTABLE_H

#include "fencepost/Sync/BarrierOp.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

struct BarrierRow {
  llvm::StringLiteral Name; ///< Behind "llvm.amdgcn.s.".
  BarrierOp Op;
  bool HasObject; ///< The first operand says which; otherwise the work-group's.
  bool HasCount;  ///< The second operand is a count.
};

/// The row of the intrinsic \p Name ("llvm.amdgcn.s.barrier.wait"), or null.
/// llvm.amdgcn.s.cluster.barrier is not a row: it is several operations.
const BarrierRow *findBarrierRow(llvm::StringRef Name);

} // namespace fencepost

#endif
