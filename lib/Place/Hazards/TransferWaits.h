//===- TransferWaits.h - Transfers to complete at a barrier --------------===//
// A barrier orders a transfer to or from LDS only if the transfer is complete
// when its wave signals (spec/003; docs/model.md M19, M20). From every
// transfer, ways are followed through the barriers of a placement; where one
// comes to an access that conflicts, the transfer must be complete at the last
// barrier before: as late as possible, so that it overlaps with as much as
// possible. Barriers behind one at which it is complete ask for nothing more.
// Waits that are there already are counted.
//
// In a loop, only transfers of earlier iterations may be needed: those that so
// many turns of the innermost loop around them have followed.
//
// LDS DMA that is not asynchronous is completed by the release fence of the
// barrier (spec/002, "Memory Model"); it is listed all the same.
// Tested by unittests/Place/TransferWaitsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_TRANSFERWAITS_H
#define FENCEPOST_PLACE_TRANSFERWAITS_H

#include "fencepost/Place/HazardFinder.h"

namespace fencepost::place {

struct TransferCompletion {
  check::Site Transfer; ///< In the view with slots.
  CandidateId Barrier = 0;
  /// Those issued that many turns of their loop ago, or more: 0 to 2.
  unsigned Iterations = 0;
  bool operator==(const TransferCompletion &) const = default;
};

/// A transfer and an access of the same wave that needs it to be complete, and
/// that no barrier at which it is comes before.
struct TransferUse {
  check::Site Transfer;
  check::AccessSite Use;
  bool operator==(const TransferUse &) const = default;
};

struct TransferWaits {
  std::vector<TransferCompletion> AtBarriers; ///< By transfer, then barrier.
  std::vector<TransferUse> InWave;            ///< By transfer, then use.
};

/// For the barriers that \p Finder was asked about last.
TransferWaits findTransferWaits(HazardFinder &Finder);

} // namespace fencepost::place

#endif
