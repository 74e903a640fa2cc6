//===- ValueTranslation.h - Arithmetic, vectors and structures ------------===//
// Integers of one bit are 0 or 1. An operation whose result LLVM calls poison
// gives undef where that is easy to say (a shift by too much) and wraps where
// it is not (nsw, nuw). A vector or structure is a list of integers, one
// expression each, however deep it is nested: taking one out makes a register,
// everything else only moves expressions.
// Tested by unittests/LitmusIR/ValuesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_VALUETRANSLATION_H
#define FENCEPOST_LITMUSIR_VALUETRANSLATION_H

#include "FunctionValues.h"

namespace fencepost {

class ValueTranslation {
public:
  ValueTranslation(ThreadContext &Context, FunctionValues &Values)
      : Context(Context), Build(Context.Build), Values(Values) {}

  llvm::Error translate(llvm::Instruction &I);
  llvm::Error translateMinMax(llvm::CallInst &I);
  /// \p I is derived from one other address.
  llvm::Error translateAddress(llvm::Instruction &I);

private:
  llvm::Error define(llvm::Instruction &I, llvm::Expected<unsigned> Value);
  llvm::Expected<unsigned> arithmetic(llvm::BinaryOperator &I);
  llvm::Expected<unsigned> comparison(llvm::ICmpInst &I);
  llvm::Error translateIntegerCast(llvm::CastInst &I);
  llvm::Error translateSelect(llvm::SelectInst &I);
  llvm::Error translateVector(llvm::Instruction &I);
  llvm::Error translateExtract(llvm::Instruction &I, unsigned First);
  llvm::Error translateInsert(llvm::Instruction &I, unsigned First);
  llvm::Error translateShuffle(llvm::ShuffleVectorInst &I);

  ThreadContext &Context;
  ThreadBuilder &Build;
  FunctionValues &Values;
};

} // namespace fencepost

#endif
