//===- Judge.h - How much a solver's answer is worth ----------------------===//
// A model of a question about two threads is made nicer to read, and it is
// found out whether the answer holds only for some values of the arguments.
// Tested by unittests/Check/RacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_JUDGE_H
#define FENCEPOST_CHECK_JUDGE_H

#include "fencepost/Check/Races.h"

namespace fencepost::check {

/// A model with early iterations and small arguments, if there is one: it is
/// quicker to replay and nicer to read. Otherwise \p How.
Model smallModel(Analysis &In, const PairQuestion &Q, const Model &How);

/// Whether \p Q holds only for some values of an argument. It does not if the
/// two threads of the model collide whenever both get there, or if some
/// threads do for each of a few other values.
bool dependsOnArguments(Analysis &In, const PairQuestion &Q, const Model &How);

/// Whether \p Q multiplies or divides by an argument. The answer then almost
/// always depends on its value, and takes the solver long to find.
bool multipliesArguments(Analysis &In, const PairQuestion &Q);

/// When the solver gives up on \p Q (products of arguments are beyond it): what
/// it says with each of a few values for all arguments. Yes: it holds with each
/// of them, \p How is the model with the first. No: not with some, so it
/// depends on the arguments at best. GaveUp: still not decided.
Answer askWithSamples(Analysis &In, const PairQuestion &Q, Model &How);

} // namespace fencepost::check

#endif
