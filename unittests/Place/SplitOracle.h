//===- SplitOracle.h - Signals and waits, by trying all -------------------===//
// The naive meaning of split barriers, for small kernels in which every event
// is an access of LDS. Every slot gets one of seven things: nothing, a signal,
// a wait, or some of them in turn. Those that alternate on all paths, that come
// between all accesses that running shows to conflict (PlaceOracle.h), and that
// wait in no run more often than the placement does, are compared by the
// accesses in flight. Shares nothing with SplitState.h and SplitBarriers.h.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_SPLITORACLE_H
#define FENCEPOST_UNITTESTS_PLACE_SPLITORACLE_H

#include "PlaceOracle.h"

namespace fencepost::place {

/// Accesses in flight, by frequency, at most; nothing if there are too many
/// ways to try. \p Around: one barrier more in each run is allowed, and only
/// accesses in loops are counted.
std::optional<double> mostInFlight(const SlottedView &Slotted,
                                   const Placement &Placement, bool Around);

/// Whether running \p View, in which nothing is to be placed any more, shows
/// two accesses without a barrier between them; what it says then.
std::string unorderedIn(const view::SyncView &View);

} // namespace fencepost::place

#endif
