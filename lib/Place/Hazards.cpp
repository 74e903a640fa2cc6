//===- Hazards.cpp - Accesses that a choice of slots leaves unordered -----===//
// See Hazards.h. The questions are those of check/Races.cpp, restricted to
// different waves; everything but a proof that there is no overlap counts.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Hazards.h"

namespace fencepost::place {

using namespace view;
using namespace check;

HazardFinder::HazardFinder(const SlottedView &In) : In(In), Facts(In.View) {
  Bounds.View = &In.View;
  for (SlotId S = 0; S < In.Slots.size(); ++S)
    SlotAt[In.Slots[S].InView] = S;
}

std::vector<Hazard> HazardFinder::find(llvm::ArrayRef<SlotId> Chosen) {
  std::vector<Hazard> Result;
  if (!In.View.Reducible) {
    Problems.insert("the control flow is not reducible");
    return Result;
  }
  Bounds.Transparent.clear();
  for (const Slot &S : In.Slots)
    Bounds.Transparent.insert(S.InView);
  for (SlotId S : Chosen)
    Bounds.Transparent.erase(In.Slots[S].InView);
  Builder = std::make_unique<RegionBuilder>(Facts.Eval, Bounds);
  for (const std::optional<Site> &Start : Builder->starts())
    findInRegion(Builder->build(Start), Result);
  return Result;
}

void HazardFinder::collect(const Region &R, RegionPairs &Pairs) {
  Accesses.clear();
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node) {
    const RegionNode &N = R.Nodes[Node];
    if (N.Reach == TermTable::False)
      continue;
    for (uint32_t E = N.First; E < N.End; ++E)
      for (bool Destination : {false, true}) {
        AccessSite At{{N.Block, E}, Destination};
        const Touch &T = At.in(In.View);
        if (!T.Reads && !T.Writes)
          continue;
        bool Known = T.Object != None && T.Address != None && T.Bytes != 0;
        if (!Known)
          Problems.insert("an access whose bytes are not known");
        else if (In.View.Objects[T.Object].Space == AddressSpace::Local)
          Accesses.push_back(Pairs.access(At, Node));
      }
  }
}

void HazardFinder::findInRegion(const Region &R, std::vector<Hazard> &Out) {
  if (!R.IsComplete)
    Problems.insert("too much code without a barrier");
  RegionPairs Pairs(Facts.Eval, R);
  collect(R, Pairs);
  for (size_t I = 0; I < Accesses.size(); ++I)
    for (size_t J = I; J < Accesses.size(); ++J)
      findPair(R, Pairs, Accesses[I], Accesses[J], Out);
}

TermId HazardFinder::otherWave(RegionPairs &Pairs) {
  TermTable &Terms = Facts.Terms;
  TermId Id = Facts.Eval.linearId(),
         Size = Terms.constant(In.View.WaveSize, 32);
  auto Wave = [&](unsigned Thread) {
    return Terms.apply(ValueKind::UDiv, 32, Pairs.seenBy(Id, Thread), Size);
  };
  return Terms.negated(Terms.equal(Wave(1), Wave(2)));
}

/// Whether two threads of different waves, of which \p Also holds, can touch
/// the same byte.
Answer HazardFinder::overlap(RegionPairs &Pairs, const RegionAccess &A,
                             const RegionAccess &B, TermId Also) {
  PairQuestion Q = Pairs.ask(A, B);
  if (Q.ProvedApart)
    return Answer::No;
  TermTable &Terms = Facts.Terms;
  TermId Condition = Terms.both(Terms.both(Q.Reached, Q.Overlaps),
                                Terms.both(Also, otherWave(Pairs)));
  return Facts.Solve.ask(Condition);
}

Path HazardFinder::slotsOn(llvm::ArrayRef<Stretch> On) const {
  std::set<SlotId> Result;
  for (const Stretch &S : On)
    for (auto It = SlotAt.lower_bound({S.Block, S.First});
         It != SlotAt.end() && It->first < Site{S.Block, S.End}; ++It)
      Result.insert(It->second);
  return Path(Result.begin(), Result.end());
}

