//===- Sequential.h - Sequentially consistent outcomes --------------------===//
// One memory, one access at a time, every interleaving: what a program without
// barriers and async operations may do if orderings and scopes meant nothing.
// Lemma 3 of docs/model.md, "Lemmas" says that the model allows all of it.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LEMMAS_SEQUENTIAL_H
#define FENCEPOST_UNITTESTS_LEMMAS_SEQUENTIAL_H

#include "fencepost/Model/Outcome.h"
#include <set>

namespace fencepost::model::lemmas {

/// Runs that branch on undef or leave an array end nowhere; so do runs that
/// need more than \p Unroll iterations of a loop.
std::set<Outcome> sequentialOutcomes(const Program &P,
                                     const std::vector<Cell> &Observed,
                                     unsigned Unroll);

} // namespace fencepost::model::lemmas

#endif
