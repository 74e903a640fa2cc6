//===- CheckControlFlow.h - How control may flow in a thread --------------===//
#ifndef FENCEPOST_LIB_MODEL_CHECKCONTROLFLOW_H
#define FENCEPOST_LIB_MODEL_CHECKCONTROLFLOW_H

#include "fencepost/Model/Program.h"

namespace fencepost::model {

/// What is wrong with the jumps, loops and calls of \p T, as a sentence; empty
/// if nothing is.
std::string checkControlFlow(const Thread &T);

} // namespace fencepost::model

#endif
