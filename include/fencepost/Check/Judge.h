//===- Judge.h - How much a solver's answer is worth ----------------------===//
// A model of a question about two threads is made nicer to read, and it is
// found out whether the answer holds only for some values of the arguments.
// Tested by unittests/Check/RacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_JUDGE_H
#define FENCEPOST_CHECK_JUDGE_H

#include "fencepost/Check/Races.h"
#include "fencepost/Check/Replay.h"

namespace fencepost::check {

/// A model with early iterations and small arguments, if there is one: it is
/// quicker to replay and nicer to read. Otherwise \p How.
Assignment smallModel(Analysis &Context, const PairQuestion &Q,
                      const Assignment &Values);

/// Whether \p Q multiplies or divides by an argument. The answer then almost
/// always depends on its value, and takes the solver long to find.
bool multipliesArguments(Analysis &Context, const PairQuestion &Q);

/// When the solver gives up on \p Q (products of arguments are beyond it): what
/// it says with each of a few values for all arguments. Yes: it holds with each
/// of them, \p How is the model with the first. No: not with some, so it
/// depends on the arguments at best. GaveUp: still not decided.
Answer askWithSamples(Analysis &Context, const PairQuestion &Q,
                      Assignment &Values);

/// Two threads that were run and collided.
struct Collision {
  Launch Run;
  ThreadId Threads[2];
  Unknowns Values[2];
  Witness Seen;
};

/// Why \p A and \p B, which did collide, are only a possible race by the rules
/// of Races.h; empty: they are an error. Where atomics order the threads of
/// \p C, others of their accesses may take their place.
std::string whyOnlyPossible(Analysis &Context, const ThreadInterpreter &Runs,
                            const RegionAccess &A, const RegionAccess &B,
                            Collision &C);

/// Whether by these rules, whatever is found, a race of \p A and \p B is only
/// possible: why; otherwise empty.
std::string whyNeverCertain(Analysis &Context, const RegionAccess &A,
                            const RegionAccess &B);

/// Whether \p Q holds for less than two of a few values of some argument.
bool needsSpecialArguments(Analysis &Context, const PairQuestion &Q);

} // namespace fencepost::check

#endif
