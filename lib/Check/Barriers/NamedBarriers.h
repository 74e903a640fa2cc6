//===- NamedBarriers.h - Wrong use of named and cluster barriers ---------===//
// All waves of a small number of launches are run and their operations on
// barriers played through (BarrierLaunch.h, BarrierSimulation.h): waits and
// leaves without a join, barriers that are not initialised or not before they
// are used, counts that are never reached, and more than one wave of a
// work-group at the barrier of the cluster (spec/000; docs/model.md B2 to B5).
// What is found in every launch is an error; what depends on values that are
// not known, or is not there for other arguments or sizes, is possible.
//
// By the code alone: barriers that the target does not have, more named
// barriers than it has, and the barriers of the trap handler.
//
// Not seen: what only happens in orders of arrival that are not played. Named
// barriers whose number depends on what is not known are not understood.
// Tested by unittests/Check/NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERS_H
#define FENCEPOST_LIB_CHECK_BARRIERS_NAMEDBARRIERS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// OtherBarrier; for the barrier of a cluster SignalTwice and
/// WaitWithoutSignal, with a Text.
std::vector<Defect> findNamedBarriers(sym::Analysis &Context);

} // namespace fencepost::check

#endif
