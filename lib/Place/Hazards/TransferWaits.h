//===- TransferWaits.h - Transfers to complete at a barrier ---------------===//
// A barrier orders a transfer to or from LDS only if the transfer is complete
// when its wave signals (spec/003; docs/model.md M19, M20). From every
// transfer, paths are followed through the barriers of a placement; where one
// reaches a conflicting access, the transfer must be complete at the last
// barrier before it: as late as possible, so that it overlaps with as much as
// possible. Barriers after that one ask for nothing more. Existing waits are
// counted.
//
// In a loop, only transfers of earlier iterations may be needed: those issued
// that many iterations of their innermost loop ago.
//
// LDS DMA that is not asynchronous is completed by the release fence of the
// barrier (spec/002, "Memory Model"); it is listed all the same.
// Tested by unittests/Place/TransferWaitsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_TRANSFERWAITS_H
#define FENCEPOST_LIB_PLACE_HAZARDS_TRANSFERWAITS_H

#include "Hazards/HazardFinder.h"
#include "fencepost/Place/Placement.h"

namespace fencepost::place {

/// For the barriers that \p Finder was asked about last.
TransferWaits findTransferWaits(HazardFinder &Finder);

} // namespace fencepost::place

#endif
