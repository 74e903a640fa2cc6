//===- SplitBarriers.cpp - Signals early, waits late ----------------------===//
// See SplitBarriers.h. When a cell is taken into flight, only pairs with an
// access in it can lose their order: a signal that moves up over an access no
// longer releases it, and a wait that moves down no longer comes before it.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/SplitBarriers.h"
#include "AllowedChanges.h"
#include "Hazards/HazardFinder.h"
#include "SplitBarriers/SplitState.h"
#include "fencepost/Check/Async.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

namespace {

/// Follows the paths from one access through a kernel with split barriers.
class SplitPathWalk {
public:
  SplitPathWalk(const SplitState &State, HazardFinder &Finder, AccessSite From,
                uint64_t &Visits)
      : State(State), Finder(Finder), View(Finder.view()), From(From),
        After(Finder.unfolding(From.Site.Block)), Visits(Visits) {}

  /// Whether the path reaches a conflicting access for which \p IsRelevant
  /// before a signal and a wait after it.
  bool reachesConflict(llvm::function_ref<bool(AccessSite)> IsRelevant);

private:
  enum OrderState : uint8_t { NotSignalled, Signalled, Ordered };
  OrderState pass(llvm::ArrayRef<SplitPart> Parts, OrderState Order) const;
  OrderState pass(const Event &E, CandidateId Number, OrderState Order) const;
  bool visit(uint32_t Node, OrderState &Order,
             llvm::function_ref<bool(AccessSite)> IsRelevant);
  bool conflicts(AccessSite To, uint32_t Node);

  const SplitState &State;
  HazardFinder &Finder;
  const SyncView &View;
  AccessSite From;
  const ForwardUnfolding &After;
  uint64_t &Visits;
};

SplitPathWalk::OrderState SplitPathWalk::pass(llvm::ArrayRef<SplitPart> Parts,
                                              OrderState Order) const {
  for (const SplitPart &Part : Parts)
    if (Part.IsSignal && Order == NotSignalled)
      Order = Signalled;
    else if (!Part.IsSignal && Order == Signalled)
      Order = Ordered;
  return Order;
}

/// An existing barrier.
SplitPathWalk::OrderState SplitPathWalk::pass(const Event &E,
                                              CandidateId Number,
                                              OrderState Order) const {
  if (Finder.map().roleOf(Number) != BarrierRole::Orders)
    return Order;
  if (arrives(E.Op.Action) && Order == NotSignalled)
    Order = Signalled;
  if (waits(E.Op.Action) && Order == Signalled)
    Order = Ordered;
  return Order;
}

bool SplitPathWalk::conflicts(AccessSite To, uint32_t Node) {
  return conflict(View, From, To) &&
         Finder.overlaps().ask(From, To, After[Node].When) != Answer::No;
}

/// Walks through a block, from after the access if it is the first.
bool SplitPathWalk::visit(uint32_t Node, OrderState &Order,
                          llvm::function_ref<bool(AccessSite)> IsRelevant) {
  BlockId B = After[Node].Block;
  llvm::ArrayRef<BarrierMap::BlockItem> Items = Finder.map().in(B);
  for (unsigned Gap = 0; Gap <= State.numEvents(B); ++Gap) {
    bool IsBehind =
        Node != 0 || (Gap > 0 && State.events(B)[Gap - 1] >= From.Site.Event);
    if (IsBehind)
      Order = pass(State.parts(B, Gap), Order);
    if (Order == Ordered || Gap == State.numEvents(B))
      return false;
    uint32_t E = State.events(B)[Gap];
    if (Node == 0 && E <= From.Site.Event)
      continue;
    for (const BarrierMap::BlockItem &I : Items) {
      if (I.Event != E)
        continue;
      if (I.Kind == BarrierMap::ItemKind::Barrier)
        Order = pass(View.Blocks[B].Events[E], I.Number, Order);
      AccessSite To{{B, E}, I.Destination};
      if (I.Kind == BarrierMap::ItemKind::Access && Order != Ordered &&
          IsRelevant(To) && conflicts(To, Node))
        return true;
    }
  }
  return false;
}

/// Nodes stand before those that follow them. Most are not reached.
bool SplitPathWalk::reachesConflict(
    llvm::function_ref<bool(AccessSite)> IsRelevant) {
  std::set<std::pair<uint32_t, OrderState>> Work{{0, NotSignalled}};
  while (!Work.empty()) {
    auto [Node, Order] = *Work.begin();
    Work.erase(Work.begin());
    ++Visits;
    if (visit(Node, Order, IsRelevant))
      return true;
    for (const UnfoldingEdge &E : After[Node].Next) {
      if (Order == Ordered)
        break;
      OrderState Then =
          pass(State.partsOnEdge(After[Node].Block, After[E.To].Block), Order);
      if (Then != Ordered && E.To > Node)
        Work.insert({E.To, Then});
    }
  }
  return false;
}

/// Moves groups of program points into flight.
class SplitGrower {
public:
  SplitGrower(SplitState &State, HazardFinder &Finder, bool SignalsFirst,
              SplitOptions Options)
      : State(State), Finder(Finder), SignalsFirst(SignalsFirst),
        Options(Options), Shape(Finder.view()) {
    findGroups();
  }
  SplitPlacement run();

private:
  using GroupList = std::vector<SplitGroupId>;

