//===- Atomics.cpp - LLVM's words for atomics as those of Sync ------------===//
//===----------------------------------------------------------------------===//
#include "fencepost/IR/Atomics.h"

namespace fencepost::ir {

Ordering orderingOf(llvm::AtomicOrdering Order) {
  if (Order == llvm::AtomicOrdering::NotAtomic)
    return Ordering::NotAtomic;
  return *parseOrdering(llvm::toIRString(Order));
}

ModifyOp modifyOpOf(const llvm::AtomicRMWInst &I) {
  llvm::StringRef Name = I.getOperationName(I.getOperation());
  return parseModifyOp(Name).value_or(ModifyOp::Other);
}

} // namespace fencepost::ir
