//===- NamedBarrierRaces.h - Races with named and cluster barriers -------===//
// Races.h follows the barrier of the work-group only: of accesses that named
// or cluster barriers may order, it says no more than that they may race. Here
// all waves of a few launches are run, their barriers played through
// (BarrierSimulation.h) and the accesses looked at again (SimulatedOrder.h).
// Those that collide in every launch are an error; those that never do, in a
// kernel in which nothing depends on arguments or on values that are not known,
// are none.
//
// Work-groups of one cluster share global memory: accesses of different ones
// are looked at as well, with fences that must reach the cluster.
//
// Not seen: order by atomics; what only happens in orders of arrival that are
// not played.
// Tested by unittests/Check/NamedBarrierRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERRACES_H
#define FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERRACES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// \p Races with what is now known of those that are BehindNamedOrCluster.
std::vector<Defect> refineRaces(sym::Analysis &Context,
                                std::vector<Defect> Races);

/// GlobalRace, BarrierWithoutFence and FenceTooNarrow between work-groups of a
/// cluster of known size, with a Text.
std::vector<Defect> findClusterRaces(sym::Analysis &Context);

} // namespace fencepost::check

#endif
