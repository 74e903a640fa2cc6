//===- Enumerate.h - Two accesses compared for all values ----------------===//
// Most addresses in LDS depend on the ids of the thread and on a loop counter
// or two, all of them with few values. Then computing both accesses for every
// thread and every iteration and comparing the bytes is faster than any solver,
// and as exact. The intervals of the symbols decide whether the question is
// small enough; otherwise there is no answer, and the solver has to decide.
// Tested against the solver by unittests/Symbolic/EnumerateTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_ENUMERATE_H
#define FENCEPOST_SYMBOLIC_ENUMERATE_H

#include "fencepost/Symbolic/RegionOverlap.h"

namespace fencepost::sym {

struct EnumerationLimits {
  uint64_t Values = 1 << 18;   ///< Values of all symbols of one access.
  uint64_t Compared = 1 << 20; ///< Pairs with close addresses.
};

/// Yes with an assignment, No, or GaveUp if there are too many values.
Answer enumerate(Evaluator &Eval, RegionOverlap &Pairs, const RegionAccess &A,
                 const RegionAccess &B, EnumerationLimits Limits,
                 Assignment *Values);

} // namespace fencepost::sym

#endif
