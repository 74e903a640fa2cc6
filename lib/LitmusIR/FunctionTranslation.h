//===- FunctionTranslation.h - From LLVM IR to the instructions of a thread===//
// Walks the blocks of a function in the order of IRLayout and writes what they
// do into a ThreadBuilder: edges, calls and intrinsics here, values, memory and
// barriers by the translations of those. A call of a function that is defined
// in the module is translated in place, by another FunctionTranslation.
//
// A block is written where IRLayout puts it. What happens on an edge (the phis
// of its target take their values, a loop begins, an iteration begins) is
// written at the end of its source. All paths around a loop lead through a jump
// after its last block: that is where a branch joins whose sides both go
// around.
//
// LLVM's parser takes every function called llvm.*, whether or not this version
// of LLVM knows it, so spec/001's llvm.amdgcn.av.* and spec/003's marks can be
// written today. What has no meaning for the model and does no harm is passed
// over; everything else is an error.
//
// Not handled, and reported as such: integers other than i1 and i32 (an i64 may
// only extend an index), floating point, memory of the thread's own (alloca),
// pointers that do not belong to one known global, exceptions, indirect calls.
// nsw, nuw, exact and inbounds are not looked at: arithmetic wraps. Tested by
// unittests/LitmusIR.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_FUNCTIONTRANSLATION_H
#define FENCEPOST_LITMUSIR_FUNCTIONTRANSLATION_H

#include "BarrierTranslation.h"
#include "FunctionValues.h"
#include "IRLayout.h"
#include "MemoryTranslation.h"
#include "ValueTranslation.h"

namespace fencepost {

class FunctionTranslation {
public:
  /// \p Prefix is put before the names of registers. \p Caller is null for the
  /// thread itself.
  FunctionTranslation(ThreadContext &Context, llvm::Function &F,
                      std::string Prefix, const FunctionTranslation *Caller);

  /// What an argument of a called function is.
  void bind(const llvm::Argument &Parameter, IRValue Value);
  /// What the function returns goes to these registers.
  void returnTo(llvm::ArrayRef<unsigned> Registers);

  llvm::Error run();
  /// The pointer that the function returned.
  const IRValue &returnedPointer() const { return ReturnedPointer; }

private:
  llvm::Error translate(llvm::BasicBlock &B);
  llvm::Error translate(llvm::Instruction &I);

  llvm::Error translateTerminator(llvm::Instruction &I);
  llvm::Error translateBranch(llvm::BranchInst &I);
  llvm::Error translateSwitch(llvm::SwitchInst &I);
  llvm::Error translateReturn(llvm::ReturnInst &I);
  llvm::Error translateEdge(llvm::Instruction &From, llvm::BasicBlock &To);
  llvm::Error copyPhis(llvm::Instruction &From, llvm::BasicBlock &To);
  unsigned labelOf(const llvm::BasicBlock *B);
  unsigned joinLabel(const llvm::BasicBlock *B);
  ThreadBuilder::BranchKind branchKind(const llvm::BasicBlock *B) const;
  unsigned latchLabel(const llvm::Loop *L);
  void beginIteration(const llvm::Loop *L, model::SourcePoint Where);

  llvm::Error translateCall(llvm::CallInst &I);
  llvm::Error translateInPlace(llvm::CallInst &I, llvm::Function &Callee);
  bool isRunning(const llvm::Function &Callee) const;
  llvm::Error translateIntrinsic(llvm::CallInst &I, llvm::StringRef Name);

  ThreadContext &Context;
  ThreadBuilder &Build;
  llvm::Function &F;
  const FunctionTranslation *Caller;
  IRLayout Layout;
  FunctionValues Values;
  ValueTranslation Computed{Context, Values};
  MemoryTranslation Memory{Context, Values};
  BarrierTranslation Barriers{Context, Values};
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Labels;
  llvm::DenseMap<const llvm::Loop *, unsigned> Latches, LoopNumbers;
  llvm::DenseMap<unsigned, unsigned> Temporaries; ///< Of phi registers.
  unsigned End; ///< The label after the last instruction.
  llvm::SmallVector<unsigned> ReturnRegisters;
  IRValue ReturnedPointer;
};

} // namespace fencepost

#endif
