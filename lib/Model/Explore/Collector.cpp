//===- Collector.cpp - Distinct outcomes, races, undefined behaviours -----===//
#include "Collector.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

/// Beyond this the answer is of no use to anybody, and memory runs out.
static constexpr unsigned MaxOutcomes = 4'000'000;

/// Undef as a number that sorts after all others.
static constexpr int64_t UndefNumber = int64_t(1) << 40;

static int64_t numberOf(const State &S, ValueId Id) {
  const ValueNode &N = S.Numbers[Id];
  if (N.Kind == NodeKind::Number)
    return N.Number;
  if (N.Kind == NodeKind::Read && S.Reads[N.event()].Source != None) {
    const Event &Source = S.Events[S.Reads[N.event()].Source];
    if (S.Numbers[Source.Written].Kind == NodeKind::Number)
      return S.Numbers[Source.Written].Number;
  }
  auto V = evaluate(S, Id);
  assert(V && "every read is resolved");
  return V->IsUndef ? UndefNumber : V->Number;
}

static Value valueOf(int64_t Number) {
  return Number == UndefNumber ? Value::undef()
                               : Value::of(static_cast<int32_t>(Number));
}

static uint32_t hashOf(llvm::ArrayRef<int64_t> Row) {
  uint64_t Hash = 0x9e3779b97f4a7c15;
  for (int64_t N : Row)
    Hash = (Hash ^ static_cast<uint64_t>(N)) * 0xff51afd7ed558ccd + N;
  return static_cast<uint32_t>(Hash >> 32);
}

void RowTable::grow() {
  size_t Mask = Slots.size() * 2 - 1;
  Slots.assign(Mask + 1, Free);
  for (uint32_t I = 0; I < Count; ++I) {
    size_t Slot = Hashes[I] & Mask;
    while (Slots[Slot] != Free)
      Slot = (Slot + 1) & Mask;
    Slots[Slot] = I;
  }
}

bool RowTable::insert(llvm::ArrayRef<int64_t> Row) {
  uint32_t Hash = hashOf(Row);
  size_t Mask = Slots.size() - 1, Slot = Hash & Mask;
  for (; Slots[Slot] != Free; Slot = (Slot + 1) & Mask)
    if (Hashes[Slots[Slot]] == Hash && (*this)[Slots[Slot]] == Row)
      return false;
  Slots[Slot] = Count++;
  Hashes.push_back(Hash);
  if (Slots[Slot] % RowsPerPage == 0)
    Pages.push_back(
        std::make_unique_for_overwrite<int64_t[]>(size_t(RowsPerPage) * Width));
  llvm::copy(Row, &Pages.back()[size_t(Slots[Slot] % RowsPerPage) * Width]);
  if (Count * 2 > Slots.size())
    grow();
  return true;
}

static unsigned numRegisters(const Program &P) {
  unsigned N = 0;
  for (const Thread &T : P.Threads)
    N += T.Registers.size();
  return N;
}

Collector::Collector(const Context &C)
    : C(C), NumRegisters(numRegisters(C.P)),
      Rows(NumRegisters + C.Observed.size() + 2) {}

static void fillRow(const Leaf &Leaf, std::vector<int64_t> &Row) {
  bool IsDefined = Leaf.Undefined.empty();
  Row.clear();
  for (const ThreadState &Th : Leaf.S.Threads)
    for (ValueId Register : Th.Registers)
      Row.push_back(IsDefined ? numberOf(Leaf.S, Register) : 0);
  for (unsigned Write : Leaf.FinalWrite)
    Row.push_back(!IsDefined ? 0
                  : Write == None
                      ? UndefNumber
                      : numberOf(Leaf.S, Leaf.S.Events[Write].Written));
  Row.push_back(Leaf.Undefined.bits());
  Row.push_back(!Leaf.Races.empty());
}

