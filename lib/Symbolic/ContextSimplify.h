//===- ContextSimplify.h - Conjuncts simplified in their context ---------===//
// A conjunction often says something twice: what must hold for an access is
// also a case of what must hold for a later one. Such cases are decided, and
// what is left is over fewer symbols, or shows that nothing can hold.
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
