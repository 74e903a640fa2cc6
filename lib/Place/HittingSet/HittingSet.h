//===- HittingSet.h - The cheapest candidates on every path ---------------===//
// Given paths, each a set of slots, and the cost of every slot, finds a set of
// slots with one on every path, of least cost, and proves it: the lower bound
// is exact unless the limit on the search was hit. Costs are compared deepest
// loops first.
//
// Forced slots are taken, and paths that contain others and dominated slots
// dropped, until nothing changes. Parts of the rest that have no slot in common
// are searched one by one, cut off by the cost of paths that have none either.
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
  bool isExact() const { return Total == LowerBound; }
};

/// \p MaxNodes bounds the search. Deterministic: of sets with equal costs, the
/// one with the later candidates.
HittingSet cheapestHittingSet(llvm::ArrayRef<CandidateSet> Paths,
                              llvm::ArrayRef<PlacementCost> Costs,
                              unsigned MaxDepth, uint64_t MaxNodes = 1000000);

} // namespace fencepost::place

#endif
