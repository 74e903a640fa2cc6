//===- TermEquations.h - Equations of sums, in few bits -------------------===//
// Two accesses collide if an equation of addresses holds: multiples of an
// element's size, in 64 bits, computed from 32-bit ids. A sum that cannot wrap
// is zero only if it is zero over the integers; then it can be divided by the
// common divisor of its factors and written with as few bits as its sides need,
// which the solver decides in a fraction of the time.
// Tested by unittests/Symbolic/TermEquationsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_TERMEQUATIONS_H
#define FENCEPOST_LIB_SYMBOLIC_TERMEQUATIONS_H

#include "fencepost/Symbolic/Terms.h"

namespace fencepost::sym {

/// A smaller condition for the equality of \p A and \p B, if there is one.
std::optional<TermId> equationInFewBits(TermTable &Terms, TermId A, TermId B);

} // namespace fencepost::sym

#endif
