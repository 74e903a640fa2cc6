//===- Decide.cpp - Do two accesses of a region race? ---------------------===//
// See Decide.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Decide.h"
#include "fencepost/Check/Enumerate.h"
#include "fencepost/Check/Search.h"

namespace fencepost::check {

using namespace view;

bool canRace(const Analysis &In, const Boundaries &Bounds,
             const AccessRange &T) {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object == None)
    return false;
  const Object &Of = In.View.Objects[T.Object];
  if (Bounds.Fenced && Of.Space != *Bounds.Fenced)
    return false;
  if (In.Limits.OnlyLds && Of.Space != AddressSpace::Local)
    return false;
  return Of.Kind != ObjectKind::Private &&
         Of.Kind != ObjectKind::NamedBarrier &&
         Of.Space != AddressSpace::Private &&
         Of.Space != AddressSpace::Constant;
}

PairDecider::PairDecider(Analysis &In, const Boundaries &Bounds)
    : In(In), Bounds(Bounds),
      ReplayBounds{&In.View,
                   Bounds.Fenced ? std::set<Site>() : Bounds.Transparent,
                   Bounds.Fenced},
      Runs(In.View, ReplayBounds, &In.Depends) {}

static Defect possible(std::string Why) {
  Defect F;
  F.Certainty = Certainty::Possible;
  F.Reason = std::move(Why);
  return F;
}

std::optional<Defect> PairDecider::decide(RegionOverlap &Pairs,
                                          const RegionAccess &A,
                                          const RegionAccess &B) {
  PairQuestion Q = Pairs.ask(A, B);
  In.Counts.ProvedCheaply += Q.ProvedApart;
  if (Q.ProvedApart)
    return std::nullopt;
  Assignment How;
  Answer Is = enumerate(In.Eval, Pairs, A, B, In.Limits.Enumerating, &How);
  In.Counts.Enumerated += Is != Answer::GaveUp;
  if (Is == Answer::No)
    return std::nullopt;
  std::string Why = whyNeverCertain(In, A, B);
  if (!Why.empty() && !In.Limits.Possible)
    return possible(std::move(Why));
  std::optional<Defect> Seen =
      Is == Answer::Yes ? judged(A, B, How) : asked(Q, A, B, Why);
  if (!Seen || Seen->Certainty == Certainty::Error || !Why.empty())
    return Seen;
  std::optional<Defect> Run = probed(A, B);
  return Run && Run->Certainty <= Seen->Certainty ? Run : Seen;
}

/// The solver gave up. Where a value is not known, nothing but a possible race
/// could have come out.
Defect PairDecider::undecided(const PairQuestion &Q) const {
  Defect F;
  F.Certainty = Certainty::Unknown;
  F.Reason = "the solver gave up on whether the addresses can be equal";
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    In.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      SymbolKind Kind = In.Terms[Id].Sym.Kind;
      if (Kind == SymbolKind::Unknown || Kind == SymbolKind::Phi ||
          Kind == SymbolKind::Argument)
        F.Certainty = Certainty::Possible;
    });
  if (F.Certainty == Certainty::Possible)
    F.Reason = "an address or a condition depends on a value that is not known";
  return F;
}

/// What the runs of whole work-groups say.
std::optional<Defect> PairDecider::probed(const RegionAccess &A,
                                          const RegionAccess &B) {
  if (!Probes)
    Probes.emplace(In, Runs, sitesToProbe());
  std::optional<Defect> Best;
  for (Collision &C : Probes->collisions(A.Site, B.Site)) {
    WitnessCandidate Try;
    Try.Run = C.On;
    // The witness says what arguments it was run with.
    for (const Value &V : In.View.Values)
      if (V.Kind == ValueKind::Argument)
        Try.Run.Arguments.try_emplace(V.Number, Try.Run.AllArguments);
    std::copy(std::begin(C.Threads), std::end(C.Threads), Try.Threads);
    std::optional<ReplayResult> Seen = replay(In, Runs, Try, A.Site, B.Site);
    if (!Seen)
      continue;
    C.Seen = std::move(Seen->Evidence);
    Defect F;
    F.Reason = whyOnlyPossible(In, Runs, A, B, C);
    F.Certainty = F.Reason.empty() ? Certainty::Error : Certainty::Possible;
    F.Evidence = std::move(C.Seen);
    if (!Best || F.Certainty < Best->Certainty)
      Best = std::move(F);
    if (Best->Certainty == Certainty::Error)
      break;
  }
  return Best;
}

