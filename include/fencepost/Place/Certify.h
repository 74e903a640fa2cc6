//===- Certify.h - The certificate of a placement -------------------------===//
// Makes what Certificate/Verifier.h wants to see of a placement: the pairs of
// accesses that the engine knows to collide, each with the barriers that are
// first on ways between them, and executions that show the lower bound. For
// these, all threads are run with a few values of the arguments and of what is
// not known, until what they need costs as much as the placement. Where that
// shows too little (an address is not known, or no execution was found), ways
// of hazards that the engine found are added as they are.
// Tested by unittests/Certificate/VerifierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_CERTIFY_H
#define FENCEPOST_PLACE_CERTIFY_H

#include "fencepost/Certificate/Certificate.h"
#include "fencepost/Place/SplitBarriers.h"

namespace fencepost::place {

/// \p Found is a placement for \p In, which was made from \p View; its new
/// barriers are split as \p Split says, if it is there.
certificate::Certificate certify(const view::SyncView &View,
                                 const SlottedView &Slotted,
                                 const Placement &Found, PlaceMode Mode,
                                 const SplitPlacement *Split = nullptr);

} // namespace fencepost::place

#endif
