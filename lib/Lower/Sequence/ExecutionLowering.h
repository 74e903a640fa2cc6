//===- ExecutionLowering.h - Barriers and asynchronous operations ---------===//
// spec/000, "s_barrier GFX6-11", "s_barrier GFX12" and the ids; spec/003.
// Tested by unittests/Lower and, against llc, by test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_EXECUTIONLOWERING_H
#define FENCEPOST_LIB_LOWER_EXECUTIONLOWERING_H

#include "SequenceBuilder.h"

namespace fencepost::lower {

class ExecutionLowering : SequenceBuilder {
public:
  using SequenceBuilder::SequenceBuilder;
  Sequence lower();

private:
  void lowerBarrier();
  void lowerJointBarrier();
  void lowerClusterBarrier();
  void barrierStep(llvm::StringRef Mnemonic, llvm::StringRef Operand,
                   StepWhen When = StepWhen::Always);
  void lowerLdsDma();
  void lowerAsyncWait();
};

} // namespace fencepost::lower

#endif
