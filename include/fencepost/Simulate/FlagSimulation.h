//===- FlagSimulation.h - A work-group run with memory and flags ---------===//
// Where atomics may order two accesses (FlagOrder.h), all waves of the
// work-group are run in turns, with memory: what one stores another loads, so
// that a wave waits at a flag until it is written. Lanes go together as far as
// their ways do. Each wave knows how much of two threads has happened before
// what it does (docs/model.md M5, M6): releases hand that on, acquires take it.
// If the two, of different waves, come to accesses of a common byte and the
// later one does not know of the earlier, that is a race, whatever else atomics
// order: the run is one that the machine may do.
//
// Nothing is said where the way of a thread depends on a value that is not
// known, such as what an atomic computes, where something is not understood or
// completes later, where barriers are not those of the work-group or not all
// lanes of a wave come to them, and after a number of steps. Barriers order
// memory here even without fences (BarrierFences.h asks about those), and so do
// waves that are one for their lanes. Tested by
// unittests/Simulate/FlagSimulationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_FLAGSIMULATION_H
#define FENCEPOST_SIMULATE_FLAGSIMULATION_H

#include "fencepost/Simulate/ThreadInterpreter.h"

namespace fencepost::sim {

/// How \p A by the first of \p Threads and \p B by the second race when the
/// work-group of \p On is run; nothing if it was not seen.
std::optional<Witness>
simulateFlags(const view::SyncView &View, const ThreadInterpreter &Runs,
              const Launch &Launch, std::array<ThreadId, 2> Threads,
              view::AccessSite A, view::AccessSite B, unsigned Steps);

} // namespace fencepost::sim

#endif
