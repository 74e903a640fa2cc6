//===- AllowedChanges.h - What a placement may choose ---------------------===//
// Which slots and which existing barriers are candidates, by the mode of the
// placement, and what each candidate costs.
// Tested by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_ALLOWEDCHANGES_H
#define FENCEPOST_LIB_PLACE_ALLOWEDCHANGES_H

#include "fencepost/Place/Placement.h"

namespace fencepost::place {

/// What an existing barrier counts for.
enum class BarrierRole : uint8_t {
  Orders,    ///< It stays, and is sufficient.
  Candidate, ///< It can be chosen.
  Ignored,
};

/// What may be chosen.
struct AllowedChanges {
  bool AddSlots = true;              ///< Slots.
  bool AddInSplit = false;           ///< Slots between a signal and its wait.
  std::vector<BarrierRole> Existing; ///< By existing barrier.
};

/// What may be chosen with \p Mode.
AllowedChanges allowedChanges(const SlottedView &Slotted, PlaceMode Mode);
/// What each candidate costs.
std::vector<PlacementCost> candidateCosts(const SlottedView &Slotted,
                                          PlaceMode Mode);
/// Loops around the deepest candidate.
unsigned maxLoopDepth(const SlottedView &Slotted);

/// The barriers that \p Placement keeps; nothing can be chosen.
AllowedChanges fixedBarriers(const SlottedView &Slotted,
                             const Placement &Placement);

} // namespace fencepost::place

#endif
