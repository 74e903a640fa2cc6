//===- ArgumentSamples.h - How an answer depends on arguments ------------===//
// An assignment that answers a question about two threads is made smaller, and
// a few values of the arguments show whether the answer depends on them.
// Tested by unittests/Check/RacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_ARGUMENTSAMPLES_H
#define FENCEPOST_SYMBOLIC_ARGUMENTSAMPLES_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::sym {

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

/// Whether \p Q holds for less than two of a few values of some argument.
bool needsSpecialArguments(Analysis &Context, const PairQuestion &Q);

} // namespace fencepost::sym

#endif
