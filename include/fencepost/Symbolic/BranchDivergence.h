//===- BranchDivergence.h - May threads diverge at a branch? --------------===//
// Builds the solver's question: two threads of a work-group in the same
// iteration of the loops around the branch, one of which takes an edge that the
// other does not. Tested by unittests/Check/DivergenceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_BRANCHDIVERGENCE_H
#define FENCEPOST_SYMBOLIC_BRANCHDIVERGENCE_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::sym {

/// Which two threads of a work-group a question is about.
enum class ThreadPair : uint8_t { SameWave, DifferentWaves };

/// The question whether two threads in the same iteration of the loops around
/// \p Branch, take different edges; lanes of one wave or different waves.
PairQuestion mayDiverge(Analysis &Context, view::BlockId Branch,
                        ThreadPair Threads);

} // namespace fencepost::sym

#endif
