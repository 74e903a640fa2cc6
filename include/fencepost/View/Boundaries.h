//===- Boundaries.h - Which events order threads of a work-group ---------===//
// What an event is to the order of a work-group: an operation on its barrier, a
// fence that covers memory, something that orders the lanes of one wave, or
// something that may order and is not followed. Boundaries says which of the
// barriers count for one question: findings about a barrier are found by
// looking through it.
// Tested by unittests/Symbolic/RegionsTest.cpp and BarrierFencesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_BOUNDARIES_H
#define FENCEPOST_VIEW_BOUNDARIES_H

#include "fencepost/View/Site.h"
#include <optional>
#include <set>

namespace fencepost::view {

/// An operation on the barrier of the work-group: signal, wait or both.
bool isWorkgroupBarrier(const view::Event &E);
/// What lanes of one wave do together, and so are ordered by: barriers, the
/// barrier of a wave, and fences at wavefront scope or wider (docs/model.md
/// B1).
bool ordersWave(const view::Event &E);
/// True if \p E may order accesses and is not modelled: other barriers, and
/// opaque events.
bool mayOrder(const view::Event &E);

/// The scope that includes all threads of a work-group: in a work-group of one
/// wave, wavefront scope is sufficient.
ScopeLevel reachOfWorkgroup(const view::SyncView &View);

/// Whether \p E is a fence that reaches the whole work-group and orders
/// accesses to \p Space (spec/002, "Fence and Address Spaces"; docs/model.md
/// M4).
bool covers(const view::SyncView &View, const view::Event &E,
            AddressSpace Space);

/// Which barriers bound regions.
struct Boundaries {
  const view::SyncView *View = nullptr;
  std::set<Site> Transparent; ///< Barriers that are looked through.
  /// Only accesses to this space count, and what orders them are fences
  /// (BarrierFences.h).
  std::optional<AddressSpace> Fenced;

  bool signals(Site At) const;
  bool waits(Site At) const;
};

} // namespace fencepost::view

#endif
