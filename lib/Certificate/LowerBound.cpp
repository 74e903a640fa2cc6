//===- LowerBound.cpp - What every placement costs at least ---------------===//
// See LowerBound.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/LowerBound.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::certificate {

using namespace view;

static llvm::Error wrong(const llvm::Twine &Why) {
  return llvm::createStringError(Why);
}

/// Blocks that all waves enter equally often, as far as step \p Last.
static std::vector<BlockId> common(const PlacementLayout &Layout,
                                   const ThreadExecution &Execution,
                                   uint32_t Last) {
  std::vector<BlockId> Result;
  for (uint32_t Step = 0; Step <= Last; ++Step)
    if (Layout.isUniform(Execution.Blocks[Step]))
      Result.push_back(Execution.Blocks[Step]);
  return Result;
}

llvm::Expected<Crossing> findCrossing(const PlacementLayout &Layout,
                                      const ThreadExecution &First,
                                      const ThreadExecution &Second,
                                      const uint32_t (&Accesses)[2]) {
  const ExecutedAccess &A = First.Accesses[Accesses[0]];
  const ExecutedAccess &B = Second.Accesses[Accesses[1]];
  std::vector<BlockId> Before = common(Layout, First, A.Step),
                       After = common(Layout, Second, B.Step);
  if (Before.size() > After.size() ||
      !std::equal(Before.begin(), Before.end(), After.begin()))
    return wrong("the first access is not first on the path");
  // The step of the second thread in which it is where the first access was.
  size_t Remaining = Before.size();
  uint32_t Step = 0;
  while (true) {
    Remaining -= Layout.isUniform(Second.Blocks[Step]);
    if (Remaining == 0)
      break;
    ++Step;
  }
  bool IsThere = Layout.isUniform(A.Site.Site.Block);
  CodeSpan Span;
  Span.Blocks = llvm::ArrayRef(Second.Blocks).slice(Step, B.Step - Step + 1);
  Span.First = IsThere ? A.Site.Site.Event + 1 : ~0u;
  Span.End = B.Site.Site.Event;
  if (Span.Blocks.size() == 1 && Span.First > Span.End)
    return wrong("the first access is not first on the path");
  return Layout.crossed(Span);
}

static llvm::Expected<CandidateNeed> verifyNeed(const Crossing &Between) {
  if (Between.IsOrdered)
    return wrong("a kept barrier orders it");
  if (Between.Candidates.empty())
    return wrong("no barrier can be placed on it");
  return Between.Candidates;
}

/// Whether \p On says something about arguments and values that the kernel does
/// not have, or twice about one.
static bool namesUnknownInput(const SyncView &View,
                              const BoundExecution &Execution) {
  auto IsArgument = [&](uint32_t Number) {
    return llvm::any_of(View.Values, [&](const Value &V) {
      return V.Kind == ValueKind::Argument && V.Number == Number;
    });
  };
  auto IsUnknown = [&](const UnknownOutcome &O) {
    return O.Value < View.Values.size() &&
           View.Values[O.Value].Kind == ValueKind::Unknown;
  };
  auto IsSame = [](const UnknownOutcome &A, const UnknownOutcome &B) {
    return A.Value == B.Value && A.Entry == B.Entry;
  };
  return !llvm::all_of(llvm::make_first_range(Execution.Arguments),
                       IsArgument) ||
         !llvm::all_of(Execution.Outcomes, IsUnknown) ||
         !llvm::is_sorted(Execution.Outcomes) ||
         std::adjacent_find(Execution.Outcomes.begin(),
                            Execution.Outcomes.end(),
                            IsSame) != Execution.Outcomes.end();
}

static llvm::Expected<CandidateNeed>
verifyExecution(const SyncView &View, const PlacementLayout &Layout,
                const ThreadExecutor &Runs, const BoundPath &Path) {
  const BoundExecution &Execution = *Path.Witness;
  uint64_t Threads = 1;
  for (unsigned D : {0, 1, 2}) {
    if (Execution.Size[D] == 0 || Execution.Size[D] > View.Most ||
        (View.SizeIsExact && Execution.Size[D] != View.Size[D]))
      return wrong("the kernel cannot be launched with this size");
    Threads *= Execution.Size[D];
  }
  if (Threads > View.Most)
    return wrong("the kernel cannot be launched with this size");
  if (namesUnknownInput(View, Execution))
    return wrong("the kernel has no such argument or value");
  if (Execution.Threads[0] >= Threads || Execution.Threads[1] >= Threads)
    return wrong("there is no such thread");
  if (Execution.Threads[0] / View.WaveSize ==
      Execution.Threads[1] / View.WaveSize)
    return wrong("both threads are of one wave");
  ThreadExecution Executions[] = {
      Runs.run(Execution, Execution.Threads[0], MaxExecutedSteps),
      Runs.run(Execution, Execution.Threads[1], MaxExecutedSteps)};
  view::AccessSite Sites[] = {Path.From, Path.To};
  for (unsigned T : {0, 1}) {
    if (!Executions[T].HasEnded)
      return wrong("a thread does not reach its end");
    if (Execution.Accesses[T] >= Executions[T].Accesses.size() ||
        Executions[T].Accesses[Execution.Accesses[T]].Site != Sites[T])
      return wrong("a thread does not make this access");
  }
  if (!collide(View, Executions[0].Accesses[Execution.Accesses[0]],
               Executions[1].Accesses[Execution.Accesses[1]]))
    return wrong("the two accesses have no common byte");
  llvm::Expected<Crossing> Between =
      findCrossing(Layout, Executions[0], Executions[1], Execution.Accesses);
  return Between ? verifyNeed(*Between) : Between.takeError();
}

