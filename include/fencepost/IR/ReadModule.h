//===- ReadModule.h - The functions of a module, for lowering -------------===//
// Each function that has a body, with the processor it is compiled for: the
// requested one, or else the one that its attributes name. Tested by
// unittests/IR/ReadModuleTest.cpp and test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_READMODULE_H
#define FENCEPOST_IR_READMODULE_H

#include "fencepost/Lower/Code.h"

namespace fencepost {
class IRSource;
} // namespace fencepost

namespace llvm {
class Function;
} // namespace llvm

namespace fencepost::ir {

struct ReadOptions {
  std::string Cpu;      ///< -mcpu; "" if it is not given.
  std::string Features; ///< -mattr.
  bool Plain = false;   ///< Plain accesses too.
};

/// The processor and features for \p F. Features of its attributes count unless
/// another processor is requested; requested features come last.
llvm::Expected<lower::Mode> modeOf(const IRSource &Source,
                                   const llvm::Function &F,
                                   const ReadOptions &Options);

/// In the order of the module. Errors name the function they concern.
llvm::Expected<std::vector<lower::FunctionCode>>
readModule(const IRSource &Source, const ReadOptions &Options);

} // namespace fencepost::ir

#endif
