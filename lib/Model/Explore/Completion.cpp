//===- Completion.cpp - The last stage of the search ----------------------===//
#include "Completion.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

static std::vector<unsigned> cellNumbers(const Layout &L,
                                         llvm::ArrayRef<Cell> Cells) {
  std::vector<unsigned> Numbers;
  for (const Cell &C : Cells)
    Numbers.push_back(L.cell(C));
  return Numbers;
}

Context::Context(const Program &P, llvm::ArrayRef<Cell> Observed,
                 const ExploreOptions &Options)
    : P(P), Options(Options), L(P), F(P, L), Sync(L),
      Observed(cellNumbers(L, Observed)) {}

/// Undefined behaviour that cuts a thread short leaves its races reportable;
/// that of the barriers does not, save a hang (docs/model.md B7).
static bool racesCount(Undefined Kind) {
  return Kind == Undefined::UndefBranch || Kind == Undefined::OutOfBounds ||
         Kind == Undefined::NotJoined || Kind == Undefined::LeaveWithoutJoin ||
         Kind == Undefined::Hang;
}

Completion::Completion(const Context &C, State &S,
                       const BarrierSolution *Solution, Sink &Out)
    : C(C), S(S), Solution(Solution), Out(Out),
      Order(S, C.L, !C.F.UsesAvailability),
      Cases(S, C.Sync, Order, C.Options.Skip, C.Options.Letter), Sc(S, C.Sync),
      Air(S, C.L, Solution), Promoted(S.Events.size()) {
  auto Strikes = [&](model::Undefined Kind) {
    Undefined.insert(Kind);
    RacesCount &= racesCount(Kind);
  };
  for (const ThreadState &Th : S.Threads) {
    if (Th.Status == ThreadStatus::Cut)
      Strikes(Th.CutBy);
    HasUnrolledThread |= Th.Status == ThreadStatus::Unrolled;
  }
  for (const WaveState &W : S.Waves)
    if (W.Diverged)
      Strikes(Undefined::NonConvergent);
  if (Solution)
    for (const BarrierUndefined &U : Solution->Undefined)
      if (U.Kind != Undefined::Hang)
        Strikes(U.Kind);
  if (Solution && !Solution->Stuck.empty() && Undefined.empty())
    Strikes(Undefined::Hang);
}

bool Completion::run() {
  if (S.HbHasCycle && !C.Options.Skip.has(Axiom::HappensBefore))
    return true;
  std::vector<ReadState> Before = S.Reads;
  bool GoOn = true;
  if (classifyReads() && buildOrders()) {
    findRaces();
    GoOn = chooseRead(0);
  }
  S.Reads = std::move(Before);
  return GoOn;
}

/// Reads whose result was assumed early must be in the case that gives it; the
/// others get theirs, or become open if they may read from several writes.
bool Completion::classifyReads() {
  CaseOf.resize(S.Events.size());
  for (unsigned R = 0; R < S.Events.size(); ++R) {
    if (!S.Events[R].reads())
      continue;
    CaseOf[R] = Cases.classify(R);
    const ReadCase &Case = CaseOf[R];
    ReadState &Read = S.Reads[R];
    if (Case.Promoted != None)
      Promoted.set(Case.Promoted);
    if (Read.Target != Resolution::Open) {
      bool Right = Read.Target == Case.how() &&
                   (Read.Target == Resolution::Undef ||
                    llvm::is_contained(Case.Sees, Read.Source));
      if (!Right)
        return false;
      continue;
    }
    if (Case.Case == 2) {
      OpenReads.push_back(R);
      continue;
    }
    Read.Target = Case.how();
    Read.Source = Case.Case == 4 ? Case.Sees.front() : None;
    if (Read.Promised && (Read.Source == None || !keepsPromise(R, Read.Source)))
      return false;
  }
  return true;
}

bool Completion::keepsPromise(unsigned R, unsigned Source) const {
  const auto &Writes = S.WritesOf[S.Events[R].Cell];
  return !S.Reads[R].Promised ||
         llvm::find(Writes, Source) - Writes.begin() >= S.Reads[R].FirstWrite;
}

void Completion::addMembers(unsigned Cell) {
  OrderedCell &Members = Cells[Cell];
  for (unsigned W : S.WritesOf[Cell])
    if (S.Events[W].isOrdered() || Promoted.has(W)) {
      MemberIndex[W] = Members.Writes.size();
      Members.Writes.push_back(W);
    }
  for (unsigned A : Members.Writes)
    for (unsigned B : Members.Writes)
      Members.Regular &= Promoted.has(A) || Promoted.has(B) ||
                         C.Sync.inclusive(S.Events[A], S.Events[B]);
  NeedsOrderSearch |= !Members.Regular;
  Orders.emplace_back(Members.Writes.size());
}

