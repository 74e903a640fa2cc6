//===- ThreadCode.h - The threads of a litmus test as lowering sees them --===//
// One FunctionCode a thread: its instructions that do something to memory, in
// blocks. `barrier` is one operation again, so that it can be lowered where
// arrive and wait cannot be told apart. Accesses have 32 bits. Tested by
// unittests/Litmus/ThreadCodeTest.cpp and test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_THREADCODE_H
#define FENCEPOST_LITMUS_THREADCODE_H

#include "fencepost/Lower/Code.h"
#include "fencepost/Model/Program.h"

namespace fencepost::litmus {

/// \p File is what places name.
std::vector<lower::FunctionCode>
threadCode(const model::Program &P, const lower::Mode &M, llvm::StringRef File);

} // namespace fencepost::litmus

#endif
