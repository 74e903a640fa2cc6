//===- JoinedValues.h - Values that are the same on all paths to a join ---===//
// LLVM computes a value on each side of a branch, or masks unused bits on one
// side, and selects one by a phi. If lanes diverge at the branch, the phi looks
// divergent, and so do the loops that it counts. So a phi is replaced
//  - by one computation before the branch, if all sides compute the same from
//    values available there;
//  - by one value, if all sides have it except for bits that are not demanded.
// Loads are never moved. Tested by unittests/IR/JoinedValuesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_JOINEDVALUES_H
#define FENCEPOST_LIB_IR_JOINEDVALUES_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace fencepost::ir {

/// Whether anything was changed.
bool joinValues(llvm::Function &Kernel, llvm::DominatorTree &Dominators,
                llvm::AssumptionCache &Assumptions);

} // namespace fencepost::ir

#endif
