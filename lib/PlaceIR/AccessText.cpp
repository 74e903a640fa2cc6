//===- AccessText.cpp - Accesses in words ---------------------------------===//
// See AccessText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/AccessText.h"

namespace fencepost::placeir {

using namespace view;

static llvm::StringRef verbOf(const Event &E, const AccessRange &T) {
  if (E.Kind == EventKind::Transfer)
    return T.Writes ? "transfer to" : "transfer from";
  if (T.Reads && T.Writes)
    return "update of";
  return T.Writes ? "store to" : "load from";
}

std::string accessText(const SyncView &View, view::AccessSite Access) {
  const Event &E = Access.Site.in(View);
  const AccessRange &T = Access.in(View);
  std::string Text = verbOf(E, T).str();
  if (T.Object != None && !View.Objects[T.Object].Name.empty())
    return Text + " '" + View.Objects[T.Object].Name + "'";
  bool IsLds = T.Object != None
                   ? View.Objects[T.Object].Space == AddressSpace::Local
                   : E.Op.Space == AddressSpace::Local;
  return Text + (IsLds ? " LDS" : " unknown memory");
}

} // namespace fencepost::placeir
