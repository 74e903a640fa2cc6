//===- PlacedProblems.h - Verification of the written kernel --------------===//
// A placement is checked in the view it was made for (Place/PlacementCheck.h).
// Whether the module says the same is a second question, asked of a view of the
// written kernel: spec/004's verification of signals and waits
// (Place/PhaseFault.h), and whether transfers are complete where they are used
// (Check's async analysis), each by the waits of its own kind.
// Tested by unittests/PlaceIR/PlacedProblemsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_PLACEDPROBLEMS_H
#define FENCEPOST_LIB_PLACEIR_PLACEDPROBLEMS_H

#include "fencepost/PlaceIR/Refusal.h"

namespace fencepost::placeir {

struct PlacedProblem {
  view::SourceLocation Where; ///< If that is known.
  RefusalReason Why;
};

/// What is certainly wrong with a kernel in which barriers were placed.
std::vector<PlacedProblem> findPlacedProblems(const view::SyncView &View);

} // namespace fencepost::placeir

#endif
