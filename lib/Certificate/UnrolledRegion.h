//===- UnrolledRegion.h - Regions with unrolled loops ---------------------===//
// Regions of Symbolic assume that a loop that can be repeated without a wait is
// in some iteration. Where a barrier is conditional, say in every other
// iteration, that is too coarse: threads would seem to repeat the loop without
// it as often as they like. Here the first iterations of every loop are
// followed one by one, with the conditions of the path, before "some later
// one". All waves take one path through uniform control flow, so conditions of
// one iteration hold for both threads of a pair. The graph is larger and may be
// too large: it then says so.
//
// As for all regions: unordered pairs lie in one of them.
// Tested by unittests/Certificate/UnrolledRegionTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CERTIFICATE_UNROLLEDREGION_H
#define FENCEPOST_LIB_CERTIFICATE_UNROLLEDREGION_H

#include "fencepost/Symbolic/Regions.h"

namespace fencepost::certificate {

struct UnrollLimits {
  unsigned Iterations = 3; ///< Iterations after the first one.
  size_t Nodes = 4000;
};

/// The region that begins after \p Start, a signal, or at the entry.
sym::Region buildUnrolledRegion(sym::Evaluator &Eval,
                                const view::Boundaries &Bounds,
                                std::optional<view::Site> Start,
                                UnrollLimits Limits = {});

} // namespace fencepost::certificate

#endif
