//===- StageOverlap.cpp - Do accesses of two stages collide? --------------===//
// See StageOverlap.h.
//===----------------------------------------------------------------------===//
#include "ProducerConsumer/StageOverlap.h"
#include "Hazards/CarriedOverlap.h"
#include "fencepost/View/Conflict.h"

namespace fencepost::place {

using namespace view;
using namespace sym;

const RegionAccess &StageOverlap::access(AccessSite Access, PairSide Side) {
  auto [It, New] = Known.try_emplace({Access, Side});
  if (!New)
    return It->second;
  AccessRegion.Nodes.push_back(
      makeRegionNode(Facts.Eval, Access, RootCopy, Side));
  It->second = Pairs.access(Access, AccessRegion.Nodes.size() - 1);
  return It->second;
}

Answer StageOverlap::ask(AccessSite A, AccessSite B, TermId Condition) {
  if (!conflict(Facts.View, A, B))
    return Answer::No;
  const RegionAccess &X = access(A, PairSide::First),
                     &Y = access(B, PairSide::Second);
  PairQuestion Q = Pairs.ask(X, Y);
  if (Q.ProvedApart)
    return Answer::No;
  TermId Meet = Facts.Terms.both(Q.Reached, Q.Overlaps);
  Assignment Values;
  return Facts.Parts.ask(Facts.Terms.both(Meet, Condition), Values);
}

Answer StageOverlap::meet(AccessSite A, AccessSite B) {
  return ask(A, B, TermTable::True);
}

Answer StageOverlap::meet(AccessSite A, LoopId LoopA, AccessSite B,
                          LoopId LoopB, int Delta) {
  TermTable &Terms = Facts.Terms;
  TermId First = Pairs.seenBy(Facts.Eval.iteration(LoopA, RootCopy), 1);
  TermId Second = Pairs.seenBy(Facts.Eval.iteration(LoopB, RootCopy), 2);
  TermId &Earlier = Delta < 0 ? First : Second;
  Earlier = Terms.add(
      Earlier, Terms.constant(unsigned(std::abs(Delta)), Terms.bits(Earlier)));
  return ask(A, B, Terms.equal(First, Second));
}

TermId StageOverlap::made(const RegionAccess &A, unsigned Thread) {
  TermTable &Terms = Facts.Terms;
  return Pairs.seenBy(Terms.both(A.Reach, Terms.both(A.Facts, A.Inside)),
                      Thread);
}

/// Both threads are in the same iteration of \p Outer and, somewhere between it
/// and \p Inner, in different ones.
TermId StageOverlap::differInIterations(LoopId Inner, LoopId Outer) {
  TermTable &Terms = Facts.Terms;
  TermId Differ = TermTable::False;
  for (LoopId L = Inner; L != Outer; L = Facts.View.Loops[L].Parent) {
    TermId Same = Pairs.agreeOn(Facts.Eval.iteration(L, RootCopy));
    Differ = Terms.either(Differ, Terms.negated(Same));
  }
  return Differ;
}

Answer StageOverlap::askInStage(AccessSite A, AccessSite B, LoopId Loop) {
  TermTable &Terms = Facts.Terms;
  TermId Question = Pairs.agreeOn(Facts.Eval.waveId());
  if (Loop != None)
    Question = Terms.both(Question,
                          Pairs.agreeOn(Facts.Eval.iteration(Loop, RootCopy)));
  if (A == B)
    Question = Terms.both(
        Question,
        differInIterations(Facts.View.Blocks[A.Site.Block].Loop, Loop));
  if (Question == TermTable::False)
    return Answer::No;
  const RegionAccess &X = access(A, PairSide::First),
                     &Y = access(B, PairSide::Second);
  TermId First = Pairs.seenBy(X.Address, 1),
         Second = Pairs.seenBy(Y.Address, 2);
  TermId Meet = Terms.haveCommonByte(
      Terms.sub(First, Second), A.in(Facts.View).Bytes, B.in(Facts.View).Bytes);
  TermId MadeA = made(X, 1), MadeB = made(Y, 2);
  Question = Terms.both(Question, Terms.both(Meet, Terms.both(MadeA, MadeB)));
  Assignment Values;
  return Facts.Parts.ask(Question, Values);
}

bool StageOverlap::runEquallyOften(LoopId A, LoopId B) {
  const SyncView &View = Facts.View;
  ValueId TripsA = View.Loops[A].TripCount, TripsB = View.Loops[B].TripCount;
  return TripsA != None && TripsB != None && View.Values[TripsA].Uniform &&
         View.Values[TripsB].Uniform &&
         Facts.Eval.value(TripsA, RootCopy) ==
             Facts.Eval.value(TripsB, RootCopy);
}

} // namespace fencepost::place
