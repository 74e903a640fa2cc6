//===- Optimize.cpp - The cheapest placement of barriers ------------------===//
// See Optimize.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Optimize.h"

namespace fencepost::place {

AllowedChanges allowedChangesFor(const SlottedView &In, PlaceMode How) {
  AllowedChanges May;
  May.AddSlots = How != PlaceMode::RemoveNeedless;
  May.AddInSplit = How == PlaceMode::Replace;
  for (const ExistingBarrier &B : In.Existing) {
    BarrierRole Is = BarrierRole::Candidate;
    if (How == PlaceMode::Replace || !B.IsUniform)
      Is = BarrierRole::Ignored;
    else if (How == PlaceMode::Keep && B.Fences.complete())
      Is = BarrierRole::Orders;
    May.Existing.push_back(Is);
  }
  return May;
}

unsigned deepestIn(const SlottedView &In) {
  unsigned Deepest = 0;
  for (const Slot &S : In.Slots)
    Deepest = std::max(Deepest, S.Depth);
  for (const ExistingBarrier &B : In.Existing)
    Deepest = std::max(Deepest, B.Depth);
  return Deepest;
}

std::vector<PlacementCost> costsFor(const SlottedView &In, PlaceMode How) {
  unsigned MaxDepth = deepestIn(In);
  std::vector<PlacementCost> Prices;
  for (const Slot &S : In.Slots)
    Prices.push_back(PlacementCost::of(S, MaxDepth));
  for (const ExistingBarrier &B : In.Existing) {
    PlacementCost Of(MaxDepth);
    if (How != PlaceMode::Keep)
      Of += PlacementCost::of(B, MaxDepth, false);
    if (!B.Fences.complete())
      Of += PlacementCost::of(B, MaxDepth, true);
    Prices.push_back(std::move(Of));
  }
  return Prices;
}

namespace {

class Optimizer {
public:
  Optimizer(const SlottedView &In, const PlaceOptions &How)
      : In(In), How(How), Finder(In, allowedChangesFor(In, How.Mode)),
        Prices(costsFor(In, How.Mode)), MaxDepth(deepestIn(In)) {}
  Placement run();

private:
  void choose(Placement &Out);
  bool isBoundCertain(const Placement &Of) const;
  void describe(llvm::ArrayRef<CandidateId> Chosen, Placement &Out) const;
  bool isInStep(check::Site At) const;
  void findProblems(Placement &Out) const;

  const SlottedView &In;
  const PlaceOptions &How;
  HazardFinder Finder;
  std::vector<PlacementCost> Prices; ///< By candidate.
  unsigned MaxDepth;
};

void Optimizer::choose(Placement &Out) {
  std::set<SlotSet> Known;
  std::vector<CandidateId> Chosen;
  while (Out.Rounds++ < How.Limits.Rounds) {
    std::vector<SlotSet> Paths(Known.begin(), Known.end());
    HittingSet Best =
        cheapestHittingSet(Paths, Prices, MaxDepth, How.Limits.Nodes);
    Chosen = Best.Slots;
    Out.Total = Best.Total;
    Out.LowerBound = Best.LowerBound;
    std::vector<Hazard> Left = Finder.find(Chosen);
    if (Left.empty()) {
      Out.IsSufficient = In.View.Reducible;
      break;
    }
    for (Hazard &H : Left) {
      Known.insert(H.Slots);
      Out.Hazards.push_back(std::move(H));
    }
  }
  Out.BoundIsCertain = isBoundCertain(Out);
  describe(Chosen, Out);
}

bool Optimizer::isBoundCertain(const Placement &Of) const {
  std::set<SlotSet> Certain;
  for (const Hazard &H : Of.Hazards)
    if (H.IsCertain)
      Certain.insert(H.Slots);
  std::vector<SlotSet> Paths(Certain.begin(), Certain.end());
  return cheapestHittingSet(Paths, Prices, MaxDepth, How.Limits.Nodes)
             .LowerBound >= Of.LowerBound;
}

void Optimizer::describe(llvm::ArrayRef<CandidateId> Chosen,
                         Placement &Out) const {
  std::vector<bool> Stays(In.Existing.size(), How.Mode == PlaceMode::Keep);
  std::vector<bool> Counts(In.Existing.size());
  for (CandidateId C : Chosen) {
    if (C < In.Slots.size()) {
      Out.Slots.push_back(C);
      continue;
    }
    Stays[C - In.Slots.size()] = Counts[C - In.Slots.size()] = true;
  }
  for (unsigned I = 0; I < In.Existing.size(); ++I) {
    (Stays[I] ? Out.Kept : Out.Removed).push_back(I);
    const check::BarrierFences &F = In.Existing[I].Fences;
    if (Counts[I] && !F.complete())
      Out.Needs.push_back({I, !F.Released, !F.Acquired});
  }
}

/// Whether the barrier of the cluster is used at \p At so that none of the
/// work-group can be in its way: where all waves wait for a phase, the arrival
/// of their own work-group has come before, in whatever wave.
bool Optimizer::isInStep(check::Site At) const {
  const view::Event &E = At.in(In.View);
  return How.Mode == PlaceMode::Keep && E.Op.Object.isCluster() &&
         (!waits(E.Op.Action) || In.Uniform[At.Block]);
}

void Optimizer::findProblems(Placement &Out) const {
  Out.Problems = Finder.problems();
  for (unsigned I : Out.Kept)
    if (!In.Existing[I].IsUniform) {
      check::Site At = *In.Existing[I].Parts.begin();
      Out.Problems.insert(
          {At.Block, At.Event, "not all waves come alike to this barrier"});
    }
  bool HasOther = false;
  check::forEachEvent(In.View, [&](check::Site At, const view::Event &E) {
    if (HasOther || E.Kind != view::EventKind::Barrier ||
        check::isWorkgroupBarrier(E) || isInStep(At))
      return;
    HasOther = true;
    Out.Problems.insert({At.Block, At.Event,
                         "this barrier is not the work-group's, and is not "
                         "relied on"});
  });
}

Placement Optimizer::run() {
  Placement Result;
  choose(Result);
  Result.Unplaceable = Finder.unplaceable();
  if (In.View.Reducible) {
    Result.Transfers = findCompletions(Finder);
    Result.WaveFences = findWaveFences(Finder);
  }
  findProblems(Result);
  return Result;
}

} // namespace

Placement cheapestPlacement(const SlottedView &In, PlaceOptions How) {
  return Optimizer(In, How).run();
}

} // namespace fencepost::place