  void findGroups();
  void grow();
  bool growTo(PhaseState To);
  bool tryMove(const GroupList &G, PhaseState To);
  bool keepsOrder(const GroupList &G, PhaseState To);
  bool completesTransfers(SplitGroupId U) const;
  std::vector<PhaseState> states() const;
  bool hasBarrier(LoopId L) const;
  bool growAround(LoopId L);
  void trim();

  SplitState &State;
  HazardFinder &Finder;
  bool SignalsFirst;
  SplitOptions Options;
  Graph Shape;
  std::vector<GroupList>
      Groups; ///< Single groups, then loops, by their first group.
  uint64_t Visits = 0;
};

void SplitGrower::findGroups() {
  const SyncView &View = Finder.view();
  for (SplitGroupId U : IdRange<SplitGroupId>(State.numGroups()))
    Groups.push_back({U});
  for (LoopId L : View.Loops.ids()) {
    std::set<SplitGroupId> Units;
    for (BlockId B = 0; B < View.Blocks.size(); ++B)
      if (Shape.contains(L, B))
        for (CellId C = State.first(B); C <= State.last(B); ++C)
          Units.insert(State.group(C));
    Groups.emplace_back(Units.begin(), Units.end());
  }
  llvm::stable_sort(Groups, [](const GroupList &A, const GroupList &B) {
    return A.front() < B.front();
  });
}

bool SplitGrower::keepsOrder(const GroupList &G, PhaseState To) {
  auto IsInside = [&](AccessSite S) {
    llvm::ArrayRef<uint32_t> Events = State.events(S.Site.Block);
    auto It = llvm::lower_bound(Events, S.Site.Event);
    CellId C = State.cell(S.Site.Block, It - Events.begin() + 1);
    return llvm::is_contained(G, State.group(C));
  };
  bool IsLate = To == PhaseState::After;
  std::vector<AccessSite> Inside;
  llvm::copy_if(Finder.accesses(), std::back_inserter(Inside), IsInside);
  if (!IsLate)
    return llvm::none_of(Inside, [&](AccessSite From) {
      return SplitPathWalk(State, Finder, From, Visits)
          .reachesConflict([](AccessSite) { return true; });
    });
  return llvm::none_of(Finder.accesses(), [&](AccessSite From) {
    bool Conflicts = llvm::any_of(Inside, [&](AccessSite S) {
      return conflict(Finder.view(), From, S).has_value();
    });
    return Conflicts &&
           SplitPathWalk(State, Finder, From, Visits).reachesConflict(IsInside);
  });
}

/// Whether the kernel waits for transfers in \p U: a signal releases them only
/// after it (docs/model.md M20).
bool SplitGrower::completesTransfers(SplitGroupId U) const {
  return llvm::any_of(State.members(U), [&](CellId C) {
    BlockId B = State.blockOf(C);
    if (C == State.first(B) || C == State.last(B))
      return false;
    const Event &E = Finder.view().Blocks[B].Events[State.events(
        B)[C.index() - State.first(B).index() - 1]];
    return E.Kind == EventKind::AsyncWait ||
           outstandingAfter(E, Counter::Async) ||
           outstandingAfter(E, Counter::Vm) ||
           outstandingAfter(E, Counter::Tensor);
  });
}

bool SplitGrower::tryMove(const GroupList &G, PhaseState To) {
  bool IsFree = llvm::all_of(G, [&](SplitGroupId U) {
    return !State.isPinned(U) && State.groupState(U) == PhaseState::Idle &&
           (To != PhaseState::Before || !completesTransfers(U));
  });
  if (!IsFree || Visits >= Options.MaxVisits)
    return false;
  for (SplitGroupId U : G)
    State.set(U, To);
  bool IsLegal =
      llvm::all_of(G, [&](SplitGroupId U) { return State.isLegal(U); });
  if (IsLegal && keepsOrder(G, To))
    return true;
  for (SplitGroupId U : G)
    State.set(U, PhaseState::Idle);
  return false;
}

/// Signals move up, so the last cells come first; waits move down.
bool SplitGrower::growTo(PhaseState To) {
  bool Changed = false;
  for (size_t I = 0; I < Groups.size(); ++I)
    Changed |= tryMove(
        Groups[To == PhaseState::Before ? Groups.size() - 1 - I : I], To);
  return Changed;
}

void SplitGrower::grow() {
  PhaseState Order[] = {PhaseState::Before, PhaseState::After};
  if (!SignalsFirst)
    std::swap(Order[0], Order[1]);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (PhaseState To : Order)
      while (growTo(To))
        Changed = true;
  }
}

