//===- MergeLdsObjects.cpp - Pointers to one of several LDS objects ------===//
// See MergeLdsObjects.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/MergeLdsObjects.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::view {

/// True if \p T, an access range of \p E, is in LDS, by its object or pointer.
static bool isInLds(const SyncView &View, const Event &E,
                    const AccessRange &T) {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object != None)
    return View.Objects[T.Object].Space == AddressSpace::Local &&
           View.Objects[T.Object].Kind != ObjectKind::NamedBarrier;
  bool IsDestination = E.Kind == EventKind::Transfer && &T == &E.Destination;
  return IsDestination || E.Op.Space == AddressSpace::Local;
}

std::optional<SyncView> withMergedLds(const SyncView &View) {
  auto IsUnclear = [&](const Event &E, const AccessRange &T) {
    return T.Object == None && T.Address != None && isInLds(View, E, T);
  };
  bool Any = llvm::any_of(View.Blocks, [&](const Block &B) {
    return llvm::any_of(B.Events, [&](const Event &E) {
      return IsUnclear(E, E.Memory) || IsUnclear(E, E.Destination);
    });
  });
  if (!Any)
    return std::nullopt;
  SyncView Result = View;
  Object All;
  All.Kind = ObjectKind::Unknown;
  All.Space = AddressSpace::Local;
  Result.Objects.push_back(All);
  uint32_t Id = Result.Objects.size() - 1;
  for (Block &B : Result.Blocks)
    for (Event &E : B.Events)
      for (AccessRange *T : {&E.Memory, &E.Destination})
        if (isInLds(Result, E, *T) && T->Address != None)
          T->Object = Id;
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
