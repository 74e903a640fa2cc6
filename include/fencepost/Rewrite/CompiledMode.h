//===- CompiledMode.h - How LLVM will compile a function ------------------===//
// llc takes the processor and the features of a function from its attributes,
// and from -mcpu and -mattr what the attributes leave open; so does this.
// Tested by unittests/Rewrite/CompiledModeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REWRITE_COMPILEDMODE_H
#define FENCEPOST_REWRITE_COMPILEDMODE_H

#include "fencepost/Lower/Mode.h"

namespace llvm {
class Function;
} // namespace llvm

namespace fencepost::rewrite {

/// \p Cpu holds where "target-cpu" of \p F says nothing, and must not
/// contradict it (llc would follow the attribute); \p Features (LLVM's -mattr
/// form) come after those of "target-features", of which the ones that change
/// no sequence are passed over. Both may be empty. A work-group that
/// "amdgpu-flat-work-group-size" limits to one wave is one.
llvm::Expected<lower::Mode> compiledMode(const llvm::Function &F,
                                         llvm::StringRef Cpu,
                                         llvm::StringRef Features);

} // namespace fencepost::rewrite

#endif
