//===- Strength.h - When a sequence does at least what another does -------===//
// A sequence is at least as strong as another if it has, in the same order and
// on the same side of the access, something at least as strong for each of its
// steps: a wait for the same counter, as low and in no fewer cases; a
// write-back or invalidate by the same instruction, at the same or a wider
// scope; an access that passes by the same caches or more. Waits that follow
// each other have no order. Bits that only say how long to keep a line (slc,
// nt, th:) are wishes and no part of strength.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LOWER_STRENGTH_H
#define FENCEPOST_UNITTESTS_LOWER_STRENGTH_H

#include "fencepost/Lower/Sequence.h"

namespace fencepost::lower::test {

bool isAtLeast(const Sequence &Strong, const Sequence &Weak);

/// The same down to the bits and the conditions of each step.
bool isSame(const Sequence &A, const Sequence &B);

} // namespace fencepost::lower::test

#endif
