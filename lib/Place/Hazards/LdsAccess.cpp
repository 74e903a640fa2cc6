//===- LdsAccess.cpp - Accesses that may reach LDS ------------------------===//
// See LdsAccess.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/LdsAccess.h"

namespace fencepost::place {

using namespace view;
using view::AccessSite;

bool mayAccessLds(const SyncView &View, AccessSite Access) {
  const Event &E = Access.At.in(View);
  const AccessRange &T = Access.in(View);
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object != None)
    return View.Objects[T.Object].Space == AddressSpace::Local;
  if (E.Op.Space == AddressSpace::Generic)
    return true;
  // The operation of a transfer says what it reads: LDS, or what goes there.
  bool ReadsLds = E.Op.Space == AddressSpace::Local;
  return E.Kind == EventKind::Transfer ? Access.Destination != ReadsLds
                                       : ReadsLds;
}

bool hasKnownBytes(const SyncView &View, AccessSite Access) {
  const AccessRange &T = Access.in(View);
  return T.Object != None && T.Address != None && T.Bytes != 0;
}

bool areDistinctObjects(const SyncView &View, AccessSite A, AccessSite B) {
  uint32_t X = A.in(View).Object, Y = B.in(View).Object;
  auto IsOne = [&](uint32_t Object) {
    return Object != None && View.Objects[Object].Kind != ObjectKind::Unknown;
  };
  return X != Y && IsOne(X) && IsOne(Y);
}

} // namespace fencepost::place
