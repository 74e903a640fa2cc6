//===- BarrierTranslation.h - The barrier intrinsics ----------------------===//
// spec/000, "s_barrier": signal is arrive, leave is drop. The work-group
// barrier of GFX6 to GFX11 is an arrive and a wait.
// Tested by unittests/LitmusIR/IntrinsicsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_BARRIERTRANSLATION_H
#define FENCEPOST_LITMUSIR_BARRIERTRANSLATION_H

#include "FunctionValues.h"
#include "fencepost/IR/Intrinsics.h"

namespace fencepost {

class BarrierTranslation {
public:
  BarrierTranslation(ThreadContext &Context, FunctionValues &Values)
      : Context(Context), Build(Context.Build), Values(Values) {}

  llvm::Error translateBarrier(llvm::CallInst &I, const ir::BarrierRow &Row);
  llvm::Error translateClusterBarrier(llvm::CallInst &I);

private:
  llvm::Error emitBarrier(const llvm::CallInst &I, BarrierOp Op,
                          BarrierId Object, unsigned Result, unsigned Count);
  llvm::Expected<BarrierId> barrierOperand(const llvm::CallInst &I);
  llvm::Expected<unsigned> countOperand(const llvm::CallInst &I,
                                        const ir::BarrierRow &Row);

  ThreadContext &Context;
  ThreadBuilder &Build;
  FunctionValues &Values;
};

} // namespace fencepost

#endif
