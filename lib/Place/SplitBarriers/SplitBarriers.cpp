//===- SplitBarriers.cpp - Signals early, waits late ---------------------===//
// See SplitBarriers.h. When a cell is taken into flight, only pairs with an
// access in it can lose their order: a signal that moves up over an access no
// longer releases it, and a wait that moves down no longer comes before it.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/SplitBarriers.h"
#include "fencepost/Check/Async.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using namespace check;

namespace {

/// Follows the ways from one access through a kernel with split barriers.
class SplitWalk {
public:
  SplitWalk(const SplitState &At, HazardFinder &Finder, AccessSite From,
            uint64_t &Visits)
      : At(At), Finder(Finder), View(Finder.view()), From(From),
        After(Finder.unfolding(From.At.Block)), Visits(Visits) {}

  /// Whether the way comes to a conflicting access for which \p Counts before
  /// a signal and a wait behind it.
  bool meets(llvm::function_ref<bool(AccessSite)> Counts);

private:
  enum State : uint8_t { NotSignalled, Signalled, Ordered };
  State pass(llvm::ArrayRef<SplitPart> Parts, State Now) const;
  State pass(const Event &E, CandidateId Number, State Now) const;
  bool visit(uint32_t Node, State &Now,
             llvm::function_ref<bool(AccessSite)> Counts);
  bool conflicts(AccessSite To, uint32_t Node);

  const SplitState &At;
  HazardFinder &Finder;
  const SyncView &View;
  AccessSite From;
  const ForwardUnfolding &After;
  uint64_t &Visits;
};

SplitWalk::State SplitWalk::pass(llvm::ArrayRef<SplitPart> Parts,
                                 State Now) const {
  for (const SplitPart &Part : Parts)
    if (Part.IsSignal && Now == NotSignalled)
      Now = Signalled;
    else if (!Part.IsSignal && Now == Signalled)
      Now = Ordered;
  return Now;
}

/// A barrier that is there.
SplitWalk::State SplitWalk::pass(const Event &E, CandidateId Number,
                                 State Now) const {
  if (Finder.map().roleOf(Number) != BarrierRole::Orders)
    return Now;
  if (arrives(E.Op.Action) && Now == NotSignalled)
    Now = Signalled;
  if (waits(E.Op.Action) && Now == Signalled)
    Now = Ordered;
  return Now;
}

bool SplitWalk::conflicts(AccessSite To, uint32_t Node) {
  return conflict(View, From, To) &&
         Finder.overlaps().ask(From, To, After[Node].When) != Answer::No;
}

/// Walks through a block, from behind the access if it is the first.
bool SplitWalk::visit(uint32_t Node, State &Now,
                      llvm::function_ref<bool(AccessSite)> Counts) {
  BlockId B = After[Node].Block;
  llvm::ArrayRef<BarrierMap::Item> Items = Finder.map().in(B);
  for (unsigned Gap = 0; Gap <= At.numEvents(B); ++Gap) {
    bool IsBehind =
        Node != 0 || (Gap > 0 && At.events(B)[Gap - 1] >= From.At.Event);
    if (IsBehind)
      Now = pass(At.parts(B, Gap), Now);
    if (Now == Ordered || Gap == At.numEvents(B))
      return false;
    uint32_t E = At.events(B)[Gap];
    if (Node == 0 && E <= From.At.Event)
      continue;
    for (const BarrierMap::Item &I : Items) {
      if (I.Event != E)
        continue;
      if (I.Kind == BarrierMap::ItemKind::Barrier)
        Now = pass(View.Blocks[B].Events[E], I.Number, Now);
      AccessSite To{{B, E}, I.Destination};
      if (I.Kind == BarrierMap::ItemKind::Access && Now != Ordered &&
          Counts(To) && conflicts(To, Node))
        return true;
    }
  }
  return false;
}

/// Nodes stand before those that follow them. Most are not come to.
bool SplitWalk::meets(llvm::function_ref<bool(AccessSite)> Counts) {
  std::set<std::pair<uint32_t, State>> Work{{0, NotSignalled}};
  while (!Work.empty()) {
    auto [Node, Now] = *Work.begin();
    Work.erase(Work.begin());
    ++Visits;
    if (visit(Node, Now, Counts))
      return true;
    for (const UnfoldingEdge &E : After[Node].Next) {
      if (Now == Ordered)
        break;
      State Then =
          pass(At.partsOnEdge(After[Node].Block, After[E.To].Block), Now);
      if (Then != Ordered && E.To > Node)
        Work.insert({E.To, Then});
    }
  }
  return false;
}

/// Takes units into flight.
class Stretcher {
public:
  Stretcher(SplitState &At, HazardFinder &Finder, bool SignalsFirst,
            SplitOptions Options)
      : At(At), Finder(Finder), SignalsFirst(SignalsFirst), Options(Options),
        Shape(Finder.view()) {
    findGroups();
  }
  SplitPlacement run();

private:
  using Group = std::vector<SplitGroupId>;

