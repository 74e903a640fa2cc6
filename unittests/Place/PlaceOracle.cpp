//===- PlaceOracle.cpp - What barriers are for, found by running ----------===//
// See PlaceOracle.h. Unknown values are 0 or 1; the outcomes of one run are a
// list of bits that is counted up from run to run.
//===----------------------------------------------------------------------===//
#include "PlaceOracle.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::place {

using namespace view;
using view::Site;

namespace {

/// Values that one run is made with.
struct Setting {
  std::map<uint64_t, uint64_t> Arguments;
  /// Outcomes of uniform unknowns, in the order in which they are asked for.
  std::vector<bool> Outcomes;
};

/// One access of LDS.
struct ExecutedAccess {
  const Event *E;
  const AccessRange *Memory;
  uint64_t Address;
  unsigned Thread;
  unsigned Passed; ///< Slots and barrier operations before it.
};

struct Trace {
  std::vector<ExecutedAccess> Accesses;
  std::vector<Site> Passed;
  std::vector<bool> Outcomes; ///< As far as they were asked for.
  bool Ended = false;
};

class Thread {
public:
  Thread(const SlottedView &Slotted, const std::set<Site> &Barriers,
         const Setting &With, unsigned Number)
      : View(Slotted.View), Barriers(Barriers), With(With), Number(Number),
        CurrentValues(View.Values.size()) {}
  Trace run(unsigned MaxSteps);

private:
  uint64_t value(ValueId Id) const;
  uint64_t leaf(const Value &V) const;
  void enter(BlockId From, BlockId To);
  void happen(Site Position);

  const SyncView &View;
  const std::set<Site> &Barriers;
  const Setting &With;
  unsigned Number;
  std::vector<uint64_t> CurrentValues; ///< Phis and unknowns.
  Trace Result;
};

uint64_t Thread::leaf(const Value &V) const {
  if (V.Kind == ValueKind::WorkItem)
    return V.Number == 0 ? Number : 0;
  if (V.Kind == ValueKind::Lane)
    return Number % View.WaveSize;
  if (V.Kind == ValueKind::Argument)
    return With.Arguments.at(V.Number);
  if (V.Kind == ValueKind::Size)
    return View.Size[V.Number];
  return V.Kind == ValueKind::Constant ? V.Number : 0;
}

uint64_t Thread::value(ValueId Id) const {
  const Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Phi || V.Kind == ValueKind::Unknown)
    return CurrentValues[Id];
  if (!isOperator(V.Kind))
    return leaf(V);
  return compute(V.Kind, V.Bits, View.Values[V.A].Bits, value(V.A),
                 V.B == None ? 0 : value(V.B), V.C == None ? 0 : value(V.C));
}

void Thread::enter(BlockId From, BlockId To) {
  std::vector<std::pair<ValueId, uint64_t>> New;
  for (ValueId Id = 0; Id < View.Values.size(); ++Id) {
    const Value &V = View.Values[Id];
    if (V.Block != To)
      continue;
    if (V.Kind == ValueKind::Unknown) {
      size_t Index = Result.Outcomes.size();
      Result.Outcomes.push_back(Index < With.Outcomes.size() &&
                                With.Outcomes[Index]);
      New.push_back({Id, Result.Outcomes.back()});
    }
    for (const Incoming &Edge : V.From)
      if (Edge.From == From)
        New.push_back({Id, value(Edge.Value)});
  }
  for (auto [Id, Number] : New)
    CurrentValues[Id] = Number;
}

void Thread::happen(Site Position) {
  const Event &E = Position.in(View);
  for (const AccessRange *T : {&E.Memory, &E.Destination})
    if ((T->Reads || T->Writes) &&
        View.Objects[T->Object].Space == AddressSpace::Local)
      Result.Accesses.push_back(
          {&E, T, value(T->Address), Number, unsigned(Result.Passed.size())});
  if (Barriers.count(Position))
    Result.Passed.push_back(Position);
}

Trace Thread::run(unsigned MaxSteps) {
  BlockId Current = 0;
  enter(None, 0);
  for (unsigned Steps = 0; Steps < MaxSteps; ++Steps) {
    const Block &B = View.Blocks[Current];
    for (uint32_t I = 0; I < B.Events.size(); ++I)
      happen({Current, I});
    BlockId To = None;
    for (const Edge &E : B.Next)
      if (E.Condition == None || (value(E.Condition) != 0) == E.Value) {
        To = E.To;
        break;
      }
    if (To == None) {
      Result.Ended = true;
      break;
    }
    enter(Current, To);
    Current = To;
  }
  return std::move(Result);
}

