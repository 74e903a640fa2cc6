//===- PlacedView.cpp - A view with its placement -------------------------===//
// See PlacedView.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/PlacedView.h"
#include "fencepost/Check/Async.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using view::Site;

/// Barriers that are gone, with the fences beside them.
static std::set<InsertionPoint> goneFrom(const SyncView &Original,
                                         const SlottedView &Slotted,
                                         const Placement &Placement) {
  std::set<InsertionPoint> Gone;
  for (unsigned Barrier : Placement.Removed)
    for (InsertionPoint Point : Slotted.Existing[Barrier].Points) {
      const std::vector<Event> &Events = Original.Blocks[Point.Block].Events;
      Gone.insert(Point);
      auto IsFence = [&](uint32_t E, Ordering Order) {
        return E < Events.size() && Events[E].Kind == EventKind::Fence &&
               Events[E].Op.Order == Order;
      };
      for (uint32_t E = Point.Event - 1; IsFence(E, Ordering::Release); --E)
        Gone.insert({Point.Block, E});
      for (uint32_t E = Point.Event + 1; IsFence(E, Ordering::Acquire); ++E)
        Gone.insert({Point.Block, E});
    }
  return Gone;
}

namespace {

/// Makes one view; see placedView().
class ViewPlacer {
public:
  ViewPlacer(const SyncView &Original, const SlottedView &Slotted,
             const Placement &Placement, const PlacementExtras &Extras,
             const SplitPlacement *Split)
      : Original(Original), Slotted(Slotted), Extras(Extras),
        Gone(goneFrom(Original, Slotted, Placement)) {
    for (SlotId S : IdRange<SlotId>(Slotted.Slots.size()))
      for (int E : {-1, 0, 1})
        Slots[{Slotted.slot(S).InView.Block,
               Slotted.slot(S).InView.Event + E}] = {
            !Split && llvm::binary_search(Placement.Slots, S),
            E == -1 && Extras.CompleteAt.count(Slotted.candidate(S))};
    if (Split)
      for (const SplitGap &Gap : Split->Gaps)
        Parts[Gap.Point] = Gap.Parts;
    for (const MissingFences &Need : Placement.Repairs)
      for (InsertionPoint Point : Slotted.Existing[Need.Barrier].Points)
        Needs[Point] = Need;
    for (unsigned B = 0; B < Slotted.Existing.size(); ++B)
      if (Extras.CompleteAt.count(Slotted.existingCandidate(B)))
        Completing.insert(Slotted.Existing[B].Points.begin(),
                          Slotted.Existing[B].Points.end());
  }

  PlacedView run() {
    std::vector<InsertionPoint> Origin;
    splitEdges(Original, Origin);
    Out.View = Slotted.View;
    Out.View.Objects = Original.Objects;
    for (BlockId B = 0; B < Slotted.View.Blocks.size(); ++B) {
      Point = Origin[B];
      Point.Event = 0;
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
    Out.Origin[{CurrentBlock, uint32_t(Events.size())}] = Point;
    Events.push_back(std::move(E));
  }
  void addFence(Ordering Order, ScopeLevel Reach) {
    add(plainFence(Order, Reach));
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
  BlockId CurrentBlock = 0;  ///< The block in work,
  std::vector<Event> Events; ///< its events,
  InsertionPoint Point;      ///< and how far that is in the original.
};

void ViewPlacer::addWaveFence() {
  if (!Extras.WaveFences.count(Point))
    return;
  addFence(Ordering::Release, ScopeLevel::Wavefront);
  addFence(Ordering::Acquire, ScopeLevel::Wavefront);
}

/// The original event at the point At.
void ViewPlacer::addOld() {
  const Event &E = Original.Blocks[Point.Block].Events[Point.Event];
  if (Extras.Completions.count(Point))
    addCompletion();
  addWaveFence();
  if (Gone.count(Point))
    return;
  auto Need = Needs.find(Point);
  bool Lacks = Need != Needs.end();
  bool Completes = Completing.count(Point) && arrives(E.Op.Action);
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
  E.Op.Kind = OpKind::AsyncMark;
  add(E);
  E.Kind = EventKind::AsyncWait;
  E.Op.Kind = OpKind::WaitAsyncMark;
  add(E);
}

/// Signals and waits at the point At.
void ViewPlacer::addParts() {
  auto Here = Parts.find(Point);
  if (Here == Parts.end())
    return;
  for (const SplitPart &Part : Here->second) {
    if (Part.Completes)
      addCompletion();
    if (Part.IsSignal)
      addFence(Ordering::Release, ScopeLevel::Workgroup);
    add(workgroupBarrier(Part.IsSignal ? BarrierOp::Arrive : BarrierOp::Wait));
    if (!Part.IsSignal)
      addFence(Ordering::Acquire, ScopeLevel::Workgroup);
  }
}

void ViewPlacer::fill(BlockId B) {
  CurrentBlock = B;
  Events.clear();
  for (uint32_t I = 0; I < Slotted.View.Blocks[B].Events.size(); ++I) {
    auto OfSlot = Slots.find({B, I});
    if (OfSlot == Slots.end()) {
      addParts();
      addOld();
      ++Point.Event;
    } else if (OfSlot->second.IsChosen) {
      if (OfSlot->second.Completes)
        addCompletion();
      add(Slotted.View.Blocks[B].Events[I]);
    }
  }
  if (Point.EdgeTo == None)
    addWaveFence();
  addParts();
  Out.View.Blocks[B].Events = std::move(Events);
}

} // namespace

PlacedView placedView(const SyncView &Original, const SlottedView &Slotted,
                      const Placement &Placement, const PlacementExtras &Extras,
                      const SplitPlacement *Split) {
  return ViewPlacer(Original, Slotted, Placement, Extras, Split).run();
}

InsertionPoint endOfBlock(const SyncView &Original, InsertionPoint Point) {
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
    InsertionPoint Point = Origin[B];
    Point.Event = 0;
    for (uint32_t E = 0; E < Slotted.View.Blocks[B].Events.size(); ++E) {
      Result[{B, E}] = Point;
      Point.Event += !OfSlots.count({B, E});
    }
  }
  return Result;
}

PlacementExtras findExtras(const SyncView &Original, const SlottedView &Slotted,
                           const Placement &Placement) {
  PlacementExtras Result;
  std::map<Site, InsertionPoint> Origin = originsIn(Original, Slotted);
  auto IsAsync = [&](Site Position) {
    return view::isAsyncTransfer(Position.in(Slotted.View));
  };
  std::vector<InsertionPoint> Blocks;
  splitEdges(Original, Blocks);
  for (const WaveFence &F : Placement.WaveFences)
    Result.WaveFences.insert(F.AtEndOf == None
                                 ? Origin.at(F.Before.Site)
                                 : endOfBlock(Original, Blocks[F.AtEndOf]));
  for (const TransferCompletion &C : Placement.Transfers.AtBarriers)
    if (IsAsync(C.Transfer))
      Result.CompleteAt.insert(C.Barrier);
  for (const TransferUse &U : Placement.Transfers.InWave)
    if (IsAsync(U.Transfer))
      Result.Completions.insert(Origin.at(U.Use.Site));
  return Result;
}

} // namespace fencepost::place
