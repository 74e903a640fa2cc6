//===- FlagSimulation.h - A work-group run with memory and flags ---------===//
// Where atomics may order two accesses (FlagOrder.h), all waves of the
// work-group are interleaved, with memory: a load returns what another wave
// stored, so a wave waits at a flag until it is written. Lanes run together as
// long as their paths agree. Each wave has a clock: how many accesses of the
// two watched threads happen before its next operation (docs/model.md M5, M6).
// Releases publish the clock, acquires merge it. If the two threads, of
// different waves, access a common byte and the earlier access is not in the
// clock of the later, that is a race, whatever else atomics order: the run is a
// possible execution.
//
// There is no answer if the path of a thread depends on an unknown value, such
// as the result of an atomic, if an event is opaque or asynchronous, if there
// are other barriers than the work-group's or not all lanes of a wave reach
// them, and after a number of steps. Barriers order memory here even without
// fences (BarrierFences.h checks those), and so does lockstep for the lanes of
// one wave. Tested by unittests/Simulate/FlagSimulationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_FLAGSIMULATION_H
#define FENCEPOST_SIMULATE_FLAGSIMULATION_H

#include "fencepost/Simulate/ThreadInterpreter.h"

namespace fencepost::sim {

/// How \p A by the first of \p Threads and \p B by the second race when the
/// work-group of the launch is run; nothing if they do not.
std::optional<Witness>
simulateFlags(const view::SyncView &View, const ThreadInterpreter &Runs,
              const Launch &Launch, std::array<ThreadId, 2> Threads,
              view::AccessSite A, view::AccessSite B, unsigned Steps);

} // namespace fencepost::sim

#endif
