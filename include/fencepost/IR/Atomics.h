//===- Atomics.h - LLVM's words for atomics as those of Sync --------------===//
// Both spell orderings and operations alike, so each is found by its spelling.
// Tested by unittests/IR/RecognizeTest.cpp and
// unittests/LitmusIR/MemoryTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_ATOMICS_H
#define FENCEPOST_IR_ATOMICS_H

#include "fencepost/Sync/ModifyOp.h"
#include "fencepost/Sync/Ordering.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::ir {

Ordering orderingOf(llvm::AtomicOrdering Order);

/// Other for an operation that becomes a loop around a compare-and-swap.
ModifyOp modifyOpOf(const llvm::AtomicRMWInst &I);

} // namespace fencepost::ir

#endif
