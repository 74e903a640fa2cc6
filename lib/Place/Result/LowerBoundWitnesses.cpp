//===- LowerBoundWitnesses.cpp - Executions that need barriers ------------===//
// See LowerBoundWitnesses.h. Unknown values are 0 or 1: outcomes of one run are
// a list of bits that is counted up from run to run. Of accesses to one
// address, each is compared with those that come next, up to the first that
// needs a barrier: what lies between it and later ones contains that.
//===----------------------------------------------------------------------===//
#include "Result/LowerBoundWitnesses.h"
#include "AllowedChanges.h"
#include "HittingSet/HittingSet.h"
#include "fencepost/Certificate/LowerBound.h"

namespace fencepost::place {

using namespace view;
using certificate::BoundExecution;
using certificate::ExecutedAccess;
using certificate::ThreadExecution;
using view::AccessSite;

namespace {

class LowerBoundSearch {
public:
  LowerBoundSearch(const SyncView &View, const SlottedView &Slotted,
                   PlaceMode Mode, const PlacementCost &Target,
                   WitnessLimits Limits)
      : View(View), Layout(View, certificate::CertifiedMode(Mode)), Runs(View),
        Target(Target), Limits(Limits), Costs(candidateCosts(Slotted, Mode)),
        MaxDepth(maxLoopDepth(Slotted)) {
    for (SlotId S : IdRange<SlotId>(Slotted.Slots.size())) {
      const InsertionPoint &Point = Slotted.slot(S).Point;
      Numbers[{false, {Point.Block, Point.Event, Point.EdgeTo}}] =
          Slotted.candidate(S);
    }
    for (size_t B = 0; B < Slotted.Existing.size(); ++B) {
      const InsertionPoint &Point = Slotted.Existing[B].Points.front();
      Numbers[{true, {Point.Block, Point.Event, None}}] =
          Slotted.existingCandidate(B);
    }
  }
  std::vector<LowerBoundWitness> run();

private:
  /// An access in an execution, and where that is in the order of all.
  struct ExecutionPoint {
    uint32_t Thread, Access;
    uint32_t Blocks; ///< Uniform ones entered.
    uint32_t Event;  ///< In the last of these; or after all of it.
    AccessSite Site;
    auto order() const { return std::tie(Blocks, Event, Thread, Access); }
  };
  /// Some accesses to one word.
  struct AccessOrder {
    AccessOrder(llvm::ArrayRef<ExecutionPoint> From, unsigned WaveSize,
                llvm::function_ref<bool(const ExecutionPoint &)> Takes);
    std::vector<const ExecutionPoint *> All;
    std::vector<size_t> Before; ///< How many are, by the number of each access.
    std::vector<size_t> OtherWave; ///< After each, the next by another one.
  };
  /// An access, and how many uniform blocks were entered before.
  using AccessInstance = std::pair<AccessSite, uint32_t>;
  using InstancePairs =
      std::map<std::pair<AccessInstance, AccessInstance>, bool>;

  std::vector<BoundExecution> chooseLaunches() const;
  void runAll(BoundExecution Execution);
  bool runOnce(const BoundExecution &Execution,
               std::vector<certificate::UnknownOutcome> &Outcomes);
  void recordAccesses(uint32_t Thread);
  void compareIn(llvm::ArrayRef<ExecutionPoint> Here,
                 const BoundExecution &Execution, InstancePairs &Needed);
  void compare(const BoundExecution &Execution);
  bool recordNeed(BoundExecution Execution, const ExecutionPoint &A,
                  const ExecutionPoint &B);
  bool isSufficient();

  const SyncView &View;
  certificate::PlacementLayout Layout;
  certificate::ThreadExecutor Runs;
  const PlacementCost &Target;
  WitnessLimits Limits;
  std::vector<PlacementCost> Costs;
  unsigned MaxDepth;
  std::map<certificate::CandidateSlot, CandidateId> Numbers;

