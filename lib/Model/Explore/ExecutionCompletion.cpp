//===- ExecutionCompletion.cpp - The last stage of the search -------------===//
#include "ExecutionCompletion.h"
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

ExecutionCompletion::ExecutionCompletion(const Context &C, State &S,
                                         const BarrierSolution *Solution,
                                         Sink &Out)
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

bool ExecutionCompletion::run() {
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
bool ExecutionCompletion::classifyReads() {
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

bool ExecutionCompletion::keepsPromise(unsigned R, unsigned Source) const {
  const auto &Writes = S.WritesOf[S.Events[R].Cell];
  return !S.Reads[R].Promised ||
         llvm::find(Writes, Source) - Writes.begin() >= S.Reads[R].FirstWrite;
}

void ExecutionCompletion::addMembers(unsigned Cell) {
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

bool ExecutionCompletion::buildOrders() {
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

bool ExecutionCompletion::chooseRead(unsigned Next) {
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

bool ExecutionCompletion::assumptionsHold() const {
  return llvm::all_of(S.Assumptions, [&](const Assumption &A) {
    auto V = evaluate(S, A.Value), Other = evaluate(S, A.Other);
    if (!V || !Other || V->IsUndef != (A.Predicate == Assumption::IsUndef))
      return false;
    switch (A.Predicate) {
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
bool ExecutionCompletion::cutMatters() const {
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
bool ExecutionCompletion::valuesAreKnown() const {
  auto IsKnown = [&](ValueId V) { return evaluate(S, V).has_value(); };
  return llvm::all_of(S.Events,
                      [&](const Event &E) {
                        return !E.writes() || IsKnown(E.Written);
                      }) &&
         llvm::all_of(S.Threads, [&](const ThreadState &Th) {
           return llvm::all_of(Th.Registers, IsKnown);
         });
}

bool ExecutionCompletion::finish() {
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

bool ExecutionCompletion::emit() {
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

//===- Modification orders ------------------------------------------------===//
// What happens-before, the reads and the observed final values demand of the
// modification orders (docs/model.md M10, M14), and whether orders exist that
// grant it.
//===----------------------------------------------------------------------===//

/// The initial write is first (docs/model.md M14), modification order agrees
/// with happens-before, and a plain write that counts as initial comes before
/// what it is location-ordered before.
bool ExecutionCompletion::demandBase(unsigned Cell) {
  bool Coherent = !C.Options.Skip.has(Axiom::Coherence);
  const std::vector<unsigned> &Writes = Cells[Cell].Writes;
  for (unsigned A : Writes)
    for (unsigned B : Writes) {
      if (A == B || Promoted.has(B))
        continue;
      bool Ordered = Promoted.has(A) ? Order.beforeWrite(A, B)
                     : S.Events[A].isInitial()
                         ? true
                         : Coherent && S.hb(S.Events[A].Space).has(A, B);
      if (Ordered && !Orders[Cell].demand(MemberIndex[A], MemberIndex[B]))
        return false;
    }
  return true;
}

/// What the resolved read \p R demands of its cell's modification order. Every
/// cycle of hb ; (mo U rf U fr)+ passes one of these patterns: a write before
/// the read and its source, the read before a write, two reads.
bool ExecutionCompletion::demandRead(unsigned R) {
  const Event &E = S.Events[R];
  const ReadState &Read = S.Reads[R];
  if (Read.Target == Resolution::Open || Read.Target == Resolution::Undef ||
      E.Order == Ordering::Unordered)
    return true;
  unsigned Source = Read.Source;
  if (MemberIndex[Source] == None)
    return !sharesSource(R);
  if (!Cells[E.Cell].Regular)
    return true;
  const Relation &Hb = S.hb(E.Space);
  if (!C.Options.Skip.has(Axiom::Coherence)) {
    for (unsigned X : Cells[E.Cell].Writes) {
      if (X == Source || X == R)
        continue;
      if ((Hb.has(X, R) && !demandPair(X, Source)) ||
          (Hb.has(R, X) && !demandPair(Source, X)))
        return false;
    }
    for (unsigned Other : S.ReadsOf[E.Cell]) {
      unsigned Second = S.Reads[Other].Source;
      if (Other == R || Second == None || Second == Source ||
          MemberIndex[Second] == None ||
          S.Events[Other].Order == Ordering::Unordered)
        continue;
      if ((Hb.has(Other, R) && !demandPair(Second, Source)) ||
          (Hb.has(R, Other) && !demandPair(Source, Second)))
        return false;
    }
  }
  if (E.Kind != EventKind::ReadModifyWrite)
    return true;
  WriteOrder &Mo = Orders[E.Cell];
  return C.Options.Skip.has(Axiom::Atomicity)
             ? Mo.demand(MemberIndex[Source], MemberIndex[R])
             : Mo.glue(MemberIndex[Source], MemberIndex[R]);
}

/// Whether another read-modify-write reads the same write as \p R. For a write
/// outside modification order, an `unordered` one, this is all that is left of
/// coming directly after it.
bool ExecutionCompletion::sharesSource(unsigned R) const {
  const Event &E = S.Events[R];
  if (E.Kind != EventKind::ReadModifyWrite ||
      C.Options.Skip.has(Axiom::Atomicity))
    return false;
  return llvm::any_of(S.WritesOf[E.Cell], [&](unsigned X) {
    return X != R && S.Events[X].reads() &&
           S.Reads[X].Source == S.Reads[R].Source &&
           C.Sync.inclusive(S.Events[X], E);
  });
}

/// Rules out that \p B comes before \p A in modification order. A plain write
/// that counts as initial comes before what it is location-ordered before, and
/// after nothing.
bool ExecutionCompletion::demandPair(unsigned A, unsigned B) {
  if (Promoted.has(A))
    return true;
  if (Promoted.has(B))
    return !Order.beforeWrite(B, A);
  return Orders[S.Events[A].Cell].demand(MemberIndex[A], MemberIndex[B]);
}

/// The writes of a cell that no other one is known to follow.
llvm::SmallVector<unsigned, 4>
ExecutionCompletion::finalCandidates(unsigned Cell) const {
  llvm::SmallVector<unsigned, 4> Last;
  for (unsigned W : S.WritesOf[Cell])
    if (llvm::none_of(S.WritesOf[Cell], [&](unsigned X) {
          return X != W && Order.beforeWrite(W, X);
        }))
      Last.push_back(W);
  return Last;
}

/// "[x] is the final value, as an atomic read at system scope after everything
/// would return it" (docs/litmus.md, "A test").
bool ExecutionCompletion::chooseFinal(unsigned Next) {
  if (!Out.goOn())
    return false;
  if (Next == C.Observed.size() || !Undefined.empty() || HasUnrolledThread)
    return !orderExists() || emit();
  unsigned Cell = C.Observed[Next];
  llvm::SmallVector<unsigned, 4> Last = finalCandidates(Cell);
  bool Atomic = llvm::all_of(Last, [&](unsigned A) {
    return S.Events[A].isOrdered() && llvm::all_of(Last, [&](unsigned B) {
             return C.Sync.inclusive(S.Events[A], S.Events[B]);
           });
  });
  if (Last.size() < 2 || !Atomic) {
    FinalWrite[Next] = Last.size() == 1 ? Last.front() : None;
    return chooseFinal(Next + 1);
  }
  for (unsigned F : Last) {
    WriteOrder Saved = Orders[Cell];
    size_t NumDemands = LastDemands.size();
    bool Possible = true;
    for (unsigned X : Last) {
      if (X == F || !Possible)
        continue;
      if (Cells[Cell].Regular)
        Possible = Orders[Cell].demand(MemberIndex[X], MemberIndex[F]);
      else
        LastDemands.push_back({X, F});
    }
    FinalWrite[Next] = F;
    bool GoOn = !Possible || chooseFinal(Next + 1);
    Orders[Cell] = Saved;
    LastDemands.resize(NumDemands);
    if (!GoOn)
      return false;
  }
  return true;
}

/// What is known of modification order, as a relation over events.
Relation ExecutionCompletion::knownOrder() const {
  Relation Known(S.Events.size());
  for (unsigned Cell = 0; Cell < Cells.size(); ++Cell) {
    const std::vector<unsigned> &Writes = Cells[Cell].Writes;
    for (unsigned A : Writes)
      for (unsigned B : Writes) {
        if (A == B)
          continue;
        if (Cells[Cell].Regular) {
          if (Orders[Cell].before(MemberIndex[A], MemberIndex[B]))
            Known.add(A, B);
        } else if (S.Events[A].isInitial() ||
                   (Promoted.has(A) && Order.beforeWrite(A, B))) {
          Known.addClosed(A, B);
        } else if (S.Events[B].Kind == EventKind::ReadModifyWrite &&
                   S.Reads[B].Source == A) {
          Known.addClosed(A, B);
        }
      }
  }
  for (auto [Before, After] : LastDemands)
    Known.addClosed(Before, After);
  return Known;
}

bool ExecutionCompletion::orderExists() {
  if (!NeedsOrderSearch)
    return true;
  OrderSearch Search(S, C.Sync, Sc, C.Options.Skip, C.Until);
  Relation Known = knownOrder();
  if (Known.isReflexiveSomewhere())
    return false;
  bool Exists = Search.find(Cells, Known, Promoted).has_value();
  if (!Exists && isPast(C.Until))
    Out.timeIsUp();
  return Exists;
}

//===- Races --------------------------------------------------------------===//

static ProgramPoint pointOf(const State &S, unsigned E) {
  return {S.Events[E].Thread, S.Events[E].Instruction};
}

/// Whether a read belongs to an instruction that also writes, on this execution
/// or on another: a race is one pair of program points either way.
static bool mayWriteToo(const Context &C, const Event &Read) {
  Opcode Op = C.P.Threads[Read.Thread].Code[Read.Instruction].Op;
  return Op == Opcode::ReadModifyWrite || Op == Opcode::CompareExchange;
}

/// docs/model.md M16. Facts of the final happens-before, so the same for every
/// choice that is left.
void ExecutionCompletion::findRaces() {
  if (!RacesCount)
    return;
  for (unsigned R = 0; R < S.Events.size(); ++R)
    if (S.Events[R].reads() && (CaseOf[R].Case == 1 || CaseOf[R].Case == 3))
      for (unsigned W : CaseOf[R].Sees)
        if (!Order.beforeRead(W, R))
          Races.push_back(mayWriteToo(C, S.Events[R]) &&
                                  pointOf(S, R) < pointOf(S, W)
                              ? RacePair{R, W}
                              : RacePair{W, R});
  for (const auto &Writes : S.WritesOf)
    for (unsigned I = 0; I < Writes.size(); ++I)
      for (unsigned J = 0; J < I; ++J) {
        const Event &A = S.Events[Writes[J]], &B = S.Events[Writes[I]];
        bool Conflict =
            !A.isAtomic() || !B.isAtomic() || !C.Sync.inclusive(A, B);
        if (Conflict && !A.isInitial() && !B.isInitial() &&
            !Order.beforeWrite(Writes[J], Writes[I]) &&
            !Order.beforeWrite(Writes[I], Writes[J]))
          Races.push_back(pointOf(S, Writes[I]) < pointOf(S, Writes[J])
                              ? RacePair{Writes[I], Writes[J]}
                              : RacePair{Writes[J], Writes[I]});
      }
}

} // namespace fencepost::model
