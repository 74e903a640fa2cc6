//===- PlacementCost.h - What barriers cost -------------------------------===//
// Placements are compared by their cost: by the number of barriers by loop
// depth, the deepest first, then by what delays transfers, then by expected
// executions. Tested by unittests/Place/HittingSetTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PLACEMENTCOST_H
#define FENCEPOST_PLACE_PLACEMENTCOST_H

#include "fencepost/Place/SlottedView.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>

namespace fencepost::place {

/// What barriers cost: how many there are by loop depth, the deepest first, and
/// how many transfers have just been started before them, which would have to
/// be waited for; then how often they are executed, then how often existing
/// ones that get fences are, both in units of 1/4096 of an execution of the
/// kernel.
class PlacementCost {
public:
  PlacementCost() = default;
  explicit PlacementCost(unsigned MaxDepth) : Parts(MaxDepth + 1 + NumOthers) {}
  static PlacementCost of(const Slot &S, unsigned MaxDepth);
  /// Of a barrier that stays.
  static PlacementCost of(const ExistingBarrier &B, unsigned MaxDepth);
  /// Of fences for it.
  static PlacementCost ofFences(const ExistingBarrier &B, unsigned MaxDepth);

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
  /// Parts after the depths: transfers, executions, fences.
  static constexpr size_t NumOthers = 3;
  llvm::SmallVector<int64_t, 4> Parts;
};

} // namespace fencepost::place

#endif