static Outcome fromRow(llvm::ArrayRef<int64_t> Row, unsigned NumRegisters) {
  Outcome O;
  O.Undefined = UndefinedSet::fromBits(Row[Row.size() - 2]);
  O.Race = Row.back();
  if (!O.Undefined.empty())
    return O;
  O.Registers.reserve(NumRegisters);
  for (int64_t N : Row.take_front(NumRegisters))
    O.Registers.push_back(valueOf(N));
  for (int64_t N : Row.drop_front(NumRegisters).drop_back(2))
    O.Locations.push_back(valueOf(N));
  return O;
}

Outcome outcomeOf(const Leaf &Leaf) {
  std::vector<int64_t> Row;
  fillRow(Leaf, Row);
  return fromRow(Row, numRegisters(Leaf.C.P));
}

bool Collector::take(const Leaf &Leaf) {
  ++Result.Executions;
  if (!Leaf.Races.empty())
    noteRaces(Leaf);
  if (!Leaf.Undefined.empty())
    noteUndefined(Leaf);
  fillRow(Leaf, Row);
  Rows.insert(Row);
  return true;
}

bool Collector::goOn() {
  if (!Result.StoppedBy.empty())
    return false;
  if (Rows.size() > MaxOutcomes) {
    Result.StoppedBy = "too many outcomes";
    return false;
  }
  if (++UntilCheck % 8 == 0 && isPast(C.Until))
    timeIsUp();
  return Result.StoppedBy.empty();
}

static ProgramPoint pointOf(const Event &E) {
  return {E.Thread, E.Instruction};
}

void Collector::noteRaces(const Leaf &Leaf) {
  // The races of one happens-before are the same for all its executions.
  for (const RacePair &Pair : Leaf.Races) {
    const Event &A = Leaf.S.Events[Pair.First], &B = Leaf.S.Events[Pair.Second];
    auto [It, IsNew] = Races.try_emplace({pointOf(A), pointOf(B)});
    if (IsNew)
      It->second = raceReason(Leaf, Pair);
  }
}

/// Adds where thread \p T stands: its instruction, or at its end the last one.
static void addPoint(const Leaf &Leaf, unsigned T,
                     std::vector<ProgramPoint> &Where) {
  unsigned Length = Leaf.C.P.Threads[T].Code.size();
  if (Length)
    Where.push_back({T, std::min(Leaf.S.Threads[T].Pc, Length - 1)});
}

/// Adds where barrier step \p Ref is; an implicit drop is at the end of the
/// wave's first thread.
static void addPoint(const Leaf &Leaf, StepRef Ref,
                     std::vector<ProgramPoint> &Where) {
  const auto &Steps = Leaf.S.Waves[Ref.Wave].Steps;
  if (Ref.Step < Steps.size())
    Where.push_back(Steps[Ref.Step].Where);
  else
    addPoint(Leaf, Leaf.C.L.Waves[Ref.Wave].Threads.front(), Where);
}

std::vector<UndefinedReport> undefinedOf(const Leaf &Leaf) {
  std::vector<UndefinedReport> Reports;
  for (unsigned T = 0; T < Leaf.S.Threads.size(); ++T) {
    if (Leaf.S.Threads[T].Status != ThreadStatus::Cut)
      continue;
    Reports.push_back({Leaf.S.Threads[T].CutBy, {}, ""});
    addPoint(Leaf, T, Reports.back().Where);
  }
  for (unsigned W = 0; W < Leaf.S.Waves.size(); ++W) {
    if (!Leaf.S.Waves[W].Diverged)
      continue;
    Reports.push_back({Undefined::NonConvergent, {}, ""});
    for (unsigned T : Leaf.C.L.Waves[W].Threads)
      addPoint(Leaf, T, Reports.back().Where);
  }
  if (!Leaf.Solution)
    return Reports;
  for (const BarrierUndefined &U : Leaf.Solution->Undefined) {
    if (!Leaf.Undefined.has(U.Kind))
      continue;
    Reports.push_back({U.Kind, {}, U.Why});
    for (StepRef Ref : U.Where)
      addPoint(Leaf, Ref, Reports.back().Where);
    llvm::sort(Reports.back().Where);
  }
  return Reports;
}