std::vector<PhaseState> SplitGrower::states() const {
  std::vector<PhaseState> Result;
  for (SplitGroupId U : IdRange<SplitGroupId>(State.numGroups()))
    Result.push_back(State.groupState(U));
  return Result;
}

bool SplitGrower::hasBarrier(LoopId L) const {
  for (BlockId B = 0; B < Finder.view().Blocks.size(); ++B)
    for (unsigned Gap = 0; Gap <= State.numEvents(B); ++Gap)
      if (Shape.contains(L, B) && State.hasBarrier(B, Gap))
        return true;
  return false;
}

/// Over the back edge of \p L, if that brings something.
bool SplitGrower::growAround(LoopId L) {
  if (!hasBarrier(L))
    return false;
  double Before = State.slack();
  std::vector<PhaseState> Was = states();
  State.allowAround(L);
  grow();
  if (State.slack() > Before)
    return true;
  State.forbidAround(L);
  for (SplitGroupId U : IdRange<SplitGroupId>(Was.size()))
    State.set(U, Was[U.index()]);
  return false;
}

/// One wait before a branch is better than one on each side, if no access lies
/// between them.
void SplitGrower::trim() {
  auto NumParts = [&] {
    size_t Sum = 0;
    for (const SplitGap &Gap : State.gaps())
      Sum += Gap.Parts.size();
    return Sum;
  };
  size_t Count = NumParts();
  for (SplitGroupId U : IdRange<SplitGroupId>(State.numGroups())) {
    PhaseState Was = State.groupState(U);
    if (Was == PhaseState::Idle || State.work(U) != 0)
      continue;
    State.set(U, PhaseState::Idle);
    size_t NewCount = State.isLegal(U) ? NumParts() : Count;
    if (NewCount < Count)
      Count = NewCount;
    else
      State.set(U, Was);
  }
}

SplitPlacement SplitGrower::run() {
  SplitPlacement Result;
  grow();
  if (Options.AroundLoops)
    for (LoopId L : Finder.view().Loops.ids())
      Result.Loops += growAround(L);
  trim();
  Result.Gaps = State.gaps();
  Result.Slack = State.slack();
  Result.IsComplete = Visits < Options.MaxVisits;
  return Result;
}

} // namespace

SplitPlacement splitBarriers(const SyncView &Original,
                             const SlottedView &Slotted,
                             const Placement &Placement,
                             const std::set<CandidateId> &CompleteAt,
                             SplitOptions Options) {
  HazardFinder Finder(Slotted, fixedBarriers(Slotted, Placement));
  std::optional<SplitPlacement> Best;
  for (bool SignalsFirst : {true, false}) {
    SplitState State(Original, Slotted, Placement, CompleteAt);
    SplitPlacement Candidate =
        SplitGrower(State, Finder, SignalsFirst, Options).run();
    if (!Best || Candidate.Slack > Best->Slack)
      Best = std::move(Candidate);
  }
  return std::move(*Best);
}

} // namespace fencepost::place