/// Later iterations of the loops around both that can be gone around without a
/// barrier: the next one, and those after it, whose path has whole turns.
void HazardFinder::addTurns(const Region &R, RegionPairs &Pairs,
                            const RegionAccess &A, const RegionAccess &B,
                            std::vector<Way> &Out) {
  TermTable &Terms = Facts.Terms;
  CopyId CopyA = R.Nodes[A.Node].Copy, CopyB = R.Nodes[B.Node].Copy;
  llvm::SmallVector<LoopId, 4> Loops; // Outermost first.
  for (LoopId L = In.View.Blocks[A.Site.At.Block].Loop; L != None;
       L = In.View.Loops[L].Parent)
    if (Facts.Shape.contains(L, B.Site.At.Block) && Builder->isFree(L))
      Loops.insert(Loops.begin(), L);
  RegionPaths Paths(In.View, R);
  TermId OuterEqual = TermTable::True;
  for (LoopId L : Loops) {
    TermId First = Pairs.seenBy(Facts.Eval.iteration(L, CopyA), 1),
           Second = Pairs.seenBy(Facts.Eval.iteration(L, CopyB), 2),
           One = Terms.constant(1, Terms.bits(First));
    for (bool Swapped : {false, true}) {
      TermId Early = Swapped ? Second : First, Late = Swapped ? First : Second;
      const RegionAccess &From = Swapped ? B : A, &To = Swapped ? A : B;
      std::vector<Stretch> Path =
          CopyA == CopyB ? Paths.around(L, From.Node, From.Site.At.Event,
                                        To.Node, To.Site.At.Event)
                         : Paths.forward(From.Node, From.Site.At.Event, To.Node,
                                         To.Site.At.Event);
      if (Path.empty())
        continue;
      TermId Next = Terms.equal(Late, Terms.add(Early, One));
      TermId Later = Terms.both(Terms.less(Early, Late), Terms.negated(Next));
      Out.push_back({Terms.both(OuterEqual, Next), Swapped, Path});
      for (const Stretch &S : Paths.turn(L))
        Path.push_back(S);
      Out.push_back({Terms.both(OuterEqual, Later), Swapped, Path});
    }
    OuterEqual = Terms.both(OuterEqual, Terms.equal(First, Second));
  }
  // In one iteration of all of these, the order is that of the graph.
  for (bool Swapped : {false, true}) {
    const RegionAccess &From = Swapped ? B : A, &To = Swapped ? A : B;
    std::vector<Stretch> Path =
        Paths.forward(From.Node, From.Site.At.Event, To.Node, To.Site.At.Event);
    if (Path.empty())
      continue;
    Out.push_back({OuterEqual, Swapped, std::move(Path)});
    return;
  }
}

void HazardFinder::findPair(const Region &R, RegionPairs &Pairs,
                            const RegionAccess &A, const RegionAccess &B,
                            std::vector<Hazard> &Out) {
  std::optional<ConflictKind> Kind = conflict(In.View, A.Site, B.Site);
  if (!Kind || Pairs.ask(A, B).ProvedApart)
    return;
  Model How;
  if (enumerate(Facts.Eval, Pairs, A, B, Facts.Limits.Enumerating, &How) ==
      Answer::No)
    return;
  std::vector<Way> Ways;
  addTurns(R, Pairs, A, B, Ways);
  for (const Way &W : Ways) {
    Path Slots = slotsOn(W.Path);
    if (Slots.empty() || W.When == TermTable::False)
      continue;
    Answer Is = overlap(Pairs, A, B, W.When);
    if (Is == Answer::No)
      continue;
    Hazard H;
    H.From = W.Swapped ? B.Site : A.Site;
    H.To = W.Swapped ? A.Site : B.Site;
    H.Conflict = *conflict(In.View, H.From, H.To);
    H.Slots = std::move(Slots);
    for (const Stretch &S : W.Path)
      H.Blocks.push_back(S.Block);
    H.IsCertain = Is == Answer::Yes && !A.FromUnknown && !B.FromUnknown;
    Out.push_back(std::move(H));
  }
}

} // namespace fencepost::place
