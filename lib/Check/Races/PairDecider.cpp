//===- PairDecider.cpp - Do two accesses of a region race? ---------------===//
// See PairDecider.h.
//===----------------------------------------------------------------------===//
#include "PairDecider.h"
#include "fencepost/Simulate/WitnessSearch.h"
#include "fencepost/Symbolic/ArgumentSamples.h"
#include "fencepost/Symbolic/Enumerate.h"

namespace fencepost::check {

using namespace view;

bool canRace(const sym::Analysis &Context, const Boundaries &Bounds,
             const AccessRange &T) {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object == None)
    return false;
  const Object &Memory = Context.View.Objects[T.Object];
  if (Bounds.Fenced && Memory.Space != *Bounds.Fenced)
    return false;
  if (Context.Limits.OnlyLds && Memory.Space != AddressSpace::Local)
    return false;
  return Memory.Kind != ObjectKind::Private &&
         Memory.Kind != ObjectKind::NamedBarrier &&
         Memory.Space != AddressSpace::Private &&
         Memory.Space != AddressSpace::Constant;
}

PairDecider::PairDecider(sym::Analysis &Context, const Boundaries &Bounds)
    : Context(Context), Bounds(Bounds),
      ReplayBounds{&Context.View,
                   Bounds.Fenced ? std::set<Site>() : Bounds.Transparent,
                   Bounds.Fenced},
      Runs(Context.View, ReplayBounds, &Context.Depends) {}

static Defect possible(Reason Why) {
  Defect F;
  F.Certainty = Certainty::Possible;
  F.Reason = Why;
  return F;
}

std::optional<Defect> PairDecider::decide(sym::RegionOverlap &Pairs,
                                          const sym::RegionAccess &A,
                                          const sym::RegionAccess &B) {
  sym::PairQuestion Q = Pairs.ask(A, B);
  Context.Counts.ProvedCheaply += Q.ProvedApart;
  if (Q.ProvedApart)
    return std::nullopt;
  sym::Assignment Values;
  sym::Answer Reply = sym::enumerate(Context.Eval, Pairs, A, B,
                                     Context.Limits.Enumerating, &Values);
  Context.Counts.Enumerated += Reply != sym::Answer::GaveUp;
  if (Reply == sym::Answer::No)
    return std::nullopt;
  std::optional<Reason> Why = whyNeverCertain(Context, A, B);
  if (Why && !Context.Limits.Possible)
    return possible(*Why);
  std::optional<Defect> Seen =
      Reply == sym::Answer::Yes ? judged(A, B, Values) : asked(Q, A, B, Why);
  if (!Seen || Seen->Certainty == Certainty::Error || Why)
    return Seen;
  std::optional<Defect> Run = probed(A, B);
  return Run && Run->Certainty <= Seen->Certainty ? Run : Seen;
}

/// The solver gave up, or there is none. With an unknown value, the result
/// could only have been a possible race.
Defect PairDecider::undecided(const sym::PairQuestion &Q) const {
  Defect F;
  F.Certainty = Certainty::Unknown;
  F.Reason = Context.Solve.isMissing() ? Reason::AddressesUndecidedNoSolver
                                       : Reason::AddressesUndecided;
  llvm::DenseMap<sym::TermId, bool> Seen;
  for (sym::TermId Root : {Q.Reached, Q.Overlaps})
    Context.Terms.forEachSymbol(Root, Seen, [&](sym::TermId Id) {
      sym::SymbolKind Kind = Context.Terms[Id].Sym.Kind;
      if (Kind == sym::SymbolKind::Unknown || Kind == sym::SymbolKind::Phi ||
          Kind == sym::SymbolKind::Argument)
        F.Certainty = Certainty::Possible;
    });
  if (F.Certainty == Certainty::Possible)
    F.Reason = Reason::UnknownAddressOrCondition;
  return F;
}

