//===- SinkLoads.h - Loads sunk back to where their values are needed -----===//
// LLVM hoists loads above branches if memory can be read there, and selects the
// loaded value or another one afterwards. A load whose value is not used does
// not race (LLVM Language Reference, "Memory Model for Concurrent Operations":
// such a load only returns undef). So a plain load of a variable in LDS or
// global memory is put under a branch again if all values computed from it are
// used under one condition, by selects or in blocks: at the load, if the
// condition is available there, or else before its select, if nothing between
// the two accesses memory or synchronizes.
//
// Tested by unittests/IR/SinkLoadsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_SINKLOADS_H
#define FENCEPOST_LIB_IR_SINKLOADS_H

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace fencepost::ir {

/// Whether anything was changed. A new branch takes over the metadata of kind
/// \p PlaceKind from the load that it replaces.
bool sinkLoads(llvm::Function &Kernel, const llvm::DominatorTree &Dominators,
               unsigned PlaceKind);

} // namespace fencepost::ir

#endif
