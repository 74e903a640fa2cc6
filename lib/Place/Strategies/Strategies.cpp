//===- Strategies.cpp - The placements of spec/004, for comparison --------===//
// See Strategies.h. Three sections: the windows of spec/004, "Analysis"; the
// two strategies that stab them; what a strategy leaves.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Strategies.h"
#include "AllowedChanges.h"
#include "Hazards/HazardFinder.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

//===----------------------------------------------------------------------===//
// Windows
//
// Blocks stand in an order in which a loop is contiguous, so program order is
// that of blocks, and a loop is a range of accesses that is walked a second
// time after the first.
//===----------------------------------------------------------------------===//

namespace {

enum class AccessKind : uint8_t { Read, Write, ReadWrite };

class WindowFinder {
public:
  explicit WindowFinder(const SyncView &View) : View(View), Shape(View) {}
  Windows run();

private:
  /// The loop in whose second walk an access is seen, if it is in one.
  struct WalkedAccess {
    uint32_t Number;
    LoopId Loop;
  };
  struct OpenWindow {
    std::optional<WalkedAccess> Producer, Consumer;
  };

  void number();
  AccessKind kindOf(uint32_t Number) const;
  void walk(LoopId Inside, LoopId Second, uint32_t First, uint32_t End);
  void pass(AccessKind Produces);
  void flush(OpenWindow &Window);
  uint32_t endOf(LoopId Loop, uint32_t First) const;
  LoopId childOf(LoopId Inside, BlockId Block) const;

  const SyncView &View;
  Graph Shape;
  std::vector<WalkedAccess> Order; ///< As walked.
  Windows Result;
};

void WindowFinder::number() {
  forEachEvent(View, [&](Site Position, const Event &) {
    for (bool Destination : {false, true}) {
      AccessSite Access{Position, Destination};
      if (hasKnownBytes(View, Access) && mayAccessLds(View, Access) &&
          (Destination || Position.in(View).Kind != EventKind::Transfer))
        Result.Accesses.push_back(Access);
    }
  });
}

AccessKind WindowFinder::kindOf(uint32_t Number) const {
  AccessSite Access = Result.Accesses[Number];
  const AccessRange &T = Access.in(View);
  if (Access.Destination || (T.Reads && T.Writes))
    return AccessKind::ReadWrite; // GatherToLDS, and atomics.
  return T.Reads ? AccessKind::Read : AccessKind::Write;
}

/// The loop right inside \p Inside that \p Block is in, or None.
LoopId WindowFinder::childOf(LoopId Inside, BlockId Block) const {
  LoopId Loop = View.Blocks[Block].Loop;
  if (Loop == Inside)
    return None;
  while (View.Loops[Loop].Parent != Inside)
    Loop = View.Loops[Loop].Parent;
  return Loop;
}

uint32_t WindowFinder::endOf(LoopId Loop, uint32_t First) const {
  uint32_t End = First;
  while (End < Result.Accesses.size() &&
         Shape.contains(Loop, Result.Accesses[End].Site.Block))
    ++End;
  return End;
}

/// Accesses [First, End) of \p Inside; loops in it twice, except in the second
/// walk of a loop around them.
void WindowFinder::walk(LoopId Inside, LoopId Second, uint32_t First,
                        uint32_t End) {
  for (uint32_t I = First; I < End;) {
    LoopId Loop = childOf(Inside, Result.Accesses[I].Site.Block);
    if (Loop == None) {
      Order.push_back({I++, Second});
      continue;
    }
    uint32_t Last = std::min(End, endOf(Loop, I));
    walk(Loop, Second, I, Last);
    if (Second == None)
      walk(Loop, Loop, I, Last);
    I = Last;
  }
}

void WindowFinder::flush(OpenWindow &Opened) {
  if (!Opened.Producer || !Opened.Consumer)
    return;
  Window W;
  W.Producer = Opened.Producer->Number;
  W.Consumer = Opened.Consumer->Number;
  W.IsLoopCarried = W.Producer >= W.Consumer;
  bool Differ = kindOf(W.Producer) != kindOf(W.Consumer) ||
                kindOf(W.Producer) == AccessKind::ReadWrite;
  if (W.IsLoopCarried && Opened.Consumer->Loop != None) {
    LoopId Loop = Opened.Consumer->Loop;
    W.LoopStart = W.Consumer;
    while (W.LoopStart > 0 &&
           Shape.contains(Loop, Result.Accesses[W.LoopStart - 1].Site.Block))
      --W.LoopStart;
    W.LoopEnd = endOf(Loop, W.LoopStart) - 1;
  }
  if (Differ && !llvm::is_contained(Result.All, W))
    Result.All.push_back(W);
  Opened = {};
}

/// Writes after reads, or reads after writes.
void WindowFinder::pass(AccessKind Produces) {
  std::map<uint32_t, OpenWindow> ByObject;
  for (WalkedAccess S : Order) {
    AccessKind Kind = kindOf(S.Number);
    OpenWindow &Window = ByObject[Result.Accesses[S.Number].in(View).Object];
    if (Kind != Produces && Window.Producer && !Window.Consumer)
      Window.Consumer = S;
    if (Kind == Produces || Kind == AccessKind::ReadWrite) {
      flush(Window);
      Window.Producer = S;
    }
  }
  for (auto &[Object, Value] : ByObject)
    flush(Value);
}

Windows WindowFinder::run() {
  number();
  walk(None, None, 0, Result.Accesses.size());
  pass(AccessKind::Read);
  pass(AccessKind::Write);
  return std::move(Result);
}

} // namespace

Windows findWindows(const SyncView &View) { return WindowFinder(View).run(); }

