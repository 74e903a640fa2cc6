//===- WaitBuilder.h - Waits and compiler fences as IR --------------------===//
// A wait for counters is the intrinsic that LLVM has for it: s_waitcnt with its
// fields packed as the family packs them, or one intrinsic a counter from GFX12
// on. LLVM 22 has none for vscnt, which is written as inline assembly: it has
// no registers, so nothing about it can go wrong.
//
// A wait that is in IR is kept by LLVM as it is; it may be merged with
// other waits, which makes it wait for more (SIInsertWaitcnts removes or
// weakens only what it calls soft waits, those that the memory legalizer made).
// But LLVM's passes take some of these intrinsics for something that accesses
// no memory of the program. So a wait is between two fences of wavefront scope:
// no instruction becomes of them on any target (spec/002, "Memory Model Code
// Sequences", the wavefront rows), and no access moves across a fence in any
// pass of IR, in the selection DAG or among machine instructions. Tested by
// unittests/Rewrite/WaitBuilderTest.cpp and on assembly by test/rewrite.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REWRITE_WAITBUILDER_H
#define FENCEPOST_LIB_REWRITE_WAITBUILDER_H

#include "fencepost/Lower/Sequence.h"
#include "llvm/IR/IRBuilder.h"

namespace fencepost::rewrite {

/// Whether buildWait() can express a wait for \p Id on \p F.
bool canWait(Family F, Counter Id);

/// Keeps the compiler from moving accesses; no instruction. None is added
/// where there is one already.
void buildCompilerFence(llvm::IRBuilderBase &B);
bool isCompilerFence(const llvm::Instruction &I);

/// A compiler fence, the waits, a compiler fence; one fence if there is nothing
/// to wait for.
void buildWait(llvm::IRBuilderBase &B, Family F,
               llvm::ArrayRef<CounterWait> Waits);

} // namespace fencepost::rewrite

#endif