/// What the solver says.
std::optional<Defect> PairDecider::asked(const PairQuestion &Q,
                                         const RegionAccess &A,
                                         const RegionAccess &B,
                                         std::string Why) {
  Assignment How;
  Answer Is = Answer::GaveUp;
  TermId Both = In.Terms.both(Q.Reached, Q.Overlaps);
  if (In.Limits.AnyValues)
    Is = In.Parts.ask(Both, How);
  else if (!Why.empty())
    Is = In.Solve.tryToAsk(Both, &How);
  else if (!multipliesArguments(In, Q))
    Is = In.Solve.ask(Both, &How);
  if (Is == Answer::No)
    return std::nullopt;
  if (Is == Answer::Yes)
    return judged(A, B, Why.empty() ? smallModel(In, Q, How) : How);
  if (!Why.empty())
    return possible(std::move(Why));
  switch (askWithSamples(In, Q, How)) {
  case Answer::Yes:
    return judged(A, B, How);
  case Answer::GaveUp:
    return undecided(Q);
  case Answer::No:
    return possible("it depends on the values of arguments");
  }
  return std::nullopt;
}

Defect PairDecider::judged(const RegionAccess &A, const RegionAccess &B,
                           const Assignment &How) {
  Defect F;
  F.Certainty = Certainty::Possible;
  WitnessCandidate Try = candidateFor(In, How);
  std::optional<ReplayResult> Seen = replay(In, Runs, Try, A.Site, B.Site);
  F.Reason = whyNeverCertain(In, A, B);
  bool Replayed = Seen.has_value();
  if (!Seen && F.Reason.empty())
    Seen = searchWitness(In, Runs, Try, A.Site, B.Site);
  if (!Seen) {
    if (F.Reason.empty())
      F.Reason =
          "no two threads were found that collide from the kernel's start";
    return F;
  }
  Collision C;
  C.On = Try.Run;
  C.Seen = Seen->Evidence;
  for (unsigned T = 0; T < 2; ++T) {
    std::copy(std::begin(C.Seen.Threads[T].Id), std::end(C.Seen.Threads[T].Id),
              C.Threads[T].At);
    C.Given[T] = Try.Unknowns[Replayed ? T : 0];
  }
  F.Reason = whyOnlyPossible(In, Runs, A, B, C);
  F.Certainty = F.Reason.empty() ? Certainty::Error : Certainty::Possible;
  F.Evidence = std::move(C.Seen);
  return F;
}

/// Accesses of objects that somebody writes.
std::vector<AccessSite> PairDecider::sitesToProbe() const {
  llvm::BitVector Written(In.View.Objects.size());
  std::vector<AccessSite> All, Result;
  forEachEvent(In.View, [&](Site At, const Event &E) {
    if (E.Kind != EventKind::Access && E.Kind != EventKind::Transfer)
      return;
    for (bool Destination : {false, true}) {
      AccessSite Access{At, Destination};
      const AccessRange &T = Access.in(In.View);
      if (!canRace(In, Bounds, T) || T.Address == None || T.Bytes == 0)
        continue;
      All.push_back(Access);
      if (T.Writes)
        Written.set(T.Object);
    }
  });
  for (AccessSite At : All)
    if (Written[At.in(In.View).Object])
      Result.push_back(At);
  return Result;
}

} // namespace fencepost::check
