//===- Witness.h - An execution of the search as a value to show ----------===//
#ifndef FENCEPOST_LIB_MODEL_WITNESS_H
#define FENCEPOST_LIB_MODEL_WITNESS_H

#include "ExecutionCompletion.h"

namespace fencepost::model {

Execution showExecution(const Leaf &Leaf);

} // namespace fencepost::model

#endif