  void findGroups();
  void grow();
  bool growTo(PhaseState To);
  bool take(const Group &G, PhaseState To);
  bool keepsOrder(const Group &G, PhaseState To);
  bool completesTransfers(SplitGroupId U) const;
  std::vector<PhaseState> states() const;
  bool hasBarrier(LoopId L) const;
  bool growAround(LoopId L);
  void trim();

  SplitState &At;
  HazardFinder &Finder;
  bool SignalsFirst;
  SplitOptions Options;
  Graph Shape;
  std::vector<Group> Groups; ///< Units, then loops, by their first units.
  uint64_t Visits = 0;
};

void Stretcher::findGroups() {
  const SyncView &View = Finder.view();
  for (SplitGroupId U = 0; U < At.numGroups(); ++U)
    Groups.push_back({U});
  for (LoopId L = 0; L < View.Loops.size(); ++L) {
    std::set<SplitGroupId> Units;
    for (BlockId B = 0; B < View.Blocks.size(); ++B)
      if (Shape.contains(L, B))
        for (CellId C = At.first(B); C <= At.last(B); ++C)
          Units.insert(At.group(C));
    Groups.emplace_back(Units.begin(), Units.end());
  }
  llvm::stable_sort(Groups, [](const Group &A, const Group &B) {
    return A.front() < B.front();
  });
}

bool Stretcher::keepsOrder(const Group &G, PhaseState To) {
  auto IsInside = [&](AccessSite S) {
    llvm::ArrayRef<uint32_t> Events = At.events(S.At.Block);
    auto It = llvm::lower_bound(Events, S.At.Event);
    CellId C = At.cell(S.At.Block, It - Events.begin() + 1);
    return llvm::is_contained(G, At.group(C));
  };
  bool IsLate = To == PhaseState::After;
  std::vector<AccessSite> Inside;
  llvm::copy_if(Finder.accesses(), std::back_inserter(Inside), IsInside);
  if (!IsLate)
    return llvm::none_of(Inside, [&](AccessSite From) {
      return SplitWalk(At, Finder, From, Visits).meets([](AccessSite) {
        return true;
      });
    });
  return llvm::none_of(Finder.accesses(), [&](AccessSite From) {
    bool Conflicts = llvm::any_of(Inside, [&](AccessSite S) {
      return conflict(Finder.view(), From, S).has_value();
    });
    return Conflicts && SplitWalk(At, Finder, From, Visits).meets(IsInside);
  });
}

/// Whether the kernel waits for transfers in \p U: a signal releases them only
/// behind it (docs/model.md M20).
bool Stretcher::completesTransfers(SplitGroupId U) const {
  return llvm::any_of(At.members(U), [&](CellId C) {
    BlockId B = At.blockOf(C);
    if (C == At.first(B) || C == At.last(B))
      return false;
    const Event &E =
        Finder.view().Blocks[B].Events[At.events(B)[C - At.first(B) - 1]];
    if (E.Kind != EventKind::MachineWait)
      return E.Kind == EventKind::AsyncWait;
    MachineWaitEffect Effect = effectOf(E.Text);
    return Effect.Async || Effect.Tensor;
  });
}

bool Stretcher::take(const Group &G, PhaseState To) {
  bool IsFree = llvm::all_of(G, [&](SplitGroupId U) {
    return !At.isPinned(U) && At.groupState(U) == PhaseState::Idle &&
           (To != PhaseState::Before || !completesTransfers(U));
  });
  if (!IsFree || Visits >= Options.MaxVisits)
    return false;
  for (SplitGroupId U : G)
    At.set(U, To);
  bool IsLegal = llvm::all_of(G, [&](SplitGroupId U) { return At.isLegal(U); });
  if (IsLegal && keepsOrder(G, To))
    return true;
  for (SplitGroupId U : G)
    At.set(U, PhaseState::Idle);
  return false;
}

/// Signals move up, so the last cells come first; waits move down.
bool Stretcher::growTo(PhaseState To) {
  bool Changed = false;
  for (size_t I = 0; I < Groups.size(); ++I)
    Changed |=
        take(Groups[To == PhaseState::Before ? Groups.size() - 1 - I : I], To);
  return Changed;
}

void Stretcher::grow() {
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

std::vector<PhaseState> Stretcher::states() const {
  std::vector<PhaseState> Result;
  for (SplitGroupId U = 0; U < At.numGroups(); ++U)
    Result.push_back(At.groupState(U));
  return Result;
}

bool Stretcher::hasBarrier(LoopId L) const {
  for (BlockId B = 0; B < Finder.view().Blocks.size(); ++B)
    for (unsigned Gap = 0; Gap <= At.numEvents(B); ++Gap)
      if (Shape.contains(L, B) && At.hasBarrier(B, Gap))
        return true;
  return false;
}

/// Over the back edge of \p L, if that brings something.
bool Stretcher::growAround(LoopId L) {
  if (!hasBarrier(L))
    return false;
  double Before = At.slack();
  std::vector<PhaseState> Was = states();
  At.allowAround(L);
  grow();
  if (At.slack() > Before)
    return true;
  At.forbidAround(L);
  for (SplitGroupId U = 0; U < Was.size(); ++U)
    At.set(U, Was[U]);
  return false;
}

/// One wait before a branch is better than one on each side, if no access lies
/// between them.
void Stretcher::trim() {
  auto NumParts = [&] {
    size_t Sum = 0;
    for (const SplitGap &Gap : At.gaps())
      Sum += Gap.Parts.size();
    return Sum;
  };
  size_t Now = NumParts();
  for (SplitGroupId U = 0; U < At.numGroups(); ++U) {
    PhaseState Was = At.groupState(U);
    if (Was == PhaseState::Idle || At.work(U) != 0)
      continue;
    At.set(U, PhaseState::Idle);
    size_t Then = At.isLegal(U) ? NumParts() : Now;
    if (Then < Now)
      Now = Then;
    else
      At.set(U, Was);
  }
}

SplitPlacement Stretcher::run() {
  SplitPlacement Result;
  grow();
  if (Options.AroundLoops)
    for (LoopId L = 0; L < Finder.view().Loops.size(); ++L)
      Result.Loops += growAround(L);
  trim();
  Result.Gaps = At.gaps();
  Result.Slack = At.slack();
  Result.IsComplete = Visits < Options.MaxVisits;
  return Result;
}

} // namespace

/// Nothing can be chosen any more, and what stays orders if it will have its
/// fences.
AllowedChanges fixedBarriers(const SlottedView &Slotted,
                             const Placement &Found) {
  AllowedChanges Fixed{
      false, false,
      std::vector<BarrierRole>(Slotted.Existing.size(), BarrierRole::Ignored)};
  for (unsigned Barrier : Found.Kept) {
    bool Gets = llvm::any_of(Found.Needs, [&](const BarrierNeed &N) {
      return N.Barrier == Barrier;
    });
    const ExistingBarrier &Is = Slotted.Existing[Barrier];
    if (Is.IsUniform && (Gets || Is.Fences.complete()))
      Fixed.Existing[Barrier] = BarrierRole::Orders;
  }
  return Fixed;
}

SplitPlacement splitBarriers(const SyncView &Original,
                             const SlottedView &Slotted, const Placement &Found,
                             const std::set<CandidateId> &CompleteAt,
                             SplitOptions Options) {
  HazardFinder Finder(Slotted, fixedBarriers(Slotted, Found));
  std::optional<SplitPlacement> Best;
  for (bool SignalsFirst : {true, false}) {
    SplitState At(Original, Slotted, Found, CompleteAt);
    SplitPlacement Now = Stretcher(At, Finder, SignalsFirst, Options).run();
    if (!Best || Now.Slack > Best->Slack)
      Best = std::move(Now);
  }
  return std::move(*Best);
}

} // namespace fencepost::place
