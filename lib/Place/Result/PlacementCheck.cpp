//===- PlacementCheck.cpp - A placement put into the view, and checked ---===//
// See PlacementCheck.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/PlacementCheck.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Check/Check.h"

namespace fencepost::place {

using namespace view;
using view::Site;

/// Barriers that are gone, with the fences beside them.
static std::set<InsertionPoint> goneFrom(const SyncView &Original,
                                         const SlottedView &Slotted,
                                         const Placement &Found) {
  std::set<InsertionPoint> Gone;
  for (unsigned Barrier : Found.Removed)
    for (InsertionPoint At : Slotted.Existing[Barrier].At) {
      const std::vector<Event> &Events = Original.Blocks[At.Block].Events;
      Gone.insert(At);
      auto IsFence = [&](uint32_t E, Ordering Order) {
        return E < Events.size() && Events[E].Kind == EventKind::Fence &&
               Events[E].Op.Order == Order;
      };
      for (uint32_t E = At.Event - 1; IsFence(E, Ordering::Release); --E)
        Gone.insert({At.Block, E});
      for (uint32_t E = At.Event + 1; IsFence(E, Ordering::Acquire); ++E)
        Gone.insert({At.Block, E});
    }
  return Gone;
}

namespace {

/// Makes one view; see placedView().
class ViewPlacer {
public:
  ViewPlacer(const SyncView &Original, const SlottedView &Slotted,
             const Placement &Found, const PlacementExtras &Extras,
             const SplitPlacement *Split)
      : Original(Original), Slotted(Slotted), Extras(Extras),
        Gone(goneFrom(Original, Slotted, Found)) {
    for (SlotId S = 0; S < Slotted.Slots.size(); ++S)
      for (int E : {-1, 0, 1})
        Slots[{Slotted.Slots[S].InView.Block,
               Slotted.Slots[S].InView.Event + E}] = {
            !Split && llvm::binary_search(Found.Slots, S),
            E == -1 && Extras.CompleteAt.count(S)};
    if (Split)
      for (const SplitGap &Gap : Split->Gaps)
        Parts[Gap.At] = Gap.Parts;
    for (const MissingFences &Need : Found.Needs)
      for (InsertionPoint At : Slotted.Existing[Need.Barrier].At)
        Needs[At] = Need;
    for (unsigned B = 0; B < Slotted.Existing.size(); ++B)
      if (Extras.CompleteAt.count(Slotted.Slots.size() + B))
        Completing.insert(Slotted.Existing[B].At.begin(),
                          Slotted.Existing[B].At.end());
  }

  PlacedView run() {
    std::vector<InsertionPoint> Origin;
    splitEdges(Original, Origin);
    Out.View = Slotted.View;
    Out.View.Objects = Original.Objects;
    for (BlockId B = 0; B < Slotted.View.Blocks.size(); ++B) {
      At = Origin[B];
      At.Event = 0;
      fill(B);
    }
    return std::move(Out);
  }

private:
  void fill(BlockId B);
  void addOld();
  void addWaveFence();
  void addCompletion();
  void addParts();
  void add(Event E) {
    Out.Origin[{Now, uint32_t(Events.size())}] = At;
    Events.push_back(std::move(E));
  }
  void addFence(Ordering Order, ScopeLevel Level) {
    Event E;
    E.Kind = EventKind::Fence;
    E.Op.Kind = lower::OpKind::Fence;
    E.Op.Order = Order;
    E.Op.Reach.Level = Level;
    add(std::move(E));
  }

