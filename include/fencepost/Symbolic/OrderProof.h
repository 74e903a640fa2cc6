//===- OrderProof.h - Bounds of a difference, from comparisons ------------===//
// An index such as i - Begin, where i goes from max(a, Begin) up to min(b,
// Begin + 256), is below 256 whatever a, b and Begin are. A bit-vector solver
// needs long for this; the order of terms proves it at once. Comparisons make a
// graph: an edge leads from a term to one that is not less, and from min and
// max to and from their operands. A counter from P < Q that is incremented at
// most Q - P - 1 times stays between them, and so does one from P <= Q that is
// incremented at most Q - P times. If V <= X and X < V + N, then X - V < N,
// even where V + N wraps.
//
// A missing proof means nothing. Not seen: signed comparisons.
// Tested by unittests/Symbolic/OrderProofTest.cpp against all values of few
// bits.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_ORDERPROOF_H
#define FENCEPOST_SYMBOLIC_ORDERPROOF_H

#include "fencepost/Symbolic/Terms.h"

namespace fencepost::sym {

/// True if \p Condition proves that \p Address is in the \p Size bytes from
/// \p Base on. False says nothing.
bool isInsideByOrder(TermTable &Terms, TermId Condition, TermId Address,
                     uint64_t Base, uint64_t Size);

} // namespace fencepost::sym

#endif
