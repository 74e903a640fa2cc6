//===- SimulatedRaces.h - Races of waves that pass different barriers ----===//
// Waves of a work-group may meet at different instructions (docs/model.md B3):
// one fills a buffer and passes its barrier, another passes one of its own and
// reads. Regions.h follows threads from an instruction that both pass, and sees
// no such pair. Where waves may part before a barrier, all waves of a few
// launches are run, their barriers played through (BarrierSimulation.h), and
// all accesses of different waves compared (SimulatedOrder.h).
//
// What collides in every launch is an error. It is only possible if it depends
// on arguments, on values that are not known, or if threads may wait for each
// other by other means than barriers. Where a launch is too large to be run,
// or accesses are too many to compare, that is said: nothing is known then.
//
// Not seen: what only happens with other arguments than those tried, and where
// the way to a barrier depends on a value that is not known (which is possible
// divergence, Divergence.h).
// Tested by unittests/Check/SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_SIMULATEDRACES_H
#define FENCEPOST_LIB_CHECK_RACES_SIMULATEDRACES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// The first operation on the work-group's barrier that waves may come to on
/// different ways, if there is one.
std::optional<view::Site> findDivergentBarrier(sym::Analysis &Context);

/// LdsRace, GlobalRace, BarrierWithoutFence and FenceTooNarrow between waves,
/// of pairs that \p Known has nothing about; or NotUnderstood.
std::vector<Defect> findSimulatedRaces(sym::Analysis &Context,
                                       llvm::ArrayRef<Defect> Known);

} // namespace fencepost::check

#endif
