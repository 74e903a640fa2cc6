//===- Search.h - From a solver's model to a witness ----------------------===//
// A model names two threads, a launch and unknown values. It is replayed with
// these two threads; if that does not show the race (the state at the region's
// start was not one that the kernel reaches), all threads of the work-group are
// run with the model's launch, up to a number of steps.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_SEARCH_H
#define FENCEPOST_CHECK_SEARCH_H

#include "fencepost/Check/Races.h"

namespace fencepost::check {

/// The launch, threads and unknown values of a model.
struct Candidate {
  Launch On;
  ThreadId Threads[2];
  Unknowns Given[2];
};

Candidate candidateOf(const Analysis &In, const Model &How);

struct Shown {
  Witness How;
  bool FromUnknown = false; ///< An address was computed from an unknown value.
};

/// \p A by the first thread of \p Try and \p B by the second.
std::optional<Shown> replay(Analysis &In, const Machine &Runs,
                            const Candidate &Try, AccessSite A, AccessSite B);

/// \p A and \p B by any two threads.
std::optional<Shown> search(Analysis &In, const Machine &Runs,
                            const Candidate &Try, AccessSite A, AccessSite B);

} // namespace fencepost::check

#endif
