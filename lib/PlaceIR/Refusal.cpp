//===- Refusal.cpp - Why nothing is placed in a kernel, as values ---------===//
// See Refusal.h.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/Refusal.h"

namespace fencepost::placeir {

using namespace view;

static AccessName::VerbKind verbOf(const Event &E, const AccessRange &T) {
  using Verb = AccessName::VerbKind;
  if (E.Kind == EventKind::Transfer)
    return T.Writes ? Verb::TransferTo : Verb::TransferFrom;
  if (T.Reads && T.Writes)
    return Verb::Update;
  return T.Writes ? Verb::Store : Verb::Load;
}

AccessName nameAccess(const SyncView &View, AccessSite Access) {
  const Event &E = Access.Site.in(View);
  const AccessRange &T = Access.in(View);
  AccessName Result;
  Result.Verb = verbOf(E, T);
  if (T.Object != None)
    Result.Object = View.Objects[T.Object].Name;
  Result.IsLds = (T.Object != None ? View.Objects[T.Object].Space
                                   : E.Op.Space) == AddressSpace::Local;
  return Result;
}

} // namespace fencepost::placeir
