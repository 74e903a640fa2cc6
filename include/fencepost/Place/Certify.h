//===- Certify.h - The certificate of a placement -------------------------===//
// Makes what Certificate/Verifier.h needs to verify a placement: the pairs of
// accesses that collide, each with the barriers that are first on paths between
// them, and executions that prove the lower bound. For these, all threads are
// run with a few values of the arguments and unknown values
// (LowerBoundWitnesses.h). Where that proves too little (an address is unknown,
// or no execution was found), paths of hazards are added without an execution.
// Tested by unittests/Certificate/VerifierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_CERTIFY_H
#define FENCEPOST_PLACE_CERTIFY_H

#include "fencepost/Certificate/Certificate.h"
#include "fencepost/Place/SplitBarriers.h"

namespace fencepost::place {

/// \p Placement is a placement for \p Slotted, which was made from \p View; its
/// new barriers are split as \p Split says, if it is there.
certificate::Certificate certify(const view::SyncView &View,
                                 const SlottedView &Slotted,
                                 const Placement &Placement, PlaceMode Mode,
                                 const SplitPlacement *Split = nullptr);

} // namespace fencepost::place

#endif
