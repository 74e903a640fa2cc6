//===- SplitState.cpp - Split-barrier phases of program points ------------===//
// See SplitState.h.
//===----------------------------------------------------------------------===//
#include "SplitBarriers/SplitState.h"
#include "fencepost/Symbolic/Regions.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using view::Site;

llvm::SmallVector<SplitPart, 2>
partsBetween(PhaseState From, ChosenBarrier Barrier, PhaseState To) {
  constexpr SplitPart Wait{.IsSignal = false};
  SplitPart Signal{.IsSignal = true, .Completes = Barrier.Completes};
  llvm::SmallVector<SplitPart, 2> Parts;
  if (Barrier.IsChosen) {
    if (From == PhaseState::After)
      Parts.push_back(Wait);
    if (From != PhaseState::Before)
      Parts.push_back(Signal);
    if (To != PhaseState::After)
      Parts.push_back(Wait);
    if (To == PhaseState::Before)
      Parts.push_back({.IsSignal = true});
  } else if (From != To) {
    assert((From != PhaseState::Before || To == PhaseState::Idle) &&
           "one barrier less");
    if (From != PhaseState::Idle)
      Parts.push_back(Wait);
    if (To != PhaseState::Idle)
      Parts.push_back(Signal);
  }
  if (Parts.empty())
    return Parts;
  // The gap itself is between a signal and a wait, if it can be.
  bool BothFirst = Parts.size() == 3 && !Parts.front().IsSignal;
  Parts.front().Early = Parts.front().IsSignal || BothFirst;
  if (BothFirst)
    Parts[1].Early = true;
  // Transfers get the time until then.
  for (SplitPart &Part : Parts)
    Part.Early &= !Part.Completes;
  return Parts;
}

SplitState::SplitState(const SyncView &Original, const SlottedView &Slotted,
                       const Placement &Placement,
                       const std::set<CandidateId> &CompleteAt)
    : View(Slotted.View), Slotted(Slotted), Shape(Slotted.View) {
  splitEdges(Original, Origin);
  makeCells(Placement, CompleteAt);
  makeGroups();
  pin(Placement);
}

void SplitState::makeCells(const Placement &Placement,
                           const std::set<CandidateId> &CompleteAt) {
  std::map<Site, SlotId> Slots; // By their three events.
  for (SlotId S : IdRange<SlotId>(Slotted.Slots.size()))
    for (int E : {-1, 0, 1})
      Slots[{Slotted.slot(S).InView.Block, Slotted.slot(S).InView.Event + E}] =
          S;
  Events.resize(View.Blocks.size());
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    First.push_back(Home.size());
    for (uint32_t E = 0; E < View.Blocks[B].Events.size(); ++E) {
      auto It = Slots.find({B, E});
      if (It == Slots.end())
        Events[B].push_back(E);
      else if (llvm::binary_search(Placement.Slots, It->second))
        Barriers[{B, Events[B].size()}] = {
            true, CompleteAt.count(Slotted.candidate(It->second)) != 0};
    }
    Home.insert(Home.end(), Events[B].size() + 2, B);
  }
  First.push_back(Home.size());
}

CellId SplitState::leader(CellId C) {
  while (Parent[C.index()] != C)
    C = Parent[C.index()] = Parent[Parent[C.index()].index()];
  return C;
}

void SplitState::unite(CellId A, CellId B) {
  A = leader(A);
  B = leader(B);
  Parent[std::max(A, B).index()] = std::min(A, B);
}

/// All waves go over the edge together.
bool SplitState::mayStandOnEdge(BlockId From, BlockId To) const {
  const Block &Block = View.Blocks[From];
  return Slotted.Uniform[From] && Slotted.Uniform[To] &&
         (Block.UniformExit || Block.Next.size() < 2);
}

void SplitState::makeGroups() {
  Parent.resize(Home.size());
  for (CellId C : IdRange<CellId>(Home.size()))
    Parent[C.index()] = C;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    for (unsigned I = 1; I < Events[B].size(); ++I)
      if (View.Blocks[B].Events[Events[B][I]].ContinuesInstruction)
        unite(cell(B, I), cell(B, I + 1));
    if (!Slotted.Uniform[B])
      for (CellId C = first(B); C < last(B); ++C)
        unite(C, next(C));
    for (const Edge &E : View.Blocks[B].Next)
      if (!mayStandOnEdge(B, E.To))
        unite(last(B), first(E.To));
  }
  Group.resize(Home.size());
  for (CellId C : IdRange<CellId>(Home.size())) {
    if (leader(C) == C) {
      Group[C.index()] = SplitGroupId(Members.size());
      Members.emplace_back();
    } else {
      Group[C.index()] = group(leader(C));
    }
    Members[group(C).index()].push_back(C);
  }
  Pinned.resize(Members.size());
  Work.resize(Members.size());
  State.resize(Members.size());
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (unsigned I = 0; I < Events[B].size(); ++I) {
      EventKind Kind = View.Blocks[B].Events[Events[B][I]].Kind;
      if (Kind == EventKind::Access || Kind == EventKind::Transfer)
        Work[group(cell(B, I + 1)).index()] += View.Blocks[B].Frequency;
    }
}

