//===- ViewUniformity.h - Values that are uniform in a wave or group ------===//
// LLVM's uniformity analysis with our facts about single instructions. In a
// work-group, values that distinguish waves are divergent, readfirstlane is as
// uniform as its operand, and plain loads are as uniform as their address,
// which holds in a kernel without races. In a wave, values that are computed
// for the wave as a whole are uniform. The facts are our own, and not those of
// LLVM's AMDGPU target, so that nothing of the target has to be loaded.
// Tested by unittests/IR/ViewUniformityTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWUNIFORMITY_H
#define FENCEPOST_LIB_IR_VIEWUNIFORMITY_H

#include "ViewIds.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

namespace fencepost::ir {

enum class Among : uint8_t { Wave, WorkGroup };

class Uniformity {
public:
  Uniformity(llvm::Function &Kernel, const KernelShape &Shape, Among Threads);

  llvm::UniformityInfo &info() { return *Info; }

private:
  llvm::FunctionAnalysisManager Analyses;
  llvm::UniformityInfo *Info;
};

} // namespace fencepost::ir

#endif
