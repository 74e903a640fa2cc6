//===- ViewUniformity.h - What threads of a wave or work-group agree on ---===//
// LLVM's uniformity analysis with our facts about single instructions. Among
// the threads of a work-group, what tells waves apart is divergent,
// readfirstlane is as uniform as its operand, and plain loads are as uniform as
// their address, which holds in a kernel without races. Among those of a wave,
// what is computed for the wave as a whole is uniform. The facts are our own,
// and not those of LLVM's AMDGPU target, so that nothing of the target has to
// be loaded.
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
