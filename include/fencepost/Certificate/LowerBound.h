//===- LowerBound.h - What every placement costs at least -----------------===//
// The paths of a certificate, verified and combined. An execution is run again;
// the two accesses must be of different waves and access the same byte, and
// what lies between them is what a placement can choose from. The costs of
// paths that have no candidate in common add up; connected paths are solved
// exactly, by dynamic programming over sets of them.
// Tested by unittests/Certificate/LowerBoundTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_LOWERBOUND_H
#define FENCEPOST_CERTIFICATE_LOWERBOUND_H

#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/Certificate/ThreadExecutor.h"
#include "llvm/Support/Error.h"

namespace fencepost::certificate {

/// Candidates of which one is needed.
using CandidateNeed = std::set<CandidateSlot>;

/// Blocks that one thread of an execution may enter.
inline constexpr uint32_t MaxExecutedSteps = 100000;

/// Between access number \p Accesses[0] of \p First and number \p Accesses[1]
/// of \p Second, who are threads of one work-group; an error says why the
/// first does not come first, or why there is no such order.
llvm::Expected<Crossing> findCrossing(const PlacementLayout &Layout,
                                      const ThreadExecution &First,
                                      const ThreadExecution &Second,
                                      const uint32_t (&Accesses)[2]);

/// What \p Path needs, or why it is none.
llvm::Expected<CandidateNeed> verifyNeed(const view::SyncView &View,
                                         const PlacementLayout &Layout,
                                         const ThreadExecutor &Runs,
                                         const BoundPath &Path);

/// Paths that hang together by candidates, at most so many.
inline constexpr unsigned MaxTogether = 16;

/// The least that meets all of \p Needs; nothing if more than MaxTogether hang
/// together.
std::optional<Cost> minimalCost(const PlacementLayout &Layout,
                                llvm::ArrayRef<CandidateNeed> Needs);

} // namespace fencepost::certificate

#endif
