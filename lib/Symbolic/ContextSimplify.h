//===- ContextSimplify.h - Conjuncts simplified in their context ---------===//
// A conjunction is often redundant: the condition of an access occurs again
// inside that of a later one. Such cases are decided, and the rest is over
// fewer symbols, or shows that the conjunction is unsatisfiable.
// Tested by unittests/Symbolic/ValueSearchTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_CONTEXTSIMPLIFY_H
#define FENCEPOST_LIB_SYMBOLIC_CONTEXTSIMPLIFY_H

#include "fencepost/Symbolic/Terms.h"

namespace fencepost::sym {

/// An equivalent condition in which conjuncts are replaced by true inside the
/// others, and symbols that a conjunct fixes by their numbers.
TermId simplifiedInContext(TermTable &Terms, TermId Condition);

} // namespace fencepost::sym

#endif
