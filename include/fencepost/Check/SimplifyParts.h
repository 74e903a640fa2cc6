//===- SimplifyParts.h - What parts of a condition say about each other ---===//
// A conjunction often says something twice: what must hold for an access is
// also a case of what must hold for a later one. Such cases are decided, and
// what is left is over fewer symbols, or shows that nothing can hold.
// Tested by unittests/Check/TryValuesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_SIMPLIFYPARTS_H
#define FENCEPOST_CHECK_SIMPLIFYPARTS_H

#include "fencepost/Check/Terms.h"

namespace fencepost::check {

/// The same condition, where parts that must hold are put in for themselves
/// inside the others, and numbers for symbols that must be these.
TermId simplifiedInContext(TermTable &Terms, TermId Condition);

} // namespace fencepost::check

#endif
