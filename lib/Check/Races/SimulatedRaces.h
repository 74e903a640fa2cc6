//===- SimulatedRaces.h - Races of waves that pass different barriers ----===//
// Waves of a work-group may meet at different instructions (docs/model.md B3):
// one wave fills a buffer and passes its barrier instruction, another passes a
// different one and reads. Regions.h follows threads from an instruction that
// both pass, and sees no such pair. Where waves may diverge before a barrier,
// all waves of a few launches are run, their barriers simulated
// (BarrierSimulation.h), and all accesses of different waves compared
// (SimulatedOrder.h).
//
// A pair that collides in every launch is an error. It is only possible if it
// depends on arguments or on unknown values, or if threads may wait for each
// other by other means than barriers. A launch that is too large to run, or has
// too many accesses to compare, is reported: the result is then unknown.
//
// Not seen: races that need other arguments than those tried, and barriers
// whose path condition depends on an unknown value (which is possible
// divergence, Divergence.h).
// Tested by unittests/Check/SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_SIMULATEDRACES_H
#define FENCEPOST_LIB_CHECK_RACES_SIMULATEDRACES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// The first operation on the work-group's barrier that waves may reach along
/// different paths, if there is one.
std::optional<view::Site> findDivergentBarrier(sym::Analysis &Context);

/// LdsRace, GlobalRace, BarrierWithoutFence and FenceTooNarrow between waves,
/// of pairs that \p Known has nothing about; or NotUnderstood.
std::vector<Defect> findSimulatedRaces(sym::Analysis &Context,
                                       llvm::ArrayRef<Defect> Known);

} // namespace fencepost::check

#endif
