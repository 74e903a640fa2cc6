//===- UnrolledRegion.h - Regions with unrolled loops ---------------------===//
// Check/Regions.h takes a loop that can be gone around without a wait to be in
// some iteration. Where a barrier stands under a condition, say in every other
// iteration, that is too coarse: threads would seem to get around without it as
// often as they like. Here the first iterations of every loop are followed one
// by one, with the conditions of the way, before "some later one". All waves go
// one way through uniform control flow, so that conditions of one iteration
// hold for both threads of a pair. The graph is larger and may be too large: it
// then says so.
//
// The same of regions holds: unordered pairs lie in one of them.
// Tested by unittests/Certificate/UnrolledRegionTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CERTIFICATE_UNROLLEDREGION_H
#define FENCEPOST_LIB_CERTIFICATE_UNROLLEDREGION_H

#include "fencepost/Symbolic/Regions.h"

namespace fencepost::certificate {

struct UnrollLimits {
  unsigned Iterations = 3; ///< Iterations behind the first one.
  size_t Nodes = 4000;
};

/// The region that begins behind \p Start, a signal, or at the entry.
sym::Region buildUnrolledRegion(sym::Evaluator &Eval,
                                const view::Boundaries &Bounds,
                                std::optional<view::Site> Start,
                                UnrollLimits Limits = {});

} // namespace fencepost::certificate

#endif