class Oracle {
public:
  Oracle(const SlottedView &Slotted, const AllowedChanges &Allowed,
         OracleLimits Limits);
  OracleResult run();

private:
  void runWith(Setting With);
  bool runOnce(const Setting &With, std::vector<bool> &Outcomes);
  void compare(const ExecutedAccess &A, const ExecutedAccess &B,
               const std::vector<Site> &Passed);
  void need(Needed Some);
  /// Arguments that the view looks at, and the values that each is given.
  std::map<uint64_t, std::vector<uint64_t>> domains() const;

  const SlottedView &Slotted;
  const AllowedChanges &Allowed;
  OracleLimits Limits;
  std::map<Site, CandidateId> Numbers;
  std::set<Site> Barriers;
  OracleResult Result;
};

Oracle::Oracle(const SlottedView &Slotted, const AllowedChanges &Allowed,
               OracleLimits Limits)
    : Slotted(Slotted), Allowed(Allowed), Limits(Limits) {
  for (SlotId S : IdRange<SlotId>(Slotted.Slots.size()))
    Numbers[Slotted.slot(S).InView] = Slotted.candidate(S);
  for (size_t I = 0; I < Slotted.Existing.size(); ++I)
    for (Site Part : Slotted.Existing[I].Parts)
      Numbers[Part] = Slotted.existingCandidate(I);
  for (auto [Position, Number] : Numbers)
    Barriers.insert(Position);
}

void Oracle::need(Needed Some) {
  auto Contains = [](const Needed &A, const Needed &B) {
    for (size_t I = 0; I < A.size(); ++I)
      if (B[I] && !A[I])
        return false;
    return true;
  };
  for (const Needed &Other : Result.Needs)
    if (Contains(Some, Other))
      return;
  std::erase_if(Result.Needs,
                [&](const Needed &Other) { return Contains(Other, Some); });
  Result.Needs.insert(std::move(Some));
}

/// \p A comes first.
void Oracle::compare(const ExecutedAccess &A, const ExecutedAccess &B,
                     const std::vector<Site> &Passed) {
  if (A.Passed >= B.Passed || (!A.Memory->Writes && !B.Memory->Writes))
    return;
  auto IsAtomic = [](const ExecutedAccess &D) {
    return D.E->Kind == EventKind::Access && D.E->Op.isAtomic();
  };
  bool Apart = A.Address + A.Memory->Bytes <= B.Address ||
               B.Address + B.Memory->Bytes <= A.Address;
  if (Apart || (IsAtomic(A) && IsAtomic(B)) ||
      A.Thread / Slotted.View.WaveSize == B.Thread / Slotted.View.WaveSize)
    return;
  Needed Some(Slotted.numCandidates());
  bool Signalled = false, Any = false;
  std::vector<SlotId> Slots;
  for (unsigned I = A.Passed; I < B.Passed; ++I) {
    CandidateId C = Numbers.at(Passed[I]);
    if (std::optional<SlotId> S = Slotted.slotOf(C)) {
      bool Can = Allowed.AddSlots &&
                 (Allowed.AddInSplit || !Slotted.slot(*S).IsInSplit);
      Some[C.index()] = Some[C.index()] || Can;
      Any |= Can;
      Slots.push_back(*S);
      continue;
    }
    BarrierOp Action = Passed[I].in(Slotted.View).Op.Action;
    Signalled |= arrives(Action);
    if (!Signalled || !waits(Action))
      continue;
    BarrierRole Role = Allowed.Existing[*Slotted.existingOf(C)];
    if (Role == BarrierRole::Orders)
      return;
    if (Role == BarrierRole::Candidate)
      Some[C.index()] = Any = true;
  }
  if (!Any)
    return;
  need(std::move(Some));
  Result.Between.insert(std::move(Slots));
}

