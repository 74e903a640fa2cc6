//===- ClosePairs.h - Pairs of accesses that are near enough to meet -----===//
// Unrolled code accesses one array at many distances from one address. Of two
// addresses that differ by a constant, what both threads share cancels, and
// what is a thread's own spreads only so far: if the constant is larger, the
// accesses never meet. So accesses are sorted by their constants, and only
// neighbours are compared. Of accesses to the same bytes one pair is asked for
// all. Pairs with other addresses are all compared, unless neither writes.
// Tested against all pairs by unittests/Symbolic/ClosePairsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_CLOSEPAIRS_H
#define FENCEPOST_SYMBOLIC_CLOSEPAIRS_H

#include "fencepost/Symbolic/RegionOverlap.h"

namespace fencepost::sym {

/// Calls \p Visit for the pairs of \p List, each access with itself included,
/// of which one writes and that are not certain to be apart. \p Visit says
/// whether to go on.
void forEachClosePair(
    const Evaluator &Eval, RegionOverlap &Pairs,
    llvm::ArrayRef<RegionAccess> List,
    llvm::function_ref<bool(const RegionAccess &, const RegionAccess &)> Visit);

} // namespace fencepost::sym

#endif
