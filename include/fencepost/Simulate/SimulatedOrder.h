//===- SimulatedOrder.h - Accesses unordered in a simulation --------------===//
// In a launch whose barriers were simulated (BarrierSimulation.h), two accesses
// of different waves are ordered in execution if an arrival after the first
// barrier-executes before a wait before the second, and in memory if there are
// a release fence before that arrival and an acquire fence after that wait that
// cover both (docs/model.md M7, M4). Accesses to a common byte that are not
// ordered in this way are collected, the worst for each pair of sites. The
// accesses of one thread to an address are ordered before an access of another
// thread up to some point, and after it from some point on: only those between
// are compared.
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

/// Two accesses to a common byte, First before Second where barriers order
/// their execution.
struct UnorderedPair {
  bool InOrder = false; ///< Of execution: only fences are missing.
  /// An address is computed from an unknown value: they may access a common
  /// byte.
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
  /// Without Pairs: all pairs of different waves of a work-group, and those
  /// with an unknown address.
  bool AllWaves = false;
  bool isWithinGroup() const { return AllWaves || !Pairs.empty(); }
};

struct OrderAnswer {
  std::map<SitePair, UnorderedPair> Pairs;
  bool Complete = true; ///< No limit was hit.
};

OrderAnswer findUnorderedPairs(const view::SyncView &View,
                               const BarrierLaunch &Run,
                               const BarrierSimulation &Simulation,
                               const OrderQuery &Query);

} // namespace fencepost::sim

#endif
