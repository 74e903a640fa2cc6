//===- RaceCertainty.h - Whether a race is an error or only possible -----===//
// Two threads that collide in a run are a race; it is an error unless the
// collision rests on an assumption: data, special arguments, or the absence of
// an order by atomics that is not modelled.
// Tested by unittests/Check/RacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_RACECERTAINTY_H
#define FENCEPOST_LIB_CHECK_RACES_RACECERTAINTY_H

#include "fencepost/Check/Reason.h"
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// Two threads that were run and collided.
struct Collision {
  sim::Launch Run;
  sim::ThreadId Threads[2];
  sim::Unknowns Values[2];
  sim::Witness Seen;
};

/// Why \p A and \p B, which did collide, are only a possible race by the rules
/// of Races.h; nothing: they are an error. Where atomics order the threads of
/// \p C, others of their accesses may take their place.
std::optional<Reason> whyOnlyPossible(sym::Analysis &Context,
                                      const sim::ThreadInterpreter &Runs,
                                      const sym::RegionAccess &A,
                                      const sym::RegionAccess &B, Collision &C);

/// Why, by these rules, a race of \p A and \p B can only be possible, whatever
/// is found; nothing if it can be an error.
std::optional<Reason> whyNeverCertain(sym::Analysis &Context,
                                      const sym::RegionAccess &A,
                                      const sym::RegionAccess &B);

} // namespace fencepost::check

#endif
