//===- NamedBarriers.h - Wrong use of named and cluster barriers ---------===//
// All waves of a small number of launches are run and their operations on
// barriers simulated (BarrierLaunch.h, BarrierSimulation.h). Found are waits
// and leaves without a join, barriers that are never initialised or used before
// that, counts that are never reached, and more than one wave of a work-group
// at the barrier of the cluster (spec/000; docs/model.md B2 to B5). A fault
// that occurs in every launch is an error; one that depends on unknown values,
// or does not occur for other arguments or sizes, is possible.
//
// Found without a simulation: barriers that the target does not have, more
// named barriers than it has, and the barriers of the trap handler.
//
// Not seen: orders of arrival that are not simulated. Named barriers whose
// number depends on unknown values are opaque.
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