/// False if too much happened; \p Outcomes: those that were asked for.
bool Oracle::runOnce(const Setting &With, std::vector<bool> &Outcomes) {
  ++Result.Runs;
  std::vector<ExecutedAccess> All;
  std::vector<Site> Passed;
  for (unsigned T = 0; T < Slotted.View.Size[0]; ++T) {
    Trace Ran = Thread(Slotted, Barriers, With, T).run(Limits.Steps);
    if (!Ran.Ended)
      return false;
    if (T == 0) {
      Passed = Ran.Passed;
      Outcomes = Ran.Outcomes;
    }
    Result.SlotsAgree &= Ran.Passed == Passed && Ran.Outcomes == Outcomes;
    llvm::append_range(All, Ran.Accesses);
  }
  std::vector<SlotId> Slots;
  for (Site Position : Passed)
    if (std::optional<SlotId> S = Slotted.slotOf(Numbers.at(Position)))
      Slots.push_back(*S);
  Result.Paths.insert(std::move(Slots));
  std::map<uint64_t, std::vector<const ExecutedAccess *>> ByWord;
  for (const ExecutedAccess &D : All)
    for (unsigned I = 0; I < D.Memory->Bytes; I += 4)
      ByWord[(D.Address + I) / 4].push_back(&D);
  for (auto &[Word, Here] : ByWord)
    for (const ExecutedAccess *A : Here)
      for (const ExecutedAccess *B : Here)
        compare(*A, *B, Passed);
  return true;
}

/// All outcomes of unknown values.
void Oracle::runWith(Setting With) {
  With.Outcomes.clear();
  while (true) {
    std::vector<bool> Outcomes;
    if (Result.Runs >= Limits.Runs || !runOnce(With, Outcomes)) {
      Result.IsComplete = false;
      return;
    }
    while (!Outcomes.empty() && Outcomes.back())
      Outcomes.pop_back();
    if (Outcomes.empty())
      return;
    Outcomes.back() = true;
    With.Outcomes = Outcomes;
  }
}

std::map<uint64_t, std::vector<uint64_t>> Oracle::domains() const {
  std::map<uint64_t, std::vector<uint64_t>> Result;
  for (const Value &V : Slotted.View.Values)
    if (V.Kind == ValueKind::Argument)
      Result[V.Number] = V.Number < 4
                             ? std::vector<uint64_t>{0, 1}
                             : std::vector<uint64_t>{0, 1, 2, 3, 4, 5, 6, 9};
  return Result;
}

OracleResult Oracle::run() {
  std::vector<Setting> Settings(1);
  for (auto &[Argument, Domain] : domains()) {
    std::vector<Setting> Next;
    for (const Setting &S : Settings)
      for (uint64_t Number : Domain) {
        Next.push_back(S);
        Next.back().Arguments[Argument] = Number;
      }
    Settings = std::move(Next);
  }
  for (const Setting &S : Settings)
    runWith(S);
  return std::move(Result);
}

} // namespace

OracleResult runAll(const SlottedView &Slotted, const AllowedChanges &Allowed,
                    OracleLimits Limits) {
  return Oracle(Slotted, Allowed, Limits).run();
}

bool meetsAll(const OracleResult &Result, const std::vector<bool> &Chosen) {
  for (const Needed &Some : Result.Needs) {
    bool Met = false;
    for (size_t I = 0; I < Some.size(); ++I)
      Met |= Some[I] && Chosen[I];
    if (!Met)
      return false;
  }
  return true;
}

std::optional<PlacementCost>
cheapestByTrying(const OracleResult &Result,
                 llvm::ArrayRef<PlacementCost> Costs, unsigned MaxDepth) {
  constexpr size_t Most = 18;
  std::vector<CandidateId> Used;
  for (CandidateId C : IdRange<CandidateId>(Costs.size()))
    if (llvm::any_of(Result.Needs,
                     [&](const Needed &N) { return N[C.index()]; }))
      Used.push_back(C);
  if (Used.size() > Most)
    return std::nullopt;
  std::vector<uint32_t> Masks;
  for (const Needed &Some : Result.Needs) {
    uint32_t Mask = 0;
    for (size_t I = 0; I < Used.size(); ++I)
      Mask |= uint32_t(Some[Used[I].index()]) << I;
    Masks.push_back(Mask);
  }
  std::optional<PlacementCost> Best;
  for (uint32_t Set = 0; Set < 1u << Used.size(); ++Set) {
    if (!llvm::all_of(Masks, [&](uint32_t Mask) { return Mask & Set; }))
      continue;
    PlacementCost Sum(MaxDepth);
    for (size_t I = 0; I < Used.size(); ++I)
      if (Set >> I & 1)
        Sum += Costs[Used[I].index()];
    if (!Best || Sum < *Best)
      Best = Sum;
  }
  return Best;
}

} // namespace fencepost::place
