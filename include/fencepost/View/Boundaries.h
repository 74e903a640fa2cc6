//===- Boundaries.h - Which events order threads of a work-group ---------===//
// Classifies events by how they order a work-group: operations on its barrier,
// fences that cover memory, events that order the lanes of one wave, and events
// that may order and are not modelled. Boundaries says which barriers count for
// one question: findings about a barrier come from making it transparent.
// Tested by unittests/Symbolic/RegionsTest.cpp and
// unittests/Check/BarrierFencesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_BOUNDARIES_H
#define FENCEPOST_VIEW_BOUNDARIES_H

#include "fencepost/View/Site.h"
#include <optional>
#include <set>

namespace fencepost::view {

/// An operation on the barrier of the work-group: signal, wait or both.
bool isWorkgroupBarrier(const view::Event &E);
view::Event workgroupBarrier(BarrierOp Action);
/// A fence that orders all accesses for the scope \p Reach.
view::Event plainFence(Ordering Order, ScopeLevel Reach);
/// True for events that order the lanes of one wave: barriers, wave barriers,
/// and fences at wavefront scope or wider (docs/model.md B1).
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
  std::set<Site> Transparent; ///< Barriers that are disregarded.
  /// Only accesses to this space count, and only fences order them
  /// (BarrierFences.h).
  std::optional<AddressSpace> Fenced;

  bool signals(Site Site) const;
  bool waits(Site Site) const;
};

} // namespace fencepost::view

#endif
