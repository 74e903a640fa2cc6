//===- ClosePairs.h - Pairs of accesses close enough to collide -----------===//
// Unrolled code accesses one array at many constant offsets from one address.
// In the difference of two such addresses the terms that both threads share
// cancel, and the terms of each thread have a bounded range: if the constant is
// larger, the accesses never collide. So accesses are sorted by their
// constants, and only neighbours are compared. One pair represents all accesses
// to the same bytes. Pairs with other addresses are all compared, unless
// neither writes.
// Tested against all pairs by unittests/Symbolic/ClosePairsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_CLOSEPAIRS_H
#define FENCEPOST_SYMBOLIC_CLOSEPAIRS_H

#include "fencepost/Symbolic/RegionOverlap.h"

namespace fencepost::sym {

/// Calls \p Visit for the pairs of \p List, each access with itself included,
/// of which one writes and that are not proved apart. \p Visit returns whether
/// to continue.
void forEachClosePair(
    const Evaluator &Eval, RegionOverlap &Pairs,
    llvm::ArrayRef<RegionAccess> List,
    llvm::function_ref<bool(const RegionAccess &, const RegionAccess &)> Visit);

} // namespace fencepost::sym

#endif
