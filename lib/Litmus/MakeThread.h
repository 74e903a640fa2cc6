//===- MakeThread.h - The statements of a thread as instructions ----------===//
#ifndef FENCEPOST_LIB_LITMUS_MAKETHREAD_H
#define FENCEPOST_LIB_LITMUS_MAKETHREAD_H

#include "Faults.h"
#include "fencepost/Litmus/Ast.h"

namespace fencepost::litmus {

/// Fills in registers and code of \p Result. \p P has its declarations already.
void makeThread(const Thread &T, const model::Program &P, model::Thread &Result,
                Faults &Bad);

} // namespace fencepost::litmus

#endif
