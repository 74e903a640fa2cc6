//===- ReferenceCandidate.h - Paths and barriers become events ------------===//
// One path per thread and one solution of their barriers, written down as the
// events and edges that the axioms of memory judge. Part of the naive reference
// of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCECANDIDATE_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCECANDIDATE_H

#include "ReferenceAxioms.h"
#include "ReferenceBarriers.h"

namespace fencepost::model::naive {

struct Combination {
  std::vector<const Path *> Paths; ///< One per thread.
  std::vector<Wave> Waves;
  std::vector<Node> Nodes; ///< Barrier operations.
};

/// Nothing if there are more than 64 events.
std::optional<Candidate> makeCandidate(const Program &P, const Combination &All,
                                       const Solution &Barriers,
                                       const std::vector<Cell> &Observed);

} // namespace fencepost::model::naive

#endif
