//===- InitialState.h - What each register holds when a kernel starts -----===//
// spec/002, "Initial Kernel Execution State" and "Preloaded Kernel Arguments":
// CP, ADC and SPI fill SGPRs and VGPRs densely in a fixed order, each only if
// the descriptor asks for it. Registers that are not listed hold nothing
// defined. Tested by unittests/Object/InitialStateTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_INITIALSTATE_H
#define FENCEPOST_OBJECT_INITIALSTATE_H

#include "fencepost/Object/KernelDescriptor.h"

namespace fencepost {

struct InitialRegister {
  std::string Register; ///< "s[0:1]", "v0", "v0[19:10]", "ttmp9".
  std::string Holds;    ///< "kernarg segment pointer", "work-item id y".
  std::string SetBy;    ///< The descriptor field that asks for it, or "always".
  /// Of preloaded kernel arguments: their bytes in the kernarg segment.
  unsigned KernargOffset = 0, KernargBytes = 0;
};

/// In the order s0 upward, then special registers, then v0 upward.
std::vector<InitialRegister> initialRegisters(const KernelDescriptor &D,
                                              const Processor &P);

} // namespace fencepost

#endif
