//===- Parts.h - A question asked in parts --------------------------------===//
// A conjunction holds for some values if each of its parts does, where parts
// have no symbol in common. Conditions about loops and arguments then are asked
// apart from those about addresses, so that each is asked once. Values are
// tried (TryValues.h) before the solver is asked.
// Tested by unittests/Check/PartsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_PARTS_H
#define FENCEPOST_CHECK_PARTS_H

#include "fencepost/Check/TryValues.h"

namespace fencepost::check {

/// Whether \p Condition can hold; on Yes, \p Found is how.
Answer askParts(TermTable &Terms, Solver &Solve, TermId Condition,
                Model &Found);
/// The same by trying alone.
Answer tryParts(TermTable &Terms, TermId Condition, Model &Found,
                TryLimits Limits);

} // namespace fencepost::check

#endif
