//===- RemovalSafety.cpp - What an existing barrier orders besides LDS ----===//
// See RemovalSafety.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/RemovalSafety.h"
#include "Hazards/HazardFinder.h"

namespace fencepost::place {

using namespace view;
using view::Site;

std::optional<Site> findInterGroupSync(const SyncView &View) {
  std::optional<Site> Found;
  view::forEachEvent(View, [&](Site Position, const Event &E) {
    bool Reaches = E.Op.Reach.Level > ScopeLevel::Workgroup;
    bool IsGlobal = E.Kind == EventKind::Access &&
                    E.Op.Space != AddressSpace::Local &&
                    (E.Op.isAtomic() || E.Op.Volatile);
    bool IsFence = E.Kind == EventKind::Fence && Reaches;
    if (!Found && (IsGlobal || IsFence))
      Found = Position;
  });
  return Found;
}

/// Memory that something else may alias.
static bool mayAlias(const Object &O) {
  return (O.Kind == ObjectKind::Argument && !O.NoAlias) ||
         O.Kind == ObjectKind::Global || O.Kind == ObjectKind::Unknown;
}

static SyncView withAccessesInLds(const SyncView &View) {
  SyncView All = View;
  for (Object &O : All.Objects)
    if (O.Kind != ObjectKind::Private && O.Kind != ObjectKind::NamedBarrier)
      O.Space = AddressSpace::Local;
  // One pointer that may point anywhere may point to where the others do, but
  // not to LDS.
  Object Anywhere;
  Anywhere.Kind = ObjectKind::Argument;
  Anywhere.Space = AddressSpace::Local;
  Anywhere.Name = "global memory";
  auto Widen = [&](AccessRange &T) {
    if (T.Object == None || !mayAlias(All.Objects[T.Object]))
      return;
    bool IsLds = mayBeLds(View.Objects[T.Object].Space);
    T.Object = IsLds ? None : View.Objects.size();
    T.Address = None;
  };
  All.Objects.push_back(Anywhere);
  for (Block &B : All.Blocks)
    for (Event &E : B.Events) {
      Widen(E.Memory);
      Widen(E.Destination);
      // A transfer to LDS from memory that may be LDS accesses it on both ends.
      bool IsTransfer = E.Kind == EventKind::Transfer;
      E.Op.Space = IsTransfer ? AddressSpace::Generic : AddressSpace::Local;
      E.Transfer.Direction = TransferDirection::ToLds;
    }
  return All;
}

static bool accessesLds(const SyncView &View) {
  bool Does = false;
  view::forEachEvent(View, [&](Site Position, const Event &) {
    for (bool Destination : {false, true})
      Does |= mayAccessLds(View, {Position, Destination});
  });
  return Does;
}

/// Fences cover LDS there if they cover all that they have to here.
SyncView withAllMemoryInLds(const SyncView &View) {
  SyncView All = withAccessesInLds(View);
  bool Global = mayOrderGlobalMemory(View), Lds = !Global || accessesLds(View);
  for (Block &B : All.Blocks)
    for (Event &E : B.Events) {
      if (E.Kind != EventKind::Fence)
        continue;
      AddressSpaceSet Covered =
          E.Op.Tags.covered({AddressSpace::Local, AddressSpace::Global});
      bool IsEnough = (!Global || Covered.has(AddressSpace::Global)) &&
                      (!Lds || Covered.has(AddressSpace::Local));
      E.Op.Tags.Synchronize = {IsEnough ? AddressSpace::Local
                                        : AddressSpace::Global};
    }
  return All;
}

std::vector<bool> findGlobalObjects(const SyncView &View) {
  std::vector<bool> Result;
  for (const Object &O : View.Objects)
    Result.push_back(O.Space == AddressSpace::Global);
  Result.push_back(true); // What pointers that may be the same point to.
  return Result;
}

bool mayOrderGlobalMemory(const SyncView &View) {
  SyncView Rest = withAccessesInLds(View);
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (uint32_t E = 0; E < View.Blocks[B].Events.size(); ++E)
      for (bool Destination : {false, true}) {
        const Event &Was = View.Blocks[B].Events[E];
        const AccessRange &T = Destination ? Was.Destination : Was.Memory;
        bool IsLds = T.Object != None &&
                     View.Objects[T.Object].Space == AddressSpace::Local;
        if (!IsLds)
          continue;
        Event &RestEvent = Rest.Blocks[B].Events[E];
        (Destination ? RestEvent.Destination : RestEvent.Memory) =
            AccessRange();
      }
  SlottedView Slotted = withSlots(Rest);
  AllowedChanges None{.AddSlots = true,
                      .AddInSplit = true,
                      .Existing = std::vector<BarrierRole>(
                          Slotted.Existing.size(), BarrierRole::Ignored)};
  return !HazardFinder(Slotted, None).find({}).empty();
}

} // namespace fencepost::place
