//===- SinkLoads.h - Loads back where their values are needed -------------===//
// LLVM moves loads above branches if memory can be read there, and takes what
// was loaded or something else with a select. A race with a load whose value is
// not taken is none (LLVM Language Reference, "Memory Model for Concurrent
// Operations": such a load is undef, and that is all). So a plain load of a
// variable in LDS or global memory is put under a branch again if all that is
// computed from it is used behind one condition, by selects or in blocks: where
// the load is, if the condition is known there, or else before its select, if
// nothing between the two has to do with memory.
//
// Tested by unittests/IR/SinkLoadsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_SINKLOADS_H
#define FENCEPOST_LIB_IR_SINKLOADS_H

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace fencepost::ir {

/// Whether anything was changed. Where a branch comes, a load stood: it takes
/// over the metadata of kind \p PlaceKind that says which.
bool sinkLoads(llvm::Function &Kernel, const llvm::DominatorTree &Dominators,
               unsigned PlaceKind);

} // namespace fencepost::ir

#endif
