//===- LowerChecks.h - What a processor cannot do -------------------------===//
// The reasons why an operation that is legal as such has no machine code on a
// processor. Each names what is missing and where that is laid down.
// Tested by unittests/Lower/SequenceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_LOWERCHECKS_H
#define FENCEPOST_LIB_LOWER_LOWERCHECKS_H

#include "fencepost/Lower/Lower.h"

namespace fencepost::lower {

/// What the processor of \p M lacks for \p Op, as a sentence; "" if nothing.
std::string lackingFor(const Operation &Op, const Mode &M,
                       const DifferenceSet &Applied);

} // namespace fencepost::lower

#endif
