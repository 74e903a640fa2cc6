//===- Access.cpp - The memory that an access ranges over -----------------===//
// See Access.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Access.h"

namespace fencepost::view {

AddressSpace spaceOf(const SyncView &View, AccessSite Access) {
  const Event &E = Access.Site.in(View);
  uint32_t Object = Access.in(View).Object;
  if (Object != None)
    return View.Objects[Object].Space;
  if (E.Kind != EventKind::Transfer)
    return E.Op.Space;
  bool ToLds = E.Transfer.Direction == TransferDirection::ToLds;
  if (Access.Destination == ToLds)
    return AddressSpace::Local;
  // The operation says what is read.
  return ToLds ? E.Op.Space : AddressSpace::Global;
}

bool mayAccessLds(const SyncView &View, AccessSite Access) {
  const AccessRange &T = Access.in(View);
  return (T.Reads || T.Writes) && mayBeLds(spaceOf(View, Access));
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

} // namespace fencepost::view
