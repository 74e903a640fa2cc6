//===- OrderProof.h - What comparisons alone say about a difference ------===//
// An index such as i - Begin, where i goes from max(a, Begin) up to
// min(b, Begin + 256), is below 256 whatever a, b and Begin are. A solver that
// counts in bits takes long to see it; order shows it at once. What is compared
// makes a graph: from one term there is an edge to another that is not less,
// and from min and max to and from their operands. A loop that counts up from
// P, less than Q, no more than Q - P - 1 times stays between them, and one that
// counts from P, not more than Q, no more than Q - P times. If V <= X
// and X < V + N, then X - V < N, even where V + N wraps.
//
// A proof that is not found means nothing. Not seen: signed comparisons.
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
