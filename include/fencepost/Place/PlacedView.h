//===- PlacedView.h - A view with its placement ---------------------------===//
// The view gets the barriers, fences and waits of a placement and loses the
// barriers that go. Tested by unittests/Place/PlacementCheckTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PLACEDVIEW_H
#define FENCEPOST_PLACE_PLACEDVIEW_H

#include "fencepost/Place/SplitBarriers.h"

namespace fencepost::place {

/// What a placement needs beside its barriers, in the original view.
struct PlacementExtras {
  std::set<InsertionPoint> WaveFences; ///< Before these events.
  std::set<InsertionPoint>
      Completions; ///< All transfers are complete before these.
  std::set<CandidateId> CompleteAt; ///< The same before these barriers signal.
};

/// Those that \p Placement asks for. Transfers that are not asynchronous ask
/// for nothing.
PlacementExtras findExtras(const view::SyncView &Original,
                           const SlottedView &Slotted,
                           const Placement &Placement);

/// The end of the block of \p Point, in the original view.
InsertionPoint endOfBlock(const view::SyncView &Original, InsertionPoint Point);

struct PlacedView {
  view::SyncView View;
  /// Where its events were in the original view; of new ones, where they are
  /// put.
  std::map<view::Site, InsertionPoint> Origin;
};

/// With signals and waits where \p Split says, if it is there.
PlacedView placedView(const view::SyncView &Original,
                      const SlottedView &Slotted, const Placement &Placement,
                      const PlacementExtras &Extras,
                      const SplitPlacement *Split = nullptr);

} // namespace fencepost::place

#endif
