//===- SoleHazards.h - What a barrier of a placement alone orders ---------===//
// A barrier is needed for the hazards that no other barrier of the placement
// orders; other candidates that would order all of them are equivalent to it.
// Tested by test/place/reports.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_SOLEHAZARDS_H
#define FENCEPOST_PLACE_SOLEHAZARDS_H

#include "fencepost/Place/Placement.h"

namespace fencepost::place {

struct SoleHazards {
  std::vector<size_t> Hazards; ///< By their numbers in Placement::Hazards.
  unsigned Equivalents = 0;    ///< Other candidates that order all of these.
};

/// Of \p Candidate, which \p Placement has chosen, kept or removed.
SoleHazards findSoleHazards(const SlottedView &Slotted,
                            const Placement &Placement, CandidateId Candidate);

} // namespace fencepost::place

#endif
