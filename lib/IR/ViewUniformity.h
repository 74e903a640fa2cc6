//===- ViewUniformity.h - What all threads of a work-group agree on -------===//
// LLVM's uniformity is that of a wave. The same analysis, with other facts
// about single instructions, gives that of a work-group: what tells waves apart
// is divergent here, readfirstlane is as uniform as its operand, and plain
// loads are as uniform as their address, which holds in a kernel without races.
// Tested by unittests/IR/ViewUniformityTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWUNIFORMITY_H
#define FENCEPOST_LIB_IR_VIEWUNIFORMITY_H

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

namespace fencepost::ir {

class WorkGroupUniformity {
public:
  /// \p UnitDimensions: bit N is set if work-groups are one work-item wide
  /// along dimension N.
  WorkGroupUniformity(llvm::Function &Kernel, unsigned UnitDimensions);

  llvm::UniformityInfo &info() { return *Info; }

private:
  llvm::FunctionAnalysisManager Analyses;
  llvm::UniformityInfo *Info;
};

} // namespace fencepost::ir

#endif
