//===- CarriedOverlap.cpp - Can accesses of two iterations collide? -------===//
// See CarriedOverlap.h. A question is put to check/Overlap.h as one about a
// region of two nodes, one for each access. Lanes of a wave are distinguished
// by epochs: the two accesses are never in the same, so only other waves are
// asked about.
//===----------------------------------------------------------------------===//
#include "Hazards/CarriedOverlap.h"

namespace fencepost::place {

using namespace view;
using namespace sym;

/// Loops around \p A in which all waves are in step.
CarriedOverlap::LockstepFrame &CarriedOverlap::frameFor(AccessSite A,
                                                        LoopId Free) {
  std::vector<LoopId> Around;
  for (LoopId L = Facts.View.Blocks[A.Site.Block].Loop; L != None;
       L = Facts.View.Loops[L].Parent) {
    bool IsFree =
        Free != None && Facts.Shape.contains(Free, Facts.View.Loops[L].Header);
    if (!IsFree && Uniform[Facts.View.Loops[L].Header])
      Around.push_back(L);
  }
  std::unique_ptr<LockstepFrame> &F = Frames[Around];
  if (!F) {
    F = std::make_unique<LockstepFrame>();
    F->Region.Around.assign(Around.begin(), Around.end());
    F->Pairs = std::make_unique<RegionOverlap>(Facts.Eval, F->Region);
  }
  return *F;
}

RegionNode makeRegionNode(Evaluator &Eval, AccessSite Access, CopyId Copy,
                          PairSide Side) {
  RegionNode N;
  N.Block = Access.Site.Block;
  N.First = N.End = Access.Site.Event;
  N.Copy = Copy;
  N.Reach = Eval.reach(N.Block, Copy);
  N.Epoch = Eval.Terms.constant(Side == PairSide::Second, 8);
  return N;
}

const RegionAccess &CarriedOverlap::access(LockstepFrame &F, AccessSite Access,
                                           CopyId Copy, PairSide Side) {
  auto &Cache = Side == PairSide::Second ? F.Second : F.First;
  auto [It, New] = Cache.try_emplace({Access, Copy});
  if (!New)
    return It->second;
  F.Region.Nodes.push_back(makeRegionNode(Facts.Eval, Access, Copy, Side));
  It->second = F.Pairs->access(Access, F.Region.Nodes.size() - 1);
  return It->second;
}

/// What a few values say.
CarriedOverlap::CachedQuestion CarriedOverlap::tried(LockstepFrame &F,
                                                     const RegionAccess &A,
                                                     const RegionAccess &B,
                                                     Assignment &Values) {
  PairQuestion Q = F.Pairs->ask(A, B);
  if (Q.ProvedApart)
    return {TermTable::False, Answer::No};
  TermId Both = Facts.Terms.both(Q.Reached, Q.Overlaps);
  return {Both, Facts.Parts.tryFew(Both, Values)};
}

Answer CarriedOverlap::computed(LockstepFrame &F, const RegionAccess &A,
                                const RegionAccess &B, TermId Question,
                                Assignment &Values, Effort Work) {
  constexpr EnumerationLimits Few{1 << 14, 1 << 17};
  Answer Reply = sym::enumerate(
      Facts.Eval, *F.Pairs, A, B,
      Work == Effort::Little ? Few : Facts.Limits.Enumerating, &Values);
  if (Reply != Answer::GaveUp || Work == Effort::Little)
    return Reply;
  return Facts.Parts.ask(Question, Values);
}

Answer CarriedOverlap::answer(LockstepFrame &F, const RegionAccess &A,
                              const RegionAccess &B, Assignment &Values,
                              Effort Work) {
  CachedQuestion Cached = tried(F, A, B, Values);
  return Cached.Reply != Answer::GaveUp
             ? Cached.Reply
             : computed(F, A, B, Cached.Question, Values, Work);
}

/// Whether they are apart in whatever iterations of all loops: then they are
/// however the second follows the first.
bool CarriedOverlap::isNeverMet(AccessSite A, AccessSite B) {
  auto [It, New] = NeverMet.try_emplace(std::minmax(A, B));
  if (New) {
    std::unique_ptr<LockstepFrame> &F = Frames[{}];
    if (!F) {
      F = std::make_unique<LockstepFrame>();
      F->Pairs = std::make_unique<RegionOverlap>(Facts.Eval, F->Region);
    }
    Assignment Values;
    It->second = answer(*F, access(*F, A, RootCopy, PairSide::First),
                        access(*F, B, RootCopy, PairSide::Second), Values,
                        Effort::Little) == Answer::No;
  }
  return It->second;
}

std::optional<Answer> CarriedOverlap::ask(AccessSite A, AccessSite B,
                                          Moment When, Effort Effort) {
  Assignment Values;
  return ask(A, B, When, TermTable::True, Effort, Values);
}

/// Most accesses that meet do so for simple values; whether they ever do is
/// asked about the others.
std::optional<Answer> CarriedOverlap::ask(AccessSite A, AccessSite B,
                                          Moment When, TermId Condition,
                                          Effort Work, Assignment &Values) {
  if (areDistinctObjects(Facts.View, A, B))
    return Answer::No;
  if (!hasKnownBytes(Facts.View, A) || !hasKnownBytes(Facts.View, B))
    return Answer::GaveUp;
  CachedAnswer &Cached = Known[{{A, B}, When, Condition}];
  if (!Cached.Reply && isKnownApart(A, B))
    Cached.Reply = Answer::No;
  if (!Cached.Reply && !(Cached.Few && Work == Effort::Little)) {
    LockstepFrame &F = frameFor(A, When.Free);
    const RegionAccess &First = access(F, A, RootCopy, PairSide::First);
    RegionAccess Second = access(F, B, When.Copy, PairSide::Second);
    if (Condition != TermTable::True) {
      Second.Reach = Facts.Terms.both(Second.Reach, Condition);
      Second.Facts =
          Facts.Terms.both(Second.Facts, F.Pairs->factsOf({Condition}));
    }
    if (!Cached.Few)
      Cached.Few = tried(F, First, Second, Cached.Values);
    if (Cached.Few->Reply != Answer::GaveUp)
      Cached.Reply = Cached.Few->Reply;
    else
      Cached.Values.clear(); // Of some parts.
    if (!Cached.Reply && Work == Effort::Any)
      Cached.Reply = isNeverMet(A, B)
                         ? Answer::No
                         : computed(F, First, Second, Cached.Few->Question,
                                    Cached.Values, Effort::Any);
  }
  if (Cached.Reply == Answer::Yes)
    Values = Cached.Values;
  return Cached.Reply;
}

/// Symbols of what decides whether \p A and \p B meet under \p Conditions.
std::vector<Symbol>
CarriedOverlap::symbolsOf(AccessSite A, AccessSite B, Moment When,
                          llvm::ArrayRef<TermId> Conditions) {
  LockstepFrame &F = frameFor(A, When.Free);
  llvm::SmallVector<TermId, 8> Roots(Conditions.begin(), Conditions.end());
  Roots.push_back(F.Pairs->factsOf(Conditions));
  for (const RegionAccess *Access :
       {&access(F, A, RootCopy, PairSide::First),
        &access(F, B, When.Copy, PairSide::Second)})
    Roots.append({Access->Address, Access->Reach, Access->Facts});
  std::vector<Symbol> Result;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : Roots)
    Facts.Terms.forEachSymbol(
        Root, Seen, [&](TermId Id) { Result.push_back(Facts.Terms[Id].Sym); });
  return Result;
}

