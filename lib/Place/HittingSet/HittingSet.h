//===- HittingSet.h - The cheapest candidates on every path ---------------===//
// Given paths, each a set of candidates, and the cost of every candidate, finds
// a cheapest set of candidates that has one on every path, and proves it: the
// lower bound is exact unless the limit on the search was hit. Costs are
// compared deepest loops first.
//
// Reductions first: forced candidates are taken, and paths that contain others
// and dominated candidates are dropped, until nothing changes. Independent
// parts of the rest are solved one by one by branch and bound.
// Tested against trying all sets by unittests/Place/HittingSetTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HITTINGSET_HITTINGSET_H
#define FENCEPOST_LIB_PLACE_HITTINGSET_HITTINGSET_H

#include "fencepost/Place/Hazard.h"
#include "fencepost/Place/PlacementCost.h"

namespace fencepost::place {

struct HittingSet {
  std::vector<CandidateId> Candidates; ///< Sorted.
  PlacementCost Total, LowerBound;
};

/// \p MaxNodes bounds the search. Deterministic: of sets with equal costs, the
/// one with the later candidates.
HittingSet cheapestHittingSet(llvm::ArrayRef<CandidateSet> Paths,
                              llvm::ArrayRef<PlacementCost> Costs,
                              unsigned MaxDepth, uint64_t MaxNodes = 1000000);

} // namespace fencepost::place

#endif
