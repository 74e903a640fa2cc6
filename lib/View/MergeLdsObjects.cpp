//===- MergeLdsObjects.cpp - Pointers to one of several LDS objects ------===//
// See MergeLdsObjects.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/MergeLdsObjects.h"
#include "fencepost/View/Access.h"

namespace fencepost::view {

/// True if \p Access is in LDS, by its object or pointer.
static bool isInLds(const SyncView &View, AccessSite Access) {
  const AccessRange &T = Access.in(View);
  bool IsBarrier = T.Object != None &&
                   View.Objects[T.Object].Kind == ObjectKind::NamedBarrier;
  return (T.Reads || T.Writes) && !IsBarrier &&
         spaceOf(View, Access) == AddressSpace::Local;
}

std::optional<SyncView> withMergedLds(const SyncView &View) {
  std::vector<AccessSite> InLds;
  bool Any = false;
  forEachEvent(View, [&](Site At, const Event &) {
    for (AccessSite Access : {AccessSite{At, false}, AccessSite{At, true}}) {
      const AccessRange &T = Access.in(View);
      if (T.Address == None || !isInLds(View, Access))
        continue;
      InLds.push_back(Access);
      Any |= T.Object == None;
    }
  });
  if (!Any)
    return std::nullopt;
  SyncView Result = View;
  Object All;
  All.Kind = ObjectKind::Unknown;
  All.Space = AddressSpace::Local;
  Result.Objects.push_back(All);
  uint32_t Id = Result.Objects.size() - 1;
  for (AccessSite Access : InLds) {
    Event &E = Result.Blocks[Access.Site.Block].Events[Access.Site.Event];
    (Access.Destination ? E.Destination : E.Memory).Object = Id;
  }
  return Result;
}

uint32_t objectAt(const SyncView &View, uint64_t Address) {
  uint32_t Best = None;
  for (uint32_t Id = 0; Id < View.Objects.size(); ++Id) {
    const Object &Object = View.Objects[Id];
    if (Object.Base == 0 || Object.Base > Address)
      continue;
    if (Best == None || Object.Base > View.Objects[Best].Base)
      Best = Id;
  }
  return Best;
}

} // namespace fencepost::view
