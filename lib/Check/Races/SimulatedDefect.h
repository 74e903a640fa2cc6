//===- SimulatedDefect.h - The defect that simulated launches show -------===//
// A pair of accesses that simulated barriers leave unordered becomes a race,
// or, if only fences are missing, the fault of the barrier between them. Tested
// by unittests/Check/NamedBarrierRacesTest.cpp and SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_SIMULATEDDEFECT_H
#define FENCEPOST_LIB_CHECK_RACES_SIMULATEDDEFECT_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Simulate/SimulatedLaunches.h"

namespace fencepost::check {

enum class RaceBetween : uint8_t { Waves, WorkGroups };

/// Makes \p F the error that \p P shows.
void makeError(const view::SyncView &View,
               const sim::SimulationSummary::Pair &P, RaceBetween Threads,
               Defect &F);

} // namespace fencepost::check

#endif
