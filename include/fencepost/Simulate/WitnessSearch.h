//===- WitnessSearch.h - From an assignment to a witness ------------------===//
// An assignment of the solver names two threads, a launch and unknown values.
// It is replayed with these two threads; if that does not show the race (the
// kernel does not reach the assumed state at the region's start), all threads
// of the work-group are run with the same launch, up to a number of steps.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_WITNESSSEARCH_H
#define FENCEPOST_SIMULATE_WITNESSSEARCH_H

#include "fencepost/Simulate/ThreadInterpreter.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::sim {

/// The launch, threads and unknown values of an assignment.
struct WitnessCandidate {
  Launch Run;
  ThreadId Threads[2];
  sim::Unknowns Unknowns[2];
};

WitnessCandidate candidateFor(const sym::Analysis &Context,
                              const sym::Assignment &Values);

struct ReplayResult {
  Witness Evidence;
  bool FromUnknown = false; ///< An address was computed from an unknown value.
};

/// \p A by the first thread of \p Try and \p B by the second.
std::optional<ReplayResult> replay(sym::Analysis &Context,
                                   const ThreadInterpreter &Runs,
                                   const WitnessCandidate &Try,
                                   view::AccessSite A, view::AccessSite B);

/// \p A and \p B by any two threads.
std::optional<ReplayResult> searchWitness(sym::Analysis &Context,
                                          const ThreadInterpreter &Runs,
                                          const WitnessCandidate &Try,
                                          view::AccessSite A,
                                          view::AccessSite B);

} // namespace fencepost::sim

#endif