bool CarriedOverlap::meetByKnown(AccessSite A, AccessSite B, Moment When,
                                 llvm::ArrayRef<TermId> Conditions) {
  if (When.Free != None || !hasKnownBytes(Facts.View, A) ||
      !hasKnownBytes(Facts.View, B))
    return false;
  TermTable &Terms = Facts.Terms;
  TermId InFirst = TermTable::True;
  for (const Symbol &Sym : symbolsOf(A, B, When, Conditions)) {
    if (Sym.Kind == SymbolKind::Unknown || Sym.Kind == SymbolKind::Phi)
      return false;
    if (Sym.Kind != SymbolKind::Iteration ||
        Facts.View.Loops[Sym.loop()].TripCount != None)
      continue;
    if (Sym.Copy != RootCopy)
      return false;
    TermId Zero = Terms.constant(0, 32);
    TermId IsFirst =
        Terms.equal(Facts.Eval.iteration(Sym.loop(), RootCopy), Zero);
    InFirst = Terms.both(InFirst, IsFirst);
  }
  if (InFirst == TermTable::True)
    return true;
  for (TermId Condition : Conditions)
    InFirst = Terms.both(InFirst, Condition);
  Assignment Values;
  return ask(A, B, When, InFirst, Effort::Any, Values) == Answer::Yes;
}

