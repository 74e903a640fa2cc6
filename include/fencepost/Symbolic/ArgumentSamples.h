//===- ArgumentSamples.h - Dependence of an answer on arguments -----------===//
// Makes the assignment of a question about two threads smaller, and tests with
// a few values of the arguments whether the answer depends on them.
// Tested by unittests/Check/RacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_ARGUMENTSAMPLES_H
#define FENCEPOST_SYMBOLIC_ARGUMENTSAMPLES_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::sym {

/// An assignment with early iterations and small arguments, if there is one: it
/// is faster to replay and easier to read. Otherwise \p Values.
Assignment smallAssignment(Analysis &Context, const PairQuestion &Q,
                           const Assignment &Values);

/// True if \p Q multiplies or divides by an argument. The answer then almost
/// always depends on its value, and is slow to find by the solver.
bool multipliesArguments(Analysis &Context, const PairQuestion &Q);

/// The answer when the solver gives up on \p Q (as it does for products of
/// arguments), from each of a few values for all arguments. Yes: it holds with
/// each of them, \p Values is the model with the first. No: not with some, so
/// it depends on the arguments at best. GaveUp: still not decided.
Answer askWithSamples(Analysis &Context, const PairQuestion &Q,
                      Assignment &Values);

/// True if \p Q holds for less than two of a few values of some argument.
bool needsSpecialArguments(Analysis &Context, const PairQuestion &Q);

} // namespace fencepost::sym

#endif
