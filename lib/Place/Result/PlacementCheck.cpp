//===- PlacementCheck.cpp - A placement put into the view, and checked ----===//
// See PlacementCheck.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/PlacementCheck.h"
#include "Hazards/WaveFences.h"
#include "fencepost/Check/Check.h"

namespace fencepost::place {

using namespace view;
using view::Site;

/// Whether a path leads from after \p From to \p To.
static bool leadsTo(const SyncView &View, Site From, Site To) {
  if (From.Block == To.Block && From.Event < To.Event)
    return true;
  std::vector<bool> Seen(View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Work;
  for (const Edge &E : View.Blocks[From.Block].Next)
    Work.push_back(E.To);
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (Seen[B])
      continue;
    Seen[B] = true;
    if (B == To.Block)
      return true;
    for (const Edge &E : View.Blocks[B].Next)
      Work.push_back(E.To);
  }
  return false;
}

/// Not so what is wrong with global memory or with other work-groups: barriers
/// that are placed are for LDS.
static bool concernsPlacement(const SyncView &View, const check::Defect &F) {
  using check::DefectKind;
  switch (F.Kind) {
  case DefectKind::LdsRace:
  case DefectKind::DivergentBarrier:
  case DefectKind::LoopBoundsDiffer:
  case DefectKind::ExitBeforeBarrier:
  case DefectKind::SignalTwice:
  case DefectKind::WaitWithoutSignal:
  case DefectKind::SignalWithoutWait:
  case DefectKind::AsyncNotComplete:
    return true;
  case DefectKind::BarrierWithoutFence:
  case DefectKind::FenceTooNarrow:
    return mayAccessLds(View, F.First) || mayAccessLds(View, F.Second);
  default:
    return false;
  }
}

/// What is left is proved apart by the engine, in most kernels: the checker
/// gets as far as it needs to show what is plainly wrong. Transfers are looked
/// at in what is made of the placement.
static sym::AnalysisLimits limitsAfterPlacing() {
  sym::AnalysisLimits Limits;
  Limits.OnlyLds = true;
  Limits.Async = false;
  Limits.AnyValues = true;
  Limits.SearchSteps = 20000;
  Limits.ProbeRecords = 4000;
  Limits.Searches = 1;
  return Limits;
}

std::optional<Site> findNamedOrClusterBarrier(const SyncView &View) {
  std::optional<Site> Found;
  view::forEachEvent(View, [&](Site Position, const Event &E) {
    if (!Found && E.Kind == EventKind::Barrier && !view::isWorkgroupBarrier(E))
      Found = Position;
  });
  return Found;
}

bool isOnlySimulated(const check::Defect &F) {
  return F.Certainty == check::Certainty::Possible && F.AfterNamedOrCluster;
}

/// Runs of work-groups tell errors from what is possible, which is all the same
/// here; but for what other barriers may order (check/OtherOrder.h).
static sym::AnalysisLimits limitsForUnmodified(const SyncView &View) {
  sym::AnalysisLimits Limits;
  Limits.OnlyLds = Limits.AnyValues = true;
  if (!findNamedOrClusterBarrier(View))
    Limits.SearchSteps = Limits.ProbeRecords = Limits.Searches = 0;
  return Limits;
}

UnmodifiedVerdict judgeUnmodified(const SyncView &View) {
  UnmodifiedVerdict Result = UnmodifiedVerdict::NoDefect;
  for (const check::Defect &F :
       check::checkKernel(View, limitsForUnmodified(View))) {
    bool Matters = F.Kind == check::DefectKind::NotUnderstood ||
                   F.Kind == check::DefectKind::NamedOrClusterBarrier ||
                   concernsPlacement(View, F);
    if (Matters && !isOnlySimulated(F))
      return UnmodifiedVerdict::Defective;
    if (Matters)
      Result = UnmodifiedVerdict::NoDefectSimulated;
  }
  return Result;
}

CheckedPlacement checkPlacement(const SyncView &Original,
                                const SlottedView &Slotted,
                                const Placement &Placement,
                                const SplitPlacement *Split) {
  CheckedPlacement Result;
  Result.Extras = findExtras(Original, Slotted, Placement);
  std::vector<InsertionPoint> Blocks;
  splitEdges(Original, Blocks);
  for (bool Changed = true; Changed;) {
    Changed = false;
    Result.Defects.clear();
    Result.WithThemselves.clear();
    Result.Placed =
        placedView(Original, Slotted, Placement, Result.Extras, Split);
    const SyncView &View = Result.Placed.View;
    for (check::Defect &F : check::checkKernel(View, limitsAfterPlacing())) {
      bool IsRace = F.Kind == check::DefectKind::LdsRace &&
                    F.Certainty != check::Certainty::Unknown;
      auto AddBefore = [&](Site Position, Site From) {
        if (!leadsTo(View, From, Position))
          return;
        BlockId Outside = blockToFence(View, Slotted.Uniform, From, Position);
        Changed |=
            Result.Extras.WaveFences
                .insert(Outside == None ? Result.Placed.Origin.at(Position)
                                        : endOfBlock(Original, Blocks[Outside]))
                .second;
      };
      if (IsRace) {
        AddBefore(F.First.Site, F.Second.Site);
        AddBefore(F.Second.Site, F.First.Site);
      }
      if (IsRace && F.Certainty == check::Certainty::Possible &&
          F.First == F.Second)
        Result.WithThemselves.push_back(F.First);
      if (F.Certainty == check::Certainty::Error && concernsPlacement(View, F))
        Result.Defects.push_back(std::move(F));
    }
  }
  return Result;
}

} // namespace fencepost::place