bool Completion::buildOrders() {
  Cells.resize(S.WritesOf.size());
  MemberIndex.assign(S.Events.size(), None);
  NeedsOrderSearch = Sc.isNeeded();
  for (unsigned Cell = 0; Cell < S.WritesOf.size(); ++Cell) {
    addMembers(Cell);
    if (Cells[Cell].Regular && !demandBase(Cell))
      return false;
  }
  for (unsigned R = 0; R < S.Events.size(); ++R)
    if (S.Events[R].reads() && !demandRead(R))
      return false;
  return true;
}

bool Completion::chooseRead(unsigned Next) {
  if (!Out.goOn())
    return false;
  if (Next == OpenReads.size())
    return finish();
  unsigned R = OpenReads[Next];
  unsigned Cell = S.Events[R].Cell;
  WriteOrder Saved = Orders[Cell];
  bool GoOn = true;
  for (unsigned Source : CaseOf[R].Sees) {
    if (!keepsPromise(R, Source))
      continue;
    S.Reads[R].Target = Resolution::FromWrite;
    S.Reads[R].Source = Source;
    if (demandRead(R))
      GoOn = chooseRead(Next + 1);
    Orders[Cell] = Saved;
    if (!GoOn)
      break;
  }
  S.Reads[R].Target = Resolution::Open;
  S.Reads[R].Source = None;
  return GoOn;
}

bool Completion::assumptionsHold() const {
  return llvm::all_of(S.Assumptions, [&](const Assumption &A) {
    auto V = evaluate(S, A.Value), Other = evaluate(S, A.Other);
    if (!V || !Other || V->IsUndef != (A.What == Assumption::IsUndef))
      return false;
    switch (A.What) {
    case Assumption::Truth:
      return (V->Number != 0) == (Other->Number != 0);
    case Assumption::Equals:
      return V->Number == Other->Number;
    case Assumption::NotBelow:
      return V->Number < 0 || V->Number >= Other->Number;
    case Assumption::IsUndef:
      return true;
    }
    llvm_unreachable("every kind of assumption is handled");
  });
}

/// A cut is harmless if the last iteration only loaded and left every register
/// as it was (docs/model.md, "Limits").
bool Completion::cutMatters() const {
  return llvm::any_of(S.Threads, [&](const ThreadState &Th) {
    if (Th.Status != ThreadStatus::Unrolled)
      return false;
    return !Th.CutMayBeHarmless || llvm::any_of(Th.MustBeEqual, [&](auto Pair) {
      return evaluate(S, Pair.first) != evaluate(S, Pair.second);
    });
  });
}

/// Without the thin-air axiom a value may depend on itself; it could then be
/// anything, and no execution is made of it.
bool Completion::valuesAreKnown() const {
  auto IsKnown = [&](ValueId V) { return evaluate(S, V).has_value(); };
  return llvm::all_of(S.Events,
                      [&](const Event &E) {
                        return !E.writes() || IsKnown(E.Written);
                      }) &&
         llvm::all_of(S.Threads, [&](const ThreadState &Th) {
           return llvm::all_of(Th.Registers, IsKnown);
         });
}

bool Completion::finish() {
  if (Air.isNeeded() && !C.Options.Skip.has(Axiom::ThinAir) && !Air.holds())
    return true;
  if (C.Options.Skip.has(Axiom::ThinAir) && !valuesAreKnown()) {
    Out.leftOutSelfDependent();
    return true;
  }
  if (!S.Assumptions.empty() && !assumptionsHold())
    return true;
  FinalWrite.assign(C.Observed.size(), None);
  return chooseFinal(0);
}

bool Completion::emit() {
  if (HasUnrolledThread) {
    if (cutMatters())
      Out.cutAtUnrollBound();
    // Undefined behaviour has struck whatever the cut thread does next; a hang
    // may still end.
    if (Undefined.empty() || Undefined.has(model::Undefined::Hang))
      return true;
  }
  return Out.take(
      {C, S, Order, CaseOf, FinalWrite, Races, Solution, Undefined, *this});
}

Communication Leaf::communication() const {
  OrderSearch Search(S, C.Sync, From.Sc, C.Options.Skip, C.Until);
  Relation Known = From.knownOrder();
  if (auto Found = Search.find(From.Cells, Known, From.Promoted))
    return *Found;
  return Search.communication(From.Cells, Known);
}

} // namespace fencepost::model