/// The result of runs of whole work-groups.
std::optional<Defect> PairDecider::probed(const sym::RegionAccess &A,
                                          const sym::RegionAccess &B) {
  if (!Probes)
    Probes.emplace(Context, Runs, sitesToProbe());
  std::optional<Defect> Best;
  for (Collision &C : Probes->collisions(A.Site, B.Site)) {
    sim::WitnessCandidate Try;
    Try.Run = C.Run;
    // The witness records the arguments of its run.
    for (const Value &V : Context.View.Values)
      if (V.Kind == ValueKind::Argument)
        Try.Run.Arguments.try_emplace(V.Number, Try.Run.AllArguments);
    std::copy(std::begin(C.Threads), std::end(C.Threads), Try.Threads);
    std::optional<sim::ReplayResult> Seen =
        sim::replay(Context, Runs, Try, A.Site, B.Site);
    if (!Seen)
      continue;
    C.Seen = std::move(Seen->Evidence);
    Defect F;
    F.Reason = whyOnlyPossible(Context, Runs, A, B, C);
    F.Certainty = F.Reason ? Certainty::Possible : Certainty::Error;
    F.Evidence = std::move(C.Seen);
    if (!Best || F.Certainty < Best->Certainty)
      Best = std::move(F);
    if (Best->Certainty == Certainty::Error)
      break;
  }
  return Best;
}

/// The result of the solver.
std::optional<Defect> PairDecider::asked(const sym::PairQuestion &Q,
                                         const sym::RegionAccess &A,
                                         const sym::RegionAccess &B,
                                         std::optional<Reason> Why) {
  sym::Assignment Values;
  sym::Answer Reply = sym::Answer::GaveUp;
  sym::TermId Both = Context.Terms.both(Q.Reached, Q.Overlaps);
  if (Context.Limits.AnyValues)
    Reply = Context.Parts.ask(Both, Values);
  else if (Why)
    Reply = Context.Solve.tryToAsk(Both, &Values);
  else if (!sym::multipliesArguments(Context, Q))
    Reply = Context.Solve.ask(Both, &Values);
  if (Reply == sym::Answer::No)
    return std::nullopt;
  if (Reply == sym::Answer::Yes)
    return judged(A, B,
                  Why ? Values : sym::smallAssignment(Context, Q, Values));
  if (Why)
    return possible(*Why);
  switch (sym::askWithSamples(Context, Q, Values)) {
  case sym::Answer::Yes:
    return judged(A, B, Values);
  case sym::Answer::GaveUp:
    return undecided(Q);
  case sym::Answer::No:
    return possible(Reason::DependsOnArguments);
  }
  return std::nullopt;
}

Defect PairDecider::judged(const sym::RegionAccess &A,
                           const sym::RegionAccess &B,
                           const sym::Assignment &Values) {
  Defect F;
  F.Certainty = Certainty::Possible;
  sim::WitnessCandidate Try = sim::candidateFor(Context, Values);
  std::optional<sim::ReplayResult> Seen =
      sim::replay(Context, Runs, Try, A.Site, B.Site);
  F.Reason = whyNeverCertain(Context, A, B);
  bool Replayed = Seen.has_value();
  if (!Seen && !F.Reason)
    Seen = sim::searchWitness(Context, Runs, Try, A.Site, B.Site);
  if (!Seen) {
    if (!F.Reason)
      F.Reason = Reason::NoCollisionFound;
    return F;
  }
  Collision C;
  C.Run = Try.Run;
  C.Seen = Seen->Evidence;
  for (unsigned T = 0; T < 2; ++T) {
    std::copy(std::begin(C.Seen.Threads[T].Id), std::end(C.Seen.Threads[T].Id),
              C.Threads[T].Coordinates);
    C.Values[T] = Try.Unknowns[Replayed ? T : 0];
  }
  F.Reason = whyOnlyPossible(Context, Runs, A, B, C);
  F.Certainty = F.Reason ? Certainty::Possible : Certainty::Error;
  F.Evidence = std::move(C.Seen);
  return F;
}

/// Accesses of objects that are written anywhere.
std::vector<AccessSite> PairDecider::sitesToProbe() const {
  llvm::BitVector Written(Context.View.Objects.size());
  std::vector<AccessSite> All, Result;
  forEachEvent(Context.View, [&](Site At, const Event &E) {
    if (E.Kind != EventKind::Access && E.Kind != EventKind::Transfer)
      return;
    for (bool Destination : {false, true}) {
      AccessSite Access{At, Destination};
      const AccessRange &T = Access.in(Context.View);
      if (!canRace(Context, Bounds, T) || T.Address == None || T.Bytes == 0)
        continue;
      All.push_back(Access);
      if (T.Writes)
        Written.set(T.Object);
    }
  });
  for (AccessSite At : All)
    if (Written[At.in(Context.View).Object])
      Result.push_back(At);
  return Result;
}

} // namespace fencepost::check
