//===- SimulatedOrder.h - Accesses that played barriers do not order -----===//
// In a launch whose barriers were played through (BarrierSimulation.h), two
// accesses of different waves are ordered in execution if an arrival after the
// first barrier-executes before a wait before the second, and in memory if
// there are a release fence before that arrival and an acquire fence after that
// wait that cover both (docs/model.md M7, M4). Accesses that touch a common
// byte and are not ordered so are collected, the worst for each pair of places.
// What a thread does to one address is ordered before what another does up to a
// point, and behind it from a point on: only what lies between is looked at.
//
// Not seen: order by atomics.
// Tested by unittests/Check/NamedBarrierRacesTest.cpp and
// SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_SIMULATEDORDER_H
#define FENCEPOST_SIMULATE_SIMULATEDORDER_H

#include "fencepost/Simulate/BarrierLaunch.h"

namespace fencepost::sim {

struct FenceState {
  bool Released = true, Acquired = true;     ///< By fences that cover.
  bool AnyRelease = true, AnyAcquire = true; ///< By any fences.
};

/// Two accesses that touch a common byte, First before Second where barriers
/// order their execution.
struct UnorderedPair {
  bool InOrder = false; ///< Of execution: only fences are missing.
  /// An address is computed from a value that is not known: they may touch a
  /// common byte.
  bool FromUnknown = false;
  FenceState Fences;  ///< InOrder only.
  view::Site Barrier; ///< InOrder only: the arrival after First.
  view::AccessSite First, Second;
  unsigned Groups[2] = {0, 0}; ///< Numbers of the work-groups.
  Witness Evidence;
};

using SitePair =
    std::pair<view::AccessSite, view::AccessSite>; ///< The lesser first.

struct OrderQuery {
  /// If it is not empty: only these pairs, within a work-group. Otherwise
  /// global memory, between work-groups of the cluster.
  std::set<SitePair> Pairs;
  /// Without Pairs: all pairs of different waves of a work-group, and those of
  /// which an address is not known.
  bool AllWaves = false;
  bool isWithinGroup() const { return AllWaves || !Pairs.empty(); }
};

struct OrderAnswer {
  std::map<SitePair, UnorderedPair> Pairs;
  bool Complete = true; ///< No limit was hit.
};

OrderAnswer findUnorderedPairs(const view::SyncView &View,
                               const BarrierLaunch &Run,
                               const BarrierSimulation &Played,
                               const OrderQuery &Query);

} // namespace fencepost::sim

#endif
