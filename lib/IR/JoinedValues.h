//===- JoinedValues.h - Values that are the same on all ways to a join ----===//
// LLVM computes a value on each side of a branch, or masks on one side bits
// that nobody looks at, and takes one or the other by a phi. Where lanes part
// at the branch, the phi looks as if it differed between them, and with it the
// loops that it counts. So a phi is replaced
//  - by one computation before the branch, if all sides compute the same of
//    values that are known there;
//  - by one value, if all sides have it but for bits that are not used.
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
