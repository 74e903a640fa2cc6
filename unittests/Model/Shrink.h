//===- Shrink.h - Make a failing program smaller --------------------------===//
// Takes away threads, statements and attributes one at a time while the failure
// stays. Tested by RandomProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_SHRINK_H
#define FENCEPOST_UNITTESTS_MODEL_SHRINK_H

#include "SmallProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost::model {

/// A program for which \p Fails still holds, and holds for none of the programs
/// that are one step simpler.
SmallProgram shrink(SmallProgram S,
                    llvm::function_ref<bool(const SmallProgram &)> Fails);

} // namespace fencepost::model

#endif
