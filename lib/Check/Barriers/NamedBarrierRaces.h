//===- NamedBarrierRaces.h - Races with named and cluster barriers -------===//
// Races.h follows the barrier of the work-group only: accesses that named or
// cluster barriers may order are only possible races there. Here all waves of a
// few launches are run, their barriers simulated (BarrierSimulation.h) and the
// accesses compared again (SimulatedOrder.h). A pair that collides in every
// launch is an error; a pair that never does, in a kernel in which nothing
// depends on arguments or on unknown values, is dropped.
//
// Work-groups of one cluster share global memory: accesses of different ones
// are compared as well, with fences that must have cluster scope or wider.
//
// Not seen: order by atomics; orders of arrival that are not simulated.
// Tested by unittests/Check/NamedBarrierRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERRACES_H
#define FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERRACES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// \p Races, with those that are AfterNamedOrCluster decided by simulation.
std::vector<Defect> refineRaces(sym::Analysis &Context,
                                std::vector<Defect> Races);

/// GlobalRace, BarrierWithoutFence and FenceTooNarrow between work-groups of a
/// cluster of known size, with a Text.
std::vector<Defect> findClusterRaces(sym::Analysis &Context);

} // namespace fencepost::check

#endif
