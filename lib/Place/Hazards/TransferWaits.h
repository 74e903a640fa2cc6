//===- TransferWaits.h - Transfers to complete at a barrier ---------------===//
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
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_TRANSFERWAITS_H
#define FENCEPOST_LIB_PLACE_HAZARDS_TRANSFERWAITS_H

#include "Hazards/HazardFinder.h"
#include "fencepost/Place/Placement.h"

namespace fencepost::place {

/// For the barriers that \p Finder was asked about last.
TransferWaits findTransferWaits(HazardFinder &Finder);

} // namespace fencepost::place

#endif