bool CarriedOverlap::holds(AccessSite A, Moment When, TermId Condition,
                           const Assignment &Values) {
  LockstepFrame &F = frameFor(A, When.Free);
  TermId Seen = F.Pairs->seenBy(Condition, 2);
  return Facts.Terms.evaluated(Seen, [&](TermId Id) {
    auto It = Values.find(Id);
    return It != Values.end() ? It->second : Facts.Terms[Id].Limits.Low;
  });
}

/// \p A in a wave whose number both threads share.
RegionAccess CarriedOverlap::inWave(RegionAccess A) {
  TermTable &Terms = Facts.Terms;
  uint64_t Most = Facts.View.Most;
  if (Facts.View.SizeIsExact)
    Most =
        uint64_t(Facts.View.Size[0]) * Facts.View.Size[1] * Facts.View.Size[2];
  // No argument of a kernel has this number.
  TermId Wave = Terms.symbol({SymbolKind::Argument, None}, 32,
                             {0, (Most - 1) / Facts.View.WaveSize});
  TermId Own = Facts.Eval.waveId();
  A.Reach = Terms.both(A.Reach, Terms.equal(Own, Wave));
  A.Epoch = Terms.constant(0, 8);
  return A;
}

/// Whether one thread accesses the same byte twice.
Answer CarriedOverlap::askOneThread(LockstepFrame &F, const RegionAccess &A,
                                    const RegionAccess &B) {
  TermTable &Terms = Facts.Terms;
  auto Seen = [&](TermId Term) { return F.Pairs->seenBy(Term, 1); };
  uint64_t BytesA = A.Site.in(Facts.View).Bytes,
           BytesB = B.Site.in(Facts.View).Bytes;
  TermId PlaceA = Seen(A.Address), PlaceB = Seen(B.Address);
  TermId Meet = Terms.haveCommonByte(Terms.sub(PlaceA, PlaceB), BytesA, BytesB);
  TermId ByA = Terms.both(A.Reach, A.Facts), ByB = Terms.both(B.Reach, B.Facts);
  TermId Reached = Terms.both(ByA, ByB);
  Assignment Values;
  return Facts.Parts.ask(Terms.both(Seen(Reached), Meet), Values);
}

Answer CarriedOverlap::askInWave(AccessSite A, AccessSite B, Moment When,
                                 LanePair Lanes) {
  if (areDistinctObjects(Facts.View, A, B))
    return Answer::No;
  if (!hasKnownBytes(Facts.View, A) || !hasKnownBytes(Facts.View, B))
    return Answer::GaveUp;
  if (A.in(Facts.View).Object != B.in(Facts.View).Object)
    return Answer::No;
  LockstepFrame &F = frameFor(A, When.Free);
  RegionAccess X = access(F, A, RootCopy, PairSide::First),
               Y = access(F, B, When.Copy, PairSide::Second);
  auto [Same, IsNewSame] = KnownInWave[0].try_emplace({{A, B}, When});
  if (Lanes == LanePair::Any && IsNewSame)
    Same->second = askOneThread(F, X, Y);
  if (Lanes == LanePair::Any && Same->second != Answer::No)
    return Same->second;
  auto [It, New] = KnownInWave[1].try_emplace({{A, B}, When});
  if (New) {
    Assignment Values;
    RegionAccess One = inWave(X), Other = inWave(Y);
    It->second = answer(F, One, Other, Values, Effort::Any);
  }
  return It->second;
}

} // namespace fencepost::place