  std::vector<ThreadExecution> Executions; ///< By thread.
  std::map<uint64_t, std::vector<ExecutionPoint>> ByWord;
  std::set<CandidateSet> Known;
  std::vector<LowerBoundWitness> Witnesses;
  unsigned NumRuns = 0;
  uint64_t NumSteps = 0;
  bool IsDone = false;
};

/// All arguments alike, then each of them different, then some of all.
std::vector<BoundExecution> LowerBoundSearch::chooseLaunches() const {
  static constexpr uint64_t Alike[] = {2, 1, 3, 4, 5, 6, 0, 8, 9, 16, 64};
  static constexpr uint64_t Odd[] = {0, 1, 2, 3, 5, 6, 9};
  BoundExecution Execution;
  std::copy(View.Size, View.Size + 3, Execution.Size);
  if (!View.SizeIsExact) {
    Execution.Size[0] = std::min({View.Size[0], 4 * View.WaveSize, View.Most});
    Execution.Size[1] = Execution.Size[2] = 1;
  }
  std::set<uint32_t> Arguments;
  for (const Value &V : View.Values)
    if (V.Kind == ValueKind::Argument)
      Arguments.insert(V.Number);
  std::vector<BoundExecution> Result;
  auto AllAre = [&](uint64_t Number) {
    for (uint32_t A : Arguments)
      Execution.Arguments[A] = Number;
  };
  for (uint64_t Number : Alike) {
    AllAre(Number);
    Result.push_back(Execution);
    if (Arguments.empty())
      return Result;
  }
  for (uint64_t Base : {1, 4, 0})
    for (uint32_t A : Arguments)
      for (uint64_t Number : Odd) {
        AllAre(Base);
        Execution.Arguments[A] = Number;
        Result.push_back(Execution);
      }
  return Result;
}

void LowerBoundSearch::recordAccesses(uint32_t Thread) {
  const ThreadExecution &Execution = Executions[Thread];
  uint32_t Blocks = 0, Step = 0;
  for (uint32_t A = 0; A < Execution.Accesses.size(); ++A) {
    const ExecutedAccess &P = Execution.Accesses[A];
    for (; Step <= P.Step; ++Step)
      Blocks += Layout.isUniform(Execution.Blocks[Step]);
    view::Site Position = P.Site.Site;
    uint32_t Event = Layout.isUniform(Position.Block) ? Position.Event : None;
    for (uint64_t Word = P.Address / 4;
         Word <= (P.Address + P.Site.in(View).Bytes - 1) / 4; ++Word)
      ByWord[Word].push_back({Thread, A, Blocks, Event, P.Site});
  }
}

/// Whether a barrier is needed between \p A and \p B.
bool LowerBoundSearch::recordNeed(BoundExecution Execution,
                                  const ExecutionPoint &A,
                                  const ExecutionPoint &B) {
  Execution.Threads[0] = A.Thread;
  Execution.Threads[1] = B.Thread;
  Execution.Accesses[0] = A.Access;
  Execution.Accesses[1] = B.Access;
  llvm::Expected<certificate::Crossing> Between = certificate::findCrossing(
      Layout, Executions[A.Thread], Executions[B.Thread], Execution.Accesses);
  if (!Between) {
    llvm::consumeError(Between.takeError());
    return false;
  }
  CandidateSet Slots;
  for (const certificate::CandidateSlot &C : Between->Candidates)
    if (auto It = Numbers.find(C); It != Numbers.end())
      Slots.push_back(It->second);
  llvm::sort(Slots);
  if (Slots.empty() || Between->IsOrdered)
    return !Between->Candidates.empty();
  if (Known.insert(Slots).second)
    Witnesses.push_back({Slots, {A.Site, B.Site, std::move(Execution), {}}});
  return true;
}

LowerBoundSearch::AccessOrder::AccessOrder(
    llvm::ArrayRef<ExecutionPoint> From, unsigned WaveSize,
    llvm::function_ref<bool(const ExecutionPoint &)> Takes) {
  for (const ExecutionPoint &M : From) {
    Before.push_back(All.size());
    if (Takes(M))
      All.push_back(&M);
  }
  OtherWave.assign(All.size(), All.size());
  for (size_t I = All.size(); I-- > 1;)
    OtherWave[I - 1] =
        All[I - 1]->Thread / WaveSize == All[I]->Thread / WaveSize
            ? OtherWave[I]
            : I;
}

/// Accesses to one word. Reads are compared with what is written alone, and
/// those of one wave are passed over together.
void LowerBoundSearch::compareIn(llvm::ArrayRef<ExecutionPoint> Here,
                                 const BoundExecution &Execution,
                                 InstancePairs &Needed) {
  auto Writes = [&](const ExecutionPoint &M) { return M.Site.in(View).Writes; };
  AccessOrder Any(Here, View.WaveSize,
                  [](const ExecutionPoint &) { return true; });
  AccessOrder Written(Here, View.WaveSize, Writes);
  for (size_t I = 0; I < Here.size(); ++I) {
    const ExecutionPoint &A = Here[I];
    bool IsWrite = Writes(A);
    const AccessOrder &Others = IsWrite ? Any : Written;
    for (size_t J = Others.Before[I] + IsWrite; J < Others.All.size();) {
      const ExecutionPoint &B = *Others.All[J];
      bool IsSameWave = A.Thread / View.WaveSize == B.Thread / View.WaveSize;
      J = IsSameWave ? Others.OtherWave[J] : J + 1;
      if (IsSameWave ||
          !certificate::collide(View, Executions[A.Thread].Accesses[A.Access],
                                Executions[B.Thread].Accesses[B.Access]))
        continue;
      auto [It, New] =
          Needed.try_emplace({{A.Site, A.Blocks}, {B.Site, B.Blocks}}, false);
      if (New)
        It->second = recordNeed(Execution, A, B);
      if (It->second)
        break;
    }
  }
}

void LowerBoundSearch::compare(const BoundExecution &Execution) {
  InstancePairs Needed;
  for (auto &[Word, Here] : ByWord) {
    llvm::sort(Here, [](const ExecutionPoint &A, const ExecutionPoint &B) {
      return A.order() < B.order();
    });
    compareIn(Here, Execution, Needed);
  }
}

/// False if a thread does not end, or too much was run.
bool LowerBoundSearch::runOnce(
    const BoundExecution &Execution,
    std::vector<certificate::UnknownOutcome> &Outcomes) {
  if (++NumRuns > Limits.Runs)
    return false;
  Executions.clear();
  ByWord.clear();
  uint32_t Threads = Execution.Size[0] * Execution.Size[1] * Execution.Size[2];
  for (uint32_t T = 0; T < Threads; ++T) {
    Executions.push_back(Runs.run(Execution, T, 20000));
    NumSteps += Executions.back().Blocks.size();
    if (!Executions.back().HasEnded || NumSteps > Limits.Steps)
      return false;
    recordAccesses(T);
  }
  Outcomes = Executions[0].Unknowns;
  compare(Execution);
  return true;
}

bool LowerBoundSearch::isSufficient() {
  std::vector<CandidateSet> Paths(Known.begin(), Known.end());
  return cheapestHittingSet(Paths, Costs, MaxDepth).Total >= Target;
}

void LowerBoundSearch::runAll(BoundExecution Execution) {
  for (unsigned I = 0; I < 64 && !IsDone; ++I) {
    std::vector<certificate::UnknownOutcome> Outcomes;
    size_t Before = Witnesses.size();
    if (!runOnce(Execution, Outcomes))
      return;
    IsDone = Witnesses.size() != Before && isSufficient();
    while (!Outcomes.empty() && Outcomes.back().Number)
      Outcomes.pop_back();
    if (Outcomes.empty())
      return;
    Outcomes.back().Number = 1;
    Execution.Outcomes.clear();
    for (const certificate::UnknownOutcome &O : Outcomes)
      if (O.Number)
        Execution.Outcomes.push_back(O);
    llvm::sort(Execution.Outcomes);
  }
}

std::vector<LowerBoundWitness> LowerBoundSearch::run() {
  IsDone = isSufficient();
  for (const BoundExecution &Execution : chooseLaunches())
    if (!IsDone)
      runAll(Execution);
  return std::move(Witnesses);
}

} // namespace

std::vector<LowerBoundWitness>
findLowerBoundWitnesses(const SyncView &View, const SlottedView &Slotted,
                        PlaceMode Mode, const PlacementCost &Target,
                        WitnessLimits Limits) {
  return LowerBoundSearch(View, Slotted, Mode, Target, Limits).run();
}

} // namespace fencepost::place
