//===- Overlaps.cpp - Can two accesses of a work-group touch one byte? ----===//
// See Overlaps.h. A question is put to check/Overlap.h as one about a region of
// two nodes, one for each access. Lanes of a wave are told apart by epochs: the
// two accesses are never in the same, so only other waves are asked about.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Overlaps.h"

namespace fencepost::place {

using namespace view;
using namespace check;

bool mayTouchLds(const SyncView &View, AccessSite At) {
  const Event &E = At.At.in(View);
  const Touch &T = At.in(View);
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object != None)
    return View.Objects[T.Object].Space == AddressSpace::Local;
  // The operation of a transfer says what it reads: LDS, or what goes there.
  bool ReadsLds = E.Op.Space == AddressSpace::Local;
  if (E.Kind == EventKind::Transfer)
    return At.Destination != ReadsLds;
  return ReadsLds || E.Op.Space == AddressSpace::Generic;
}

bool isKnown(const SyncView &View, AccessSite At) {
  const Touch &T = At.in(View);
  return T.Object != None && T.Address != None && T.Bytes != 0;
}

/// Loops around \p A in which all waves are in step.
Overlaps::Frame &Overlaps::frameFor(AccessSite A, LoopId Free) {
  std::vector<LoopId> Around;
  for (LoopId L = Facts.View.Blocks[A.At.Block].Loop; L != None;
       L = Facts.View.Loops[L].Parent) {
    bool IsFree =
        Free != None && Facts.Shape.contains(Free, Facts.View.Loops[L].Header);
    if (!IsFree && Uniform[Facts.View.Loops[L].Header])
      Around.push_back(L);
  }
  std::unique_ptr<Frame> &F = Frames[Around];
  if (!F) {
    F = std::make_unique<Frame>();
    F->In.Around.assign(Around.begin(), Around.end());
    F->Pairs = std::make_unique<RegionPairs>(Facts.Eval, F->In);
  }
  return *F;
}

const RegionAccess &Overlaps::access(Frame &F, AccessSite At, CopyId Copy,
                                     bool IsSecond) {
  auto &Cache = IsSecond ? F.Second : F.First;
  auto [It, New] = Cache.try_emplace({At, Copy});
  if (!New)
    return It->second;
  RegionNode N;
  N.Block = At.At.Block;
  N.First = N.End = At.At.Event;
  N.Copy = Copy;
  N.Reach = Facts.Eval.reach(N.Block, Copy);
  N.Epoch = Facts.Terms.constant(IsSecond, 8);
  F.In.Nodes.push_back(N);
  It->second = F.Pairs->access(At, F.In.Nodes.size() - 1);
  return It->second;
}

Answer Overlaps::answer(Frame &F, const RegionAccess &A, const RegionAccess &B,
                        Model &Found, bool Cheaply) {
  PairQuestion Q = F.Pairs->ask(A, B);
  if (Q.ProvedApart)
    return Answer::No;
  Answer Is = check::enumerate(Facts.Eval, *F.Pairs, A, B,
                               Facts.Limits.Enumerating, &Found);
  if (Is != Answer::GaveUp || Cheaply)
    return Is;
  if (tryFew(F, A, B, Found) == Answer::Yes)
    return Answer::Yes;
  return Facts.Solve.ask(Facts.Terms.both(Q.Reached, Q.Overlaps), &Found);
}

RegionAccess Overlaps::narrow(RegionAccess A, Narrowing &To) {
  TermTable &Terms = Facts.Terms;
  auto Narrowed = [&](TermId Root) {
    return Terms.renamed(Root, To.Memo, [&](TermId Id) {
      Term T = Terms[Id];
      bool IsSmall = T.Limits.High - T.Limits.Low < To.Values ||
                     T.Sym.Kind == SymbolKind::WorkItem;
      if (IsSmall)
        return Id;
      T.Sym.Thread = To.Mark;
      T.Limits.High = T.Limits.Low + To.Values - 1;
      return Terms.symbol(T.Sym, T.Bits, T.Limits);
    });
  };
  A.Address = Narrowed(A.Address);
  A.Reach = Narrowed(A.Reach);
  A.Facts = Narrowed(A.Facts);
  if (A.Stored)
    A.Stored = Narrowed(*A.Stored);
  return A;
}

/// Whether they meet for the first few values of every symbol.
Answer Overlaps::tryFew(Frame &F, const RegionAccess &A, const RegionAccess &B,
                        Model &Found) {
  for (Narrowing &To : Narrowings) {
    Found.clear();
    RegionAccess X = narrow(A, To), Y = narrow(B, To);
    Answer Is = check::enumerate(Facts.Eval, *F.Pairs, X, Y,
                                 Facts.Limits.Enumerating, &Found);
    if (Is == Answer::Yes)
      return Is;
    if (Is == Answer::No)
      break;
  }
  return Answer::GaveUp;
}

