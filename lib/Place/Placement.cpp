//===- Placement.cpp - The cheapest placement of barriers -----------------===//
// See Placement.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Placement.h"
#include "AllowedChanges.h"
#include "Hazards/TransferWaits.h"
#include "Hazards/WaveFences.h"
#include "HittingSet/HittingSet.h"

namespace fencepost::place {

namespace {

class PlacementOptimizer {
public:
  PlacementOptimizer(const SlottedView &Slotted, const PlaceOptions &Options)
      : Slotted(Slotted), Options(Options),
        Finder(Slotted, allowedChanges(Slotted, Options.Mode)),
        Costs(candidateCosts(Slotted, Options.Mode)),
        MaxDepth(maxLoopDepth(Slotted)) {}
  Placement run();

private:
  void choose(Placement &Out);
  bool isBoundCertain(const Placement &Placement) const;
  void describe(llvm::ArrayRef<CandidateId> Chosen, Placement &Out) const;
  bool isInStep(view::Site Position) const;
  void findProblems(Placement &Out) const;

  const SlottedView &Slotted;
  const PlaceOptions &Options;
  HazardFinder Finder;
  std::vector<PlacementCost> Costs; ///< By candidate.
  unsigned MaxDepth;
};

void PlacementOptimizer::choose(Placement &Out) {
  std::set<CandidateSet> Known;
  std::vector<CandidateId> Chosen;
  while (Out.Rounds++ < Options.Limits.Rounds) {
    std::vector<CandidateSet> Paths(Known.begin(), Known.end());
    HittingSet Best =
        cheapestHittingSet(Paths, Costs, MaxDepth, Options.Limits.Nodes);
    Chosen = Best.Candidates;
    Out.Total = Best.Total;
    Out.LowerBound = Best.LowerBound;
    std::vector<Hazard> Hazards = Finder.find(Chosen);
    if (Hazards.empty()) {
      Out.IsSufficient = Slotted.View.Reducible;
      break;
    }
    for (Hazard &H : Hazards) {
      Known.insert(H.Slots);
      Out.Hazards.push_back(std::move(H));
    }
  }
  Out.BoundIsCertain = isBoundCertain(Out);
  describe(Chosen, Out);
}

bool PlacementOptimizer::isBoundCertain(const Placement &Placement) const {
  std::set<CandidateSet> Certain;
  for (const Hazard &H : Placement.Hazards)
    if (H.IsCertain)
      Certain.insert(H.Slots);
  std::vector<CandidateSet> Paths(Certain.begin(), Certain.end());
  return cheapestHittingSet(Paths, Costs, MaxDepth, Options.Limits.Nodes)
             .LowerBound >= Placement.LowerBound;
}

void PlacementOptimizer::describe(llvm::ArrayRef<CandidateId> Chosen,
                                  Placement &Out) const {
  std::vector<bool> Stays(Slotted.Existing.size(),
                          Options.Mode == PlaceMode::Keep);
  std::vector<bool> Counts(Slotted.Existing.size());
  for (CandidateId C : Chosen) {
    if (std::optional<SlotId> Slot = Slotted.slotOf(C)) {
      Out.Slots.push_back(*Slot);
      continue;
    }
    unsigned Existing = *Slotted.existingOf(C);
    Stays[Existing] = Counts[Existing] = true;
  }
  for (unsigned I = 0; I < Slotted.Existing.size(); ++I) {
    (Stays[I] ? Out.Kept : Out.Removed).push_back(I);
    const check::BarrierFences &F = Slotted.Existing[I].Fences;
    if (Counts[I] && !F.complete())
      Out.Repairs.push_back({I, !F.Released, !F.Acquired});
  }
}

/// Whether the barrier of the cluster is used at \p Position so that none of
/// the work-group can interfere: where all waves wait for a phase, the arrival
/// of their own work-group has come before, in whatever wave.
bool PlacementOptimizer::isInStep(view::Site Position) const {
  const view::Event &E = Position.in(Slotted.View);
  return Options.Mode == PlaceMode::Keep && E.Op.Object.isCluster() &&
         (!waits(E.Op.Action) || Slotted.Uniform[Position.Block]);
}

void PlacementOptimizer::findProblems(Placement &Out) const {
  Out.Problems = Finder.problems();
  for (unsigned I : Out.Kept)
    if (!Slotted.Existing[I].IsUniform) {
      view::Site Position = *Slotted.Existing[I].Parts.begin();
      Out.Problems.insert({Position.Block, Position.Event,
                           PlacementProblemKind::NonUniformBarrier});
    }
  bool HasOther = false;
  view::forEachEvent(
      Slotted.View, [&](view::Site Position, const view::Event &E) {
        if (HasOther || E.Kind != view::EventKind::Barrier ||
            view::isWorkgroupBarrier(E) || isInStep(Position))
          return;
        HasOther = true;
        Out.Problems.insert({Position.Block, Position.Event,
                             PlacementProblemKind::NamedOrClusterBarrier});
      });
}

Placement PlacementOptimizer::run() {
  Placement Result;
  choose(Result);
  Result.Unplaceable = Finder.unplaceable();
  if (Slotted.View.Reducible) {
    Result.Transfers = findTransferWaits(Finder);
    Result.WaveFences = findWaveFences(Finder);
  }
  findProblems(Result);
  return Result;
}

} // namespace

Placement cheapestPlacement(const SlottedView &Slotted, PlaceOptions Options) {
  return PlacementOptimizer(Slotted, Options).run();
}

} // namespace fencepost::place
