//===- Placement.h - The cheapest placement of barriers -------------------===//
// The needs of a placement are not listed beforehand: there are too many, and
// which of them exist depends on the barriers. So a cheapest set of candidates
// for the known needs is chosen, the hazards that it leaves are found, and
// their paths are added as needs, until no hazard is left (implicit hitting
// set). The set is then sufficient, and nothing cheaper is, because every
// placement must meet the known needs.
//
// Existing barriers are kept and cost nothing; one that lacks fences for LDS
// costs less than a new one, and is listed in Repairs. Or all of them are
// replaced, or as many as possible are removed.
//
// Only barriers of the work-group count. Named and cluster barriers order what
// they order, but are not relied on; cluster barriers may exist if all waves
// wait.
// Tested against trying all placements by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PLACEMENT_H
#define FENCEPOST_PLACE_PLACEMENT_H

#include "fencepost/Place/Hazard.h"
#include "fencepost/Place/PlacementCost.h"

namespace fencepost::place {

/// What becomes of the barriers that the kernel has.
enum class PlaceMode : uint8_t {
  Keep,           ///< All stay; new ones are added.
  Replace,        ///< None stays; new ones are added.
  RemoveNeedless, ///< As few stay as are sufficient; none is added.
};

struct PlaceLimits {
  uint64_t Nodes = 1000000; ///< Of each search for a cheapest set.
  unsigned Rounds = 1000;   ///< How often hazards are looked for.
};

struct PlaceOptions {
  PlaceMode Mode = PlaceMode::Keep;
  PlaceLimits Limits;
  /// Where barriers may go, order global memory on all paths, not only where
  /// the kernel does.
  bool AllGlobal = false;
};

/// A barrier that the kernel has, and that is relied on, lacks these.
struct MissingFences {
  unsigned Barrier = 0; ///< Of SlottedView::Existing.
  bool Release = false; ///< A fence before the signal, for LDS and work-group.
  bool Acquire = false; ///< The same after the wait.
};

struct TransferCompletion {
  view::Site Transfer; ///< In the view with slots.
  CandidateId Barrier;
  /// Those issued that many iterations of their loop ago, or more: 0 to 2.
  unsigned Iterations = 0;
  bool operator==(const TransferCompletion &) const = default;
};

/// A transfer and an access of the same wave that needs it to be complete, and
/// that no barrier at which it is comes before.
struct TransferUse {
  view::Site Transfer;
  view::AccessSite Use;
  bool operator==(const TransferUse &) const = default;
};

struct TransferWaits {
  std::vector<TransferCompletion> AtBarriers; ///< By transfer, then barrier.
  std::vector<TransferUse> InWave;            ///< By transfer, then use.
};

/// A fence of wavefront scope is needed before Before.
struct WaveFence {
  view::AccessSite After, Before; ///< Two accesses that need it.
  /// It stands at the end of this block; None: right before the access.
  view::BlockId AtEndOf = view::None;
  bool operator==(const WaveFence &) const = default;
};

struct Placement {
  std::vector<SlotId> Slots; ///< New barriers.
  /// Of SlottedView::Existing: those that stay, and those that go.
  std::vector<unsigned> Kept, Removed;
  std::vector<MissingFences> Repairs; ///< Of some that stay.
  /// Transfers that must be complete at barriers, new ones and those that stay
  /// (numbers are after those of slots), and before uses in their own wave.
  TransferWaits Transfers;
  /// What is left to order within waves, by fences alone.
  std::vector<WaveFence> WaveFences;
  PlacementCost Total, LowerBound;
  /// The lower bound follows from hazards that are certain.
  bool BoundIsCertain = true;
  std::vector<Hazard> Hazards; ///< That it orders; their paths are the proof.
  /// That no barrier can order, or no existing one if none may be added.
  std::vector<Hazard> Unplaceable;
  bool IsSufficient = false; ///< For all other hazards; not if a limit was hit.
  std::set<PlacementProblem> Problems;
  unsigned Rounds = 0;
};

Placement cheapestPlacement(const SlottedView &Slotted,
                            PlaceOptions Options = {});

} // namespace fencepost::place

#endif