/// Barriers that stay, what is between a signal and a wait of theirs, the
/// beginning of the kernel and its ends.
void SplitState::pin(const Placement &Placement) {
  std::set<Site> Gone;
  for (unsigned Barrier : Placement.Removed)
    Gone.insert(Slotted.Existing[Barrier].Parts.begin(),
                Slotted.Existing[Barrier].Parts.end());
  auto Stays = [&](BlockId B, unsigned I) {
    return !Gone.count({B, Events[B][I]}) &&
           View.Blocks[B].Events[Events[B][I]].Kind == EventKind::Barrier;
  };
  std::vector<bool> Pending(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      bool IsPending = Pending[B];
      auto Pin = [&](CellId C) {
        if (IsPending)
          Pinned[group(C).index()] = true;
      };
      Pin(first(B));
      for (unsigned I = 0; I < Events[B].size(); ++I) {
        const Event &E = View.Blocks[B].Events[Events[B][I]];
        if (Stays(B, I) && view::isWorkgroupBarrier(E))
          IsPending = !waits(E.Op.Action);
        if (Stays(B, I) || E.Kind == EventKind::Opaque)
          Pinned[group(cell(B, I + 1)).index()] = true;
        Pin(cell(B, I + 1));
      }
      Pin(last(B));
      for (const Edge &E : View.Blocks[B].Next)
        if (IsPending && !Pending[E.To])
          Pending[E.To] = Changed = true;
    }
  }
  Pinned[group(first(0)).index()] = true;
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (View.Blocks[B].Next.empty() && !View.Blocks[B].Unreachable)
      Pinned[group(last(B)).index()] = true;
}

bool SplitState::mayFollow(PhaseState From, ChosenBarrier Barrier,
                           PhaseState To) const {
  if (Barrier.IsChosen)
    return From != PhaseState::Before || !Barrier.Completes;
  return From == To || From == PhaseState::After ||
         (From == PhaseState::Idle && To == PhaseState::Before);
}

bool SplitState::mayFollowOnEdge(BlockId From, BlockId To) const {
  PhaseState A = state(last(From)), B = state(first(To));
  if (mayFollow(A, {}, B))
    return true;
  auto Crosses = [&](LoopId L, BlockId Inside, BlockId Outside) {
    return Shape.contains(L, Inside) && !Shape.contains(L, Outside);
  };
  // A signal before a loop, and a wait after it.
  bool Enters = A == PhaseState::Idle && B == PhaseState::After;
  bool Leaves = A == PhaseState::Before && B == PhaseState::Idle;
  return llvm::any_of(Around, [&](LoopId L) {
    return (Enters && Crosses(L, To, From)) || (Leaves && Crosses(L, From, To));
  });
}

bool SplitState::isLegalAround(CellId C) const {
  BlockId B = blockOf(C);
  auto Gap = [&](CellId Before) {
    auto It = Barriers.find({B, Before.index() - first(B).index()});
    return mayFollow(state(Before),
                     It == Barriers.end() ? ChosenBarrier() : It->second,
                     state(next(Before)));
  };
  if (C != first(B) && !Gap(CellId(C.index() - 1)))
    return false;
  if (C != last(B) && !Gap(C))
    return false;
  if (C == first(B) && llvm::any_of(View.Blocks[B].Before, [&](BlockId From) {
        return !mayFollowOnEdge(From, B);
      }))
    return false;
  return C != last(B) || llvm::all_of(View.Blocks[B].Next, [&](const Edge &E) {
           return mayFollowOnEdge(B, E.To);
         });
}

bool SplitState::isLegal(SplitGroupId U) const {
  return llvm::all_of(Members[U.index()],
                      [&](CellId C) { return isLegalAround(C); });
}

llvm::SmallVector<SplitPart, 2> SplitState::parts(BlockId B,
                                                  unsigned Gap) const {
  auto It = Barriers.find({B, Gap});
  ChosenBarrier Barrier = It == Barriers.end() ? ChosenBarrier() : It->second;
  return partsBetween(state(cell(B, Gap)), Barrier, state(cell(B, Gap + 1)));
}

llvm::SmallVector<SplitPart, 2> SplitState::partsOnEdge(BlockId From,
                                                        BlockId To) const {
  return partsBetween(state(last(From)), {}, state(first(To)));
}

double SplitState::slack() const {
  double Sum = 0;
  for (SplitGroupId U : IdRange<SplitGroupId>(Members.size()))
    if (groupState(U) != PhaseState::Idle)
      Sum += work(U);
  return Sum;
}

/// Edges are split where they leave a branch for a join, so that what stands on
/// one stands at the end of its source or at the beginning of its target.
std::vector<SplitGap> SplitState::gaps() const {
  std::vector<SplitGap> Result;
  auto AllTo = [&](BlockId From, BlockId To) {
    return llvm::all_of(View.Blocks[From].Next,
                        [&](const Edge &E) { return E.To == To; });
  };
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (unsigned Gap = 0; Gap <= Events[B].size(); ++Gap) {
      SplitGap Here;
      Here.Point = Origin[B];
      Here.Point.Event = Gap;
      auto AddEdge = [&](BlockId From, BlockId To) {
        for (SplitPart Part : partsOnEdge(From, To)) {
          Part.Early = false;
          Here.Parts.push_back(Part);
        }
      };
      // Edges of a switch may lead to one block more than once.
      BlockId Before =
          View.Blocks[B].Before.empty() ? None : View.Blocks[B].Before.front();
      if (Gap == 0 && Before != None && !AllTo(Before, B))
        AddEdge(Before, B);
      llvm::append_range(Here.Parts, parts(B, Gap));
      if (Gap == Events[B].size() && !View.Blocks[B].Next.empty() &&
          AllTo(B, View.Blocks[B].Next.front().To))
        AddEdge(B, View.Blocks[B].Next.front().To);
      if (!Here.Parts.empty())
        Result.push_back(std::move(Here));
    }
  return Result;
}

} // namespace fencepost::place
