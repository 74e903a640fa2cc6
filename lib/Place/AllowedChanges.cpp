//===- AllowedChanges.cpp - What a placement may choose -------------------===//
// See AllowedChanges.h.
//===----------------------------------------------------------------------===//
#include "AllowedChanges.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

AllowedChanges allowedChanges(const SlottedView &Slotted, PlaceMode Mode) {
  AllowedChanges Allowed;
  Allowed.AddSlots = Mode != PlaceMode::RemoveNeedless;
  Allowed.AddInSplit = Mode == PlaceMode::Replace;
  for (const ExistingBarrier &B : Slotted.Existing) {
    BarrierRole Role = BarrierRole::Candidate;
    if (Mode == PlaceMode::Replace || !B.IsUniform)
      Role = BarrierRole::Ignored;
    else if (Mode == PlaceMode::Keep && B.Fences.complete())
      Role = BarrierRole::Orders;
    Allowed.Existing.push_back(Role);
  }
  return Allowed;
}

unsigned maxLoopDepth(const SlottedView &Slotted) {
  unsigned Deepest = 0;
  for (const Slot &S : Slotted.Slots)
    Deepest = std::max(Deepest, S.Depth);
  for (const ExistingBarrier &B : Slotted.Existing)
    Deepest = std::max(Deepest, B.Depth);
  return Deepest;
}

std::vector<PlacementCost> candidateCosts(const SlottedView &Slotted,
                                          PlaceMode Mode) {
  unsigned MaxDepth = maxLoopDepth(Slotted);
  std::vector<PlacementCost> Costs;
  for (const Slot &S : Slotted.Slots)
    Costs.push_back(PlacementCost::of(S, MaxDepth));
  for (const ExistingBarrier &B : Slotted.Existing) {
    PlacementCost Cost(MaxDepth);
    if (Mode != PlaceMode::Keep)
      Cost += PlacementCost::of(B, MaxDepth);
    if (!B.Fences.complete())
      Cost += PlacementCost::ofFences(B, MaxDepth);
    Costs.push_back(std::move(Cost));
  }
  return Costs;
}

/// Nothing can be chosen any more, and what stays orders if it will have its
/// fences.
AllowedChanges fixedBarriers(const SlottedView &Slotted,
                             const Placement &Placement) {
  AllowedChanges Fixed{.AddSlots = false,
                       .AddInSplit = false,
                       .Existing = std::vector<BarrierRole>(
                           Slotted.Existing.size(), BarrierRole::Ignored)};
  for (unsigned Barrier : Placement.Kept) {
    bool Gets = llvm::any_of(Placement.Repairs, [&](const MissingFences &N) {
      return N.Barrier == Barrier;
    });
    const ExistingBarrier &Existing = Slotted.Existing[Barrier];
    if (Existing.IsUniform && (Gets || Existing.Fences.complete()))
      Fixed.Existing[Barrier] = BarrierRole::Orders;
  }
  return Fixed;
}

} // namespace fencepost::place
