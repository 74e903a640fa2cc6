//===- SimulatedDefect.h - The defect that simulated launches show -------===//
// Tested by unittests/Check/OtherOrderTest.cpp and PlayedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_SIMULATEDDEFECT_H
#define FENCEPOST_LIB_CHECK_SIMULATEDDEFECT_H

#include "PlayedLaunches.h"
#include "fencepost/Check/Finding.h"

namespace fencepost::check {

/// Makes \p F the error that \p P shows; \p Cluster: between work-groups.
void makeError(const view::SyncView &View, const SimulationSummary::Pair &P,
               bool Cluster, Defect &F);

} // namespace fencepost::check

#endif