/// Whether they are apart in whatever iterations of all loops: then they are in
/// every way that the second can follow the first.
bool Overlaps::isNeverMet(AccessSite A, AccessSite B) {
  auto [It, New] = NeverMet.try_emplace(std::minmax(A, B));
  if (New) {
    std::unique_ptr<Frame> &F = Frames[{}];
    if (!F) {
      F = std::make_unique<Frame>();
      F->Pairs = std::make_unique<RegionPairs>(Facts.Eval, F->In);
    }
    Model Found;
    It->second = answer(*F, access(*F, A, 0, false), access(*F, B, 0, true),
                        Found, true) == Answer::No;
  }
  return It->second;
}

Answer Overlaps::ask(AccessSite A, AccessSite B, Moment When) {
  if (!isKnown(Facts.View, A) || !isKnown(Facts.View, B))
    return Answer::GaveUp;
  auto [It, New] = Known.try_emplace({{A, B}, When});
  if (!New)
    return It->second;
  Answer Is = Answer::No;
  if (!isNeverMet(A, B)) {
    Frame &F = frameFor(A, When.Free);
    Model Found;
    Is = answer(F, access(F, A, 0, false), access(F, B, When.Copy, true), Found,
                false);
  }
  return Known[{{A, B}, When}] = Is;
}

Answer Overlaps::ask(AccessSite A, AccessSite B, Moment When, TermId Condition,
                     Model &Found) {
  if (!isKnown(Facts.View, A) || !isKnown(Facts.View, B))
    return Answer::GaveUp;
  Frame &F = frameFor(A, When.Free);
  RegionAccess Second = access(F, B, When.Copy, true);
  Second.Reach = Facts.Terms.both(Second.Reach, Condition);
  Second.Facts = Facts.Terms.both(Second.Facts, F.Pairs->factsOf({Condition}));
  return answer(F, access(F, A, 0, false), Second, Found, false);
}

bool Overlaps::holds(AccessSite A, Moment When, TermId Condition,
                     const Model &Found) {
  Frame &F = frameFor(A, When.Free);
  TermId Seen = F.Pairs->seenBy(Condition, 2);
  return Facts.Terms.evaluated(Seen, [&](TermId Id) {
    Term T = Facts.Terms[Id];
    for (uint8_t Mark :
         {T.Sym.Thread, Narrowings[0].Mark, Narrowings[1].Mark}) {
      T.Sym.Thread = Mark;
      auto It = Found.find(Facts.Terms.symbol(T.Sym, T.Bits, T.Limits));
      if (It != Found.end())
        return It->second;
    }
    return T.Limits.Low;
  });
}

Answer Overlaps::askInWave(AccessSite A, AccessSite B, Moment When) {
  if (!isKnown(Facts.View, A) || !isKnown(Facts.View, B))
    return Answer::GaveUp;
  auto [It, New] = KnownInWave.try_emplace({{A, B}, When});
  if (!New)
    return It->second;
  TermTable &Terms = Facts.Terms;
  Frame &F = frameFor(A, When.Free);
  RegionAccess X = access(F, A, 0, false), Y = access(F, B, When.Copy, true);
  TermId Size = Terms.constant(Facts.View.WaveSize, 32);
  auto Wave = [&](unsigned Thread) {
    return Terms.apply(ValueKind::UDiv, 32,
                       F.Pairs->seenBy(Facts.Eval.linearId(), Thread), Size);
  };
  TermId Apart =
      Terms.sub(F.Pairs->seenBy(X.Address, 1), F.Pairs->seenBy(Y.Address, 2));
  TermId Meet = Terms.either(
      Terms.less(Apart, Terms.constant(B.in(Facts.View).Bytes, 64)),
      Terms.less(Terms.sub(Terms.constant(0, 64), Apart),
                 Terms.constant(A.in(Facts.View).Bytes, 64)));
  TermId Both = Terms.both(F.Pairs->seenBy(Terms.both(X.Reach, X.Facts), 1),
                           F.Pairs->seenBy(Terms.both(Y.Reach, Y.Facts), 2));
  Both = Terms.both(Both, Terms.equal(Wave(1), Wave(2)));
  return KnownInWave[{{A, B}, When}] = Facts.Solve.ask(Terms.both(Both, Meet));
}

} // namespace fencepost::place