//===----------------------------------------------------------------------===//
// minimize_placement_strategy
//
// Windows are taken by their ends; one without a barrier in it gets one before
// its consumer. A loop-carried window reaches from its producer to the end of
// the loop, and from the start of the loop to its consumer.
//===----------------------------------------------------------------------===//

std::vector<uint32_t> minimizedPositions(llvm::ArrayRef<Window> All) {
  std::vector<Window> Sorted(All.begin(), All.end());
  llvm::stable_sort(Sorted, [](const Window &A, const Window &B) {
    return A.Consumer < B.Consumer;
  });
  std::vector<uint32_t> Result;
  auto HasBarrier = [&](uint32_t First, uint32_t Last) {
    return llvm::any_of(Result,
                        [&](uint32_t P) { return First <= P && P <= Last; });
  };
  for (const Window &W : Sorted)
    if (!W.IsLoopCarried && !HasBarrier(W.Producer + 1, W.Consumer))
      Result.push_back(W.Consumer);
  for (const Window &W : Sorted)
    if (W.IsLoopCarried && !HasBarrier(W.Producer + 1, W.LoopEnd) &&
        !HasBarrier(W.LoopStart, W.Consumer))
      Result.push_back(W.Consumer);
  return Result;
}

StrategyResult placeMinimized(const view::SyncView &View) {
  StrategyResult Result;
  Windows Windows = findWindows(View);
  for (uint32_t Number : minimizedPositions(Windows.All)) {
    view::Site Position = Windows.Accesses[Number].Site;
    Result.Barriers.push_back({Position.Block, Position.Event});
  }
  evaluateStrategy(View, Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// find_disjoint_interval_strategy
//
// Waits stand where `minimize` has barriers. The signal of a wait stands after
// the nearest producer of a window that ends there, unless that is in another
// block or the window is loop-carried: then right before the wait.
//===----------------------------------------------------------------------===//

StrategyResult placeDisjoint(const view::SyncView &View) {
  StrategyResult Result;
  Windows Windows = findWindows(View);
  std::vector<uint32_t> Waits = minimizedPositions(Windows.All);
  for (uint32_t Wait : Waits) {
    view::Site Position = Windows.Accesses[Wait].Site;
    InsertionPoint Signal{Position.Block, Position.Event};
    std::optional<uint32_t> Nearest;
    for (const Window &W : Windows.All)
      if (!W.IsLoopCarried && W.Producer < Wait && Wait <= W.Consumer)
        Nearest = std::max(Nearest.value_or(0), W.Producer);
    if (Nearest && Windows.Accesses[*Nearest].Site.Block == Position.Block)
      Signal.Event = Windows.Accesses[*Nearest].Site.Event + 1;
    Result.Barriers.push_back({Position.Block, Position.Event});
    Result.Signals.push_back(Signal);
  }
  evaluateStrategy(View, Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// What a strategy leaves
//===----------------------------------------------------------------------===//

namespace {

Event eventOf(EventKind Kind, OpKind Op) {
  Event E;
  E.Kind = Kind;
  E.Op.Kind = Op;
  return E;
}

/// A barrier, a signal or a wait with the fences that belong to it.
std::vector<Event> fenced(BarrierOp Action) {
  Event Fence = eventOf(EventKind::Fence, OpKind::Fence);
  Fence.Op.Reach.Level = ScopeLevel::Workgroup;
  Event Barrier = eventOf(EventKind::Barrier, OpKind::Barrier);
  Barrier.Op.Action = Action;
  std::vector<Event> Result;
  Fence.Op.Order = Ordering::Release;
  if (arrives(Action))
    Result.push_back(Fence);
  Result.push_back(Barrier);
  Fence.Op.Order = Ordering::Acquire;
  if (waits(Action))
    Result.push_back(Fence);
  return Result;
}

/// The kernel with the barriers of a strategy.
SyncView withBarriers(const SyncView &View, const StrategyResult &Strategy) {
  std::map<InsertionPoint, std::vector<Event>> Added;
  auto Add = [&](InsertionPoint Point, BarrierOp Action) {
    llvm::append_range(Added[Point], fenced(Action));
  };
  for (InsertionPoint Point : Strategy.Signals)
    Add(Point, BarrierOp::Arrive);
  for (InsertionPoint Point : Strategy.Barriers)
    Add(Point,
        Strategy.Signals.empty() ? BarrierOp::ArriveWait : BarrierOp::Wait);
  SyncView Result = View;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    std::vector<Event> &Events = Result.Blocks[B].Events;
    for (uint32_t I = Events.size() + 1; I-- > 0;)
      if (auto It = Added.find({B, I}); It != Added.end())
        Events.insert(Events.begin() + I, It->second.begin(), It->second.end());
  }
  return Result;
}

} // namespace

void evaluateStrategy(const SyncView &View, StrategyResult &Result) {
  std::vector<bool> Uniform = uniformBlocks(View);
  Result.Divergent =
      llvm::count_if(Result.Barriers, [&](const InsertionPoint &Point) {
        return !Uniform[Point.Block];
      });
  SlottedView Slotted = withSlots(withBarriers(View, Result));
  // What no candidate orders, where there is none, is all that is left.
  AllowedChanges Fixed{.AddSlots = false, .AddInSplit = false, .Existing = {}};
  for (const ExistingBarrier &B : Slotted.Existing)
    Fixed.Existing.push_back(B.IsUniform && B.Fences.complete()
                                 ? BarrierRole::Orders
                                 : BarrierRole::Ignored);
  HazardFinder Finder(Slotted, Fixed);
  Finder.find({});
  Result.Hazards = Finder.unplaceable();
  Result.Placed = std::move(Slotted.View);
}

} // namespace fencepost::place