/// A path that is not shown: its blocks follow each other.
static llvm::Expected<CandidateNeed> verifyBlocks(const SyncView &View,
                                                  const PlacementLayout &Layout,
                                                  const BoundPath &Path) {
  llvm::ArrayRef<BlockId> Span = Path.Blocks;
  if (Span.empty() || Span.front() != Path.From.Site.Block ||
      Span.back() != Path.To.Site.Block)
    return wrong("it does not lead from the one access to the other");
  for (size_t I = 0; I + 1 < Span.size(); ++I)
    if (Span[I] >= View.Blocks.size() ||
        llvm::none_of(View.Blocks[Span[I]].Next,
                      [&](const Edge &E) { return E.To == Span[I + 1]; }))
      return wrong("its blocks do not follow each other");
  if (Span.size() == 1 && Path.From.Site.Event >= Path.To.Site.Event)
    return wrong("the first access is not first on the path");
  return verifyNeed(
      Layout.crossed({Span, Path.From.Site.Event + 1, Path.To.Site.Event}));
}

llvm::Expected<CandidateNeed> verifyNeed(const SyncView &View,
                                         const PlacementLayout &Layout,
                                         const ThreadExecutor &Runs,
                                         const BoundPath &Path) {
  for (view::AccessSite Access : {Path.From, Path.To})
    if (Access.Site.Block >= View.Blocks.size() ||
        Access.Site.Event >= View.Blocks[Access.Site.Block].Events.size() ||
        !mayAccessLds(View, Access))
      return wrong("it has no such access");
  return Path.Witness ? verifyExecution(View, Layout, Runs, Path)
                      : verifyBlocks(View, Layout, Path);
}

namespace {

/// Paths that hang together. By the set of those that a candidate meets, the
/// cheapest of these candidates; then, for every set, the least that meets it.
class Cluster {
public:
  Cluster(const PlacementLayout &Layout,
          llvm::ArrayRef<const CandidateNeed *> Needs)
      : All((1u << Needs.size()) - 1), Least(All + 1) {
    std::map<CandidateSlot, uint32_t> Meets;
    for (size_t I = 0; I < Needs.size(); ++I)
      for (const CandidateSlot &C : *Needs[I])
        Meets[C] |= 1u << I;
    for (auto [C, Paths] : Meets) {
      Cost Cost = Layout.costOf(C);
      auto [It, New] = Cheapest.try_emplace(Paths, Cost);
      if (!New)
        It->second = std::min(It->second, Cost);
    }
  }

  Cost run() {
    Least[0] = Cost();
    for (uint32_t Met = 0; Met < All; ++Met) {
      if (!Least[Met])
        continue;
      // Some candidate meets the first path that is not met yet.
      uint32_t First = ~Met & (Met + 1);
      for (const auto &[Paths, Value] : Cheapest)
        if (Paths & First)
          improve(Met | Paths, *Least[Met], Value);
    }
    return *Least[All];
  }

private:
  void improve(uint32_t Met, Cost Sum, const Cost &Cost) {
    Sum += Cost;
    if (!Least[Met] || Sum < *Least[Met])
      Least[Met] = std::move(Sum);
  }

  uint32_t All;
  std::map<uint32_t, Cost> Cheapest;
  std::vector<std::optional<Cost>> Least; ///< By set of paths.
};

} // namespace

std::optional<Cost> minimalCost(const PlacementLayout &Layout,
                                llvm::ArrayRef<CandidateNeed> Needs) {
  std::vector<size_t> Group(Needs.size());
  std::map<CandidateSlot, size_t> First;
  auto Leader = [&](size_t I) {
    while (Group[I] != I)
      I = Group[I];
    return I;
  };
  for (size_t I = 0; I < Needs.size(); ++I) {
    Group[I] = I;
    for (const CandidateSlot &C : Needs[I]) {
      auto [It, New] = First.try_emplace(C, I);
      size_t Other = Leader(It->second), Own = Leader(I);
      Group[std::max(Other, Own)] = std::min(Other, Own);
    }
  }
  std::map<size_t, std::vector<const CandidateNeed *>> Together;
  for (size_t I = 0; I < Needs.size(); ++I)
    Together[Leader(I)].push_back(&Needs[I]);
  Cost Sum;
  for (auto &[Root, Members] : Together) {
    if (Members.size() > MaxTogether)
      return std::nullopt;
    Sum += Cluster(Layout, Members).run();
  }
  return Sum;
}

} // namespace fencepost::certificate