  const SyncView &Original;
  const SlottedView &Slotted;
  const PlacementExtras &Extras;
  std::set<InsertionPoint> Gone, Completing;
  struct SlotEvent {
    bool IsChosen, Completes;
  };
  std::map<Site, SlotEvent> Slots;
  std::map<InsertionPoint, MissingFences> Needs;
  std::map<InsertionPoint, llvm::SmallVector<SplitPart, 2>> Parts;
  PlacedView Out;
  BlockId Now = 0;           ///< The block in work,
  std::vector<Event> Events; ///< its events,
  InsertionPoint At;         ///< and how far that is in the original.
};

void ViewPlacer::addWaveFence() {
  if (!Extras.WaveFences.count(At))
    return;
  addFence(Ordering::Release, ScopeLevel::Wavefront);
  addFence(Ordering::Acquire, ScopeLevel::Wavefront);
}

/// The original event at the point At.
void ViewPlacer::addOld() {
  const Event &E = Original.Blocks[At.Block].Events[At.Event];
  if (Extras.Completions.count(At))
    addCompletion();
  addWaveFence();
  if (Gone.count(At))
    return;
  auto Need = Needs.find(At);
  bool Lacks = Need != Needs.end();
  bool Completes = Completing.count(At) && arrives(E.Op.Action);
  if (Completes)
    addCompletion();
  if (Completes || (Lacks && Need->second.Release && arrives(E.Op.Action)))
    addFence(Ordering::Release, ScopeLevel::Workgroup);
  add(E);
  if (Lacks && Need->second.Acquire && waits(E.Op.Action))
    addFence(Ordering::Acquire, ScopeLevel::Workgroup);
}

/// A mark and a wait for all marks.
void ViewPlacer::addCompletion() {
  Event E;
  E.Kind = EventKind::AsyncMark;
  E.Op.Kind = lower::OpKind::AsyncMark;
  add(E);
  E.Kind = EventKind::AsyncWait;
  E.Op.Kind = lower::OpKind::WaitAsyncMark;
  add(E);
}

/// Signals and waits at the point At.
void ViewPlacer::addParts() {
  auto Here = Parts.find(At);
  if (Here == Parts.end())
    return;
  for (const SplitPart &Part : Here->second) {
    Event E;
    E.Kind = EventKind::Barrier;
    E.Op.Kind = lower::OpKind::Barrier;
    E.Op.Action = Part.IsSignal ? BarrierOp::Arrive : BarrierOp::Wait;
    E.Op.Object = BarrierId::workgroup();
    if (Part.Completes)
      addCompletion();
    if (Part.IsSignal)
      addFence(Ordering::Release, ScopeLevel::Workgroup);
    add(E);
    if (!Part.IsSignal)
      addFence(Ordering::Acquire, ScopeLevel::Workgroup);
  }
}

void ViewPlacer::fill(BlockId B) {
  Now = B;
  Events.clear();
  for (uint32_t I = 0; I < Slotted.View.Blocks[B].Events.size(); ++I) {
    auto OfSlot = Slots.find({B, I});
    if (OfSlot == Slots.end()) {
      addParts();
      addOld();
      ++At.Event;
    } else if (OfSlot->second.IsChosen) {
      if (OfSlot->second.Completes)
        addCompletion();
      add(Slotted.View.Blocks[B].Events[I]);
    }
  }
  if (At.EdgeTo == None)
    addWaveFence();
  addParts();
  Out.View.Blocks[B].Events = std::move(Events);
}

} // namespace

PlacedView placedView(const SyncView &Original, const SlottedView &Slotted,
                      const Placement &Found, const PlacementExtras &Extras,
                      const SplitPlacement *Split) {
  return ViewPlacer(Original, Slotted, Found, Extras, Split).run();
}

/// The end of the block that \p In lies in.
static InsertionPoint endOf(const SyncView &Original, InsertionPoint Point) {
  Point.Event = Original.Blocks[Point.Block].Events.size();
  return Point;
}

/// Points of the original view, by events of the view with slots.
static std::map<Site, InsertionPoint> originsIn(const SyncView &Original,
                                                const SlottedView &Slotted) {
  std::vector<InsertionPoint> Origin;
  splitEdges(Original, Origin);
  std::set<Site> OfSlots;
  for (const Slot &S : Slotted.Slots)
    for (int E : {-1, 0, 1})
      OfSlots.insert({S.InView.Block, S.InView.Event + E});
  std::map<Site, InsertionPoint> Result;
  for (BlockId B = 0; B < Slotted.View.Blocks.size(); ++B) {
    InsertionPoint At = Origin[B];
    At.Event = 0;
    for (uint32_t E = 0; E < Slotted.View.Blocks[B].Events.size(); ++E) {
      Result[{B, E}] = At;
      At.Event += !OfSlots.count({B, E});
    }
  }
  return Result;
}

PlacementExtras findExtras(const SyncView &Original, const SlottedView &Slotted,
                           const Placement &Found) {
  PlacementExtras Result;
  std::map<Site, InsertionPoint> Origin = originsIn(Original, Slotted);
  auto IsAsync = [&](Site At) {
    return check::isAsyncTransfer(At.in(Slotted.View));
  };
  std::vector<InsertionPoint> Blocks;
  splitEdges(Original, Blocks);
  for (const WaveFence &F : Found.WaveFences)
    Result.WaveFences.insert(F.AtEndOf == None
                                 ? Origin.at(F.Before.At)
                                 : endOf(Original, Blocks[F.AtEndOf]));
  for (const TransferCompletion &C : Found.Transfers.AtBarriers)
    if (IsAsync(C.Transfer))
      Result.CompleteAt.insert(C.Barrier);
  for (const TransferUse &U : Found.Transfers.InWave)
    if (IsAsync(U.Transfer))
      Result.Completions.insert(Origin.at(U.Use.At));
  return Result;
}

/// Whether a way leads from behind \p From to \p To.
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
  view::forEachEvent(View, [&](Site At, const Event &E) {
    if (!Found && E.Kind == EventKind::Barrier && !view::isWorkgroupBarrier(E))
      Found = At;
  });
  return Found;
}

bool isOnlySimulated(const check::Defect &F) {
  return F.Certainty == check::Certainty::Possible && F.BehindNamedOrCluster;
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
                                const Placement &Found,
                                const SplitPlacement *Split) {
  CheckedPlacement Result;
  Result.Extras = findExtras(Original, Slotted, Found);
  std::vector<InsertionPoint> Blocks;
  splitEdges(Original, Blocks);
  for (bool Changed = true; Changed;) {
    Changed = false;
    Result.Left.clear();
    Result.WithThemselves.clear();
    Result.Placed = placedView(Original, Slotted, Found, Result.Extras, Split);
    const SyncView &View = Result.Placed.View;
    for (check::Defect &F : check::checkKernel(View, limitsAfterPlacing())) {
      bool IsRace = F.Kind == check::DefectKind::LdsRace &&
                    F.Certainty != check::Certainty::Unknown;
      auto AddBefore = [&](Site At, Site From) {
        if (!leadsTo(View, From, At))
          return;
        BlockId Outside = blockToFence(View, Slotted.Uniform, From, At);
        Changed |=
            Result.Extras.WaveFences
                .insert(Outside == None ? Result.Placed.Origin.at(At)
                                        : endOf(Original, Blocks[Outside]))
                .second;
      };
      if (IsRace) {
        AddBefore(F.First.At, F.Second.At);
        AddBefore(F.Second.At, F.First.At);
      }
      if (IsRace && F.Certainty == check::Certainty::Possible &&
          F.First == F.Second)
        Result.WithThemselves.push_back(F.First);
      if (F.Certainty == check::Certainty::Error && concernsPlacement(View, F))
        Result.Left.push_back(std::move(F));
    }
  }
  return Result;
}

} // namespace fencepost::place
