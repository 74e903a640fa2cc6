//===- HittingSet.h - The cheapest candidates on every path --------------===//
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
#ifndef FENCEPOST_PLACE_HITTINGSET_H
#define FENCEPOST_PLACE_HITTINGSET_H

#include "fencepost/Place/SlottedView.h"

namespace fencepost::place {

/// What barriers cost: how many there are by loop depth, the deepest first, and
/// how many transfers have just been started before them, which would have to
/// be waited for; then how often they are executed, then how often those are
/// that are there already and get fences, both in units of 1/4096 of an
/// execution of the kernel.
class PlacementCost {
public:
  PlacementCost() = default;
  explicit PlacementCost(unsigned MaxDepth) : Parts(MaxDepth + 1 + NumOthers) {}
  static PlacementCost of(const Slot &S, unsigned MaxDepth);
  /// Of a barrier that stays, or of fences for it.
  static PlacementCost of(const ExistingBarrier &B, unsigned MaxDepth,
                          bool OnlyFences);

  PlacementCost &operator+=(const PlacementCost &Other);
  PlacementCost &
  operator-=(const PlacementCost &Other); ///< Parts may become negative.
  std::strong_ordering operator<=>(const PlacementCost &Other) const;
  bool operator==(const PlacementCost &Other) const {
    return Parts == Other.Parts;
  }
  llvm::ArrayRef<int64_t> parts() const { return Parts; }
  /// Barriers by loop depth, the deepest first; none of a cost of nothing.
  llvm::ArrayRef<int64_t> byDepth() const {
    return llvm::ArrayRef(Parts).drop_back(std::min(Parts.size(), NumOthers));
  }

private:
  /// Parts behind the depths: transfers, executions, fences.
  static constexpr size_t NumOthers = 3;
  llvm::SmallVector<int64_t, 4> Parts;
};

using CandidateSet =
    std::vector<SlotId>; ///< Sorted, each slot once, not empty.

struct HittingSet {
  std::vector<SlotId> Slots; ///< Sorted.
  PlacementCost Total, LowerBound;
  bool isExact() const { return Total == LowerBound; }
};

/// \p MaxNodes bounds the search. Deterministic: of sets with equal costs, the
/// one with the later slots.
HittingSet cheapestHittingSet(llvm::ArrayRef<CandidateSet> Paths,
                              llvm::ArrayRef<PlacementCost> Costs,
                              unsigned MaxDepth, uint64_t MaxNodes = 1000000);

} // namespace fencepost::place

#endif