void Collector::noteUndefined(const Leaf &Leaf) {
  for (UndefinedReport &Report : undefinedOf(Leaf))
    Undefineds.try_emplace({Report.Kind, std::move(Report.Where)},
                           std::move(Report.Why));
}

Outcomes Collector::finish() {
  for (auto &[Points, Why] : Races)
    Result.Races.push_back({Points.first, Points.second, Why});
  for (auto &[Key, Why] : Undefineds)
    Result.Undefined.push_back({Key.first, Key.second, Why});
  std::vector<uint32_t> Sorted(Rows.size());
  for (unsigned I = 0; I < Sorted.size(); ++I)
    Sorted[I] = I;
  // Final states before pseudo-states, then by value.
  auto Before = [&](uint32_t A, uint32_t B) {
    llvm::ArrayRef<int64_t> X = Rows[A], Y = Rows[B];
    bool UX = X[X.size() - 2] != 0, UY = Y[Y.size() - 2] != 0;
    if (UX != UY)
      return UY;
    return std::lexicographical_compare(X.begin(), X.end(), Y.begin(), Y.end());
  };
  // The search mostly finds them in order already.
  if (!llvm::is_sorted(Sorted, Before))
    llvm::sort(Sorted, Before);
  Result.States.reserve(Sorted.size());
  for (uint32_t I : Sorted)
    Result.States.push_back(fromRow(Rows[I], NumRegisters));
  return std::move(Result);
}

//===- Why two accesses race ----------------------------------------------===//

/// The scope of the synchronization that orders \p A before \p B: the narrower
/// end of the last edge on the way.
static ScopeLevel synchronizedAt(const State &S, const Relation &Hb, unsigned A,
                                 unsigned B) {
  ScopeLevel Level = ScopeLevel::System;
  for (const SyncEdge &Edge : S.Sync) {
    bool OnTheWay = (Edge.From == A || Hb.has(A, Edge.From)) &&
                    (Edge.To == B || Hb.has(Edge.To, B));
    if (OnTheWay)
      Level = narrower(S.Events[Edge.From].Level, S.Events[Edge.To].Level);
  }
  return Level;
}

static bool isAvailable(const Leaf &Leaf, unsigned W, unsigned To) {
  const State &S = Leaf.S;
  const Relation &Hb = S.hb(S.Events[W].Space);
  return llvm::any_of(Leaf.Order.availability(W), [&](const Propagation &Z) {
    return Hb.has(Z.Operation, To) &&
           Leaf.C.L.reaches(S.Events[Z.Operation].Thread, Z.Level,
                            S.Events[To].Thread);
  });
}

std::string raceReason(const Leaf &Leaf, const RacePair &Pair) {
  const State &S = Leaf.S;
  const Event &A = S.Events[Pair.First], &B = S.Events[Pair.Second];
  const Relation &Hb = S.hb(A.Space);
  unsigned First = Pair.First, Second = Pair.Second;
  if (Hb.has(Second, First))
    std::swap(First, Second);
  if (Hb.has(First, Second)) {
    ScopeLevel Level = synchronizedAt(S, Hb, First, Second);
    bool Available = isAvailable(Leaf, First, Second);
    return "happens-before, but not " +
           std::string(Available ? "visible" : "available") + " at " +
           scopeLevelName(Level).str() + " scope";
  }
  if (A.Thread == B.Thread)
    return "asynchronous, and not completed in between";
  if (A.isAtomic() && B.isAtomic() && Leaf.C.Sync.inclusive(A, B))
    return "atomic with inclusive scopes, but the read may also see a write "
           "that is not";
  if (A.isAtomic() && B.isAtomic())
    return "atomic, but their scopes are not inclusive, and neither happens "
           "before the other";
  if (A.isAtomic() || B.isAtomic())
    return "one is not atomic, and neither happens before the other";
  return "neither happens before the other";
}

} // namespace fencepost::model
