//===- Conflict.cpp - Which two accesses can race at all -----------------===//
// See Conflict.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Conflict.h"

namespace fencepost::view {

/// Atomics race with each other only if a scope excludes the other thread.
static bool reachesWorkgroup(const Event &E) {
  return E.Op.isAtomic() && includes(E.Op.Reach.Level, ScopeLevel::Workgroup);
}

std::optional<ConflictKind> conflict(const SyncView &View, AccessSite A,
                                     AccessSite B) {
  const Event &X = A.Site.in(View), &Y = B.Site.in(View);
  const AccessRange &S = A.in(View), &T = B.in(View);
  if (!S.Writes && !T.Writes)
    return std::nullopt;
  bool IsDma = X.Kind == EventKind::Transfer || Y.Kind == EventKind::Transfer;
  if (!IsDma && reachesWorkgroup(X) && reachesWorkgroup(Y))
    return std::nullopt;
  if (IsDma)
    return ConflictKind::Dma;
  if (X.Op.isAtomic() || Y.Op.isAtomic())
    return ConflictKind::AtomicPlain;
  if (S.Writes && T.Writes)
    return ConflictKind::WriteWrite;
  return S.Writes ? ConflictKind::WriteRead : ConflictKind::ReadWrite;
}

} // namespace fencepost::view
