//===- Optimize.h - The cheapest placement of barriers --------------------===//
// Paths that a placement must meet are not listed beforehand: there are too
// many, and which of them exist depends on the barriers that are there. So a
// cheapest set of slots for the paths that are known is chosen, the hazards
// that it leaves are found, and their paths are added, until none is left. The
// set is then enough, and none that is cheaper is, because every placement must
// meet the known paths.
// Tested against trying all placements by unittests/Place/PlaceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_OPTIMIZE_H
#define FENCEPOST_PLACE_OPTIMIZE_H

#include "fencepost/Place/Hazards.h"

namespace fencepost::place {

struct PlaceLimits {
  uint64_t Nodes = 1000000; ///< Of each search for a cheapest set.
  unsigned Rounds = 1000;   ///< How often hazards are looked for.
};

struct Placement {
  std::vector<SlotId> Slots;
  Price Total, LowerBound;
  std::vector<Hazard> Hazards; ///< That it orders; their paths are the proof.
  bool IsEnough = false;       ///< Not if a limit was hit.
  std::set<std::string> Problems;
  unsigned Rounds = 0;
};

Placement cheapestPlacement(const SlottedView &In, PlaceLimits Limits = {});

} // namespace fencepost::place

#endif
