//===- FunctionMode.h - The target mode of a function ---------------------===//
#ifndef FENCEPOST_IR_FUNCTIONMODE_H
#define FENCEPOST_IR_FUNCTIONMODE_H

namespace llvm {
class Function;
} // namespace llvm

namespace fencepost::ir {

/// Whether OpenCL's !reqd_work_group_size leaves work-groups of one wave.
bool isOneWaveByMetadata(const llvm::Function &F, unsigned WaveSize);

} // namespace fencepost::ir

#endif
