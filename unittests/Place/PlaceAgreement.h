//===- PlaceAgreement.h - The placement against trying everything ---------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_PLACEAGREEMENT_H
#define FENCEPOST_UNITTESTS_PLACE_PLACEAGREEMENT_H

#include "fencepost/Place/Placement.h"

namespace fencepost::place {

struct AgreementCounts {
  unsigned Programs = 0, Barriers = 0;
  unsigned NotAllRun = 0;   ///< There were too many outcomes.
  unsigned NotAllTried = 0; ///< There were too many sets of barriers.
  unsigned Certified = 0;   ///< Certificates that were verified.
};

/// Whether the verifier (Certificate/Verifier.h) has to accept what certifies
/// the placement, too.
enum class Certificates : bool { Leave, Verify };

/// What is wrong with the placement for a shape (Shapes.h), by PlaceOracle.h;
/// empty: nothing.
std::string disagreement(const std::string &Shape, PlaceMode Mode,
                         Certificates Verification, AgreementCounts &Counts);

/// The same for a random shape, made small.
std::string disagreement(unsigned Seed, Certificates Verification,
                         AgreementCounts &Counts);

} // namespace fencepost::place

#endif
