//===- BarrierLaunch.cpp - All waves of a launch, with their barriers ----===//
// See BarrierLaunch.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/BarrierLaunch.h"

namespace fencepost::sim {

using namespace view;

/// Blocks that all threads of a launch may enter, and steps of all waves times
/// waves: beyond, a launch is not complete.
static constexpr uint64_t MaxBlocksEntered = 2000000, MaxClocks = 8000000;

bool isNamedOrCluster(const Event &E) {
  return E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E);
}

bool isComputedBarrier(const SyncView &View, const Event &E) {
  return isNamedOrCluster(E) && E.Op.Object.isNull() &&
         E.Op.Action != BarrierOp::Drop && E.Target != None &&
         View.Values[E.Target].Kind != ValueKind::Constant;
}

std::optional<Site> findUnknownBarrier(const SyncView &View) {
  std::optional<Site> First;
  bool Any = false;
  forEachEvent(
      View, [&](Site, const Event &E) { Any |= isComputedBarrier(View, E); });
  if (!Any)
    return First;
  Graph Shape(View);
  Dependence Depends(View, Shape);
  forEachEvent(View, [&](Site Site, const Event &E) {
    if (!First && isComputedBarrier(View, E) &&
        ((Depends.valueSources(E.Target) & ByUnknown) ||
         E.Memory.Object == None ||
         View.Objects[E.Memory.Object].Kind != ObjectKind::NamedBarrier))
      First = Site;
  });
  return First;
}

bool asksForFirst(const SyncView &View) {
  bool Any = false;
  forEachEvent(View, [&](Site, const Event &E) { Any |= answersFirst(E); });
  return Any;
}

namespace {

void addStep(std::vector<WaveStep> &Steps, const WaveStep &Like, BarrierOp Op,
             BarrierId Object, bool IfFirst = false) {
  WaveStep S = Like;
  S.Op = Op;
  S.Object = Object;
  S.IfFirst = IfFirst;
  Steps.push_back(S);
}

/// Expands llvm.amdgcn.s.cluster.barrier as LLVM does: the work-group meets,
/// the first wave arrives for it, and all wait for the cluster.
void addSteps(const Event &E, BarrierId Object, WaveStep Like,
              std::vector<WaveStep> &Steps) {
  if (E.Op.Action != BarrierOp::ArriveWait)
    return addStep(Steps, Like, E.Op.Action, Object);
  Like.Count = 0;
  if (!E.Op.Object.isCluster()) {
    addStep(Steps, Like, BarrierOp::Arrive, E.Op.Object);
    return addStep(Steps, Like, BarrierOp::Wait, E.Op.Object);
  }
  addStep(Steps, Like, BarrierOp::ArriveIsFirst, BarrierId::workgroup());
  addStep(Steps, Like, BarrierOp::Wait, BarrierId::workgroup());
  addStep(Steps, Like, BarrierOp::Arrive, E.Op.Object, true);
  addStep(Steps, Like, BarrierOp::Wait, E.Op.Object);
}

std::vector<WaveStep> stepsOf(const SyncView &View, const Trace &T,
                              bool AnswersFirst) {
  std::vector<WaveStep> Steps;
  uint32_t Number = 0;
  for (size_t I = 0; I < T.Barriers.size(); ++I) {
    Site Site = T.Barriers[I];
    const Event &E = Site.in(View);
    WaveStep Like;
    Like.Count = E.Op.Members;
    Like.Site = Site;
    Like.Event = Number;
    if (answersFirst(E))
      Like.Answer = AnswersFirst;
    addSteps(E, isComputedBarrier(View, E) ? T.Computed[I] : E.Op.Object, Like,
             Steps);
    Number += E.Op.Action != BarrierOp::Init;
  }
  return Steps;
}

/// The first operation at which two lanes of a wave differ.
std::optional<Site> findSplit(const SyncView &View, const Trace &A,
                              const Trace &B) {
  auto IsInit = [&](Site Site) {
    return Site.in(View).Op.Action == BarrierOp::Init;
  };
  auto I = A.Barriers.begin(), J = B.Barriers.begin();
  while (true) {
    I = std::find_if_not(I, A.Barriers.end(), IsInit);
    J = std::find_if_not(J, B.Barriers.end(), IsInit);
    if (I == A.Barriers.end() && J == B.Barriers.end())
      return std::nullopt;
    if (I == A.Barriers.end())
      return *J;
    if (J == B.Barriers.end() || *I != *J ||
        A.Computed[I - A.Barriers.begin()] !=
            B.Computed[J - B.Barriers.begin()])
      return *I;
    ++I;
    ++J;
  }
}

} // namespace

/// Unknown sizes are tried with the most waves possible and with two.
std::vector<LaunchPlan> plansFor(const sym::Analysis &Context,
                                 llvm::ArrayRef<uint64_t> Arguments) {
  const SyncView &View = Context.View;
  std::vector<LaunchPlan> Plans(1);
  llvm::copy(View.Size, Plans[0].Size);
  if (!View.SizeIsExact) {
    for (unsigned D = 0; D < 3; ++D)
      Plans[0].Size[D] = D == 0 ? View.Most : 1;
    Plans.push_back(Plans[0]);
    Plans[1].Size[0] = std::min(2 * View.WaveSize, View.Most);
  }
  for (LaunchPlan &P : Plans)
    for (unsigned D = 0; D < 3; ++D)
      P.Groups[D] = std::max(1u, View.Cluster[D]);
  for (unsigned I = 0, E = Plans.size(); I != E; ++I)
    for (uint64_t Value : Arguments) {
      Plans.push_back(Plans[I]);
      Plans.back().Argument = Value;
    }
  if (asksForFirst(View))
    for (unsigned I = 0, E = Plans.size(); I != E; ++I) {
      Plans.push_back(Plans[I]);
      Plans.back().LastArrivesFirst = true;
    }
  return Plans;
}

namespace {

/// Runs the threads of one launch, one after the other.
class LaunchRunner {
public:
  LaunchRunner(const sym::Analysis &Context, const ThreadInterpreter &Runs,
               const LaunchPlan &Plan);
  BarrierLaunch run();

private:
  void runThread(unsigned Group, unsigned Number);
  void addToWave(const ThreadRun &Run, bool IsFirstLane, bool Leads);

  const sym::Analysis &Context;
  const SyncView &View;
  const ThreadInterpreter &Runs;
  const LaunchPlan &Plan;
  unsigned Threads, Waves, Groups; ///< Threads and waves of one work-group.
  Launch Run;
  Unknowns First, NotFirst; ///< Results of isfirst.
  uint64_t Blocks = 0, Clocks = 0;
  BarrierLaunch Result;
};

LaunchRunner::LaunchRunner(const sym::Analysis &Context,
                           const ThreadInterpreter &Runs,
                           const LaunchPlan &Plan)
    : Context(Context), View(Context.View), Runs(Runs), Plan(Plan),
      Threads(Plan.Size[0] * Plan.Size[1] * Plan.Size[2]),
      Waves((Threads + View.WaveSize - 1) / View.WaveSize),
      Groups(Plan.Groups[0] * Plan.Groups[1] * Plan.Groups[2]) {
  llvm::copy(Plan.Size, Run.Size);
  for (const Value &V : View.Values)
    if (V.Kind == ValueKind::Argument)
      Run.Arguments[V.Number] = Plan.Argument;
  forEachEvent(View, [&](Site, const Event &E) {
    if (answersFirst(E))
      First[E.Result] = 1;
  });
}

/// The lane with the most operations represents its wave: it has the inits.
void LaunchRunner::addToWave(const ThreadRun &Run, bool IsFirstLane,
                             bool Leads) {
  if (IsFirstLane) {
    Result.FirstThread.push_back(Result.Threads.size());
    Result.Waves.emplace_back();
  } else {
    const Trace &Before = Result.Threads[Result.FirstThread.back()].Ran;
    if (!Result.Split)
      Result.Split = findSplit(View, Before, Run.Ran);
    if (Run.Ran.Barriers.size() <= Before.Barriers.size())
      return;
  }
  WaveProgram &Wave = Result.Waves.back();
  Wave.Group = Run.Group;
  Wave.Steps = stepsOf(View, Run.Ran, Leads);
  Clocks += uint64_t(Wave.Steps.size()) * Waves * Groups;
  Result.Complete &= Clocks <= MaxClocks;
}

void LaunchRunner::runThread(unsigned Group, unsigned Number) {
  unsigned Wave = Number / View.WaveSize;
  bool Leads = Wave == (Plan.LastArrivesFirst ? Waves - 1 : 0);
  ThreadRun Ran;
  Ran.Group = Group;
  Ran.Wave = Group * Waves + Wave;
  Ran.Id.Coordinates[0] = Number % Run.Size[0];
  Ran.Id.Coordinates[1] = Number / Run.Size[0] % Run.Size[1];
  Ran.Id.Coordinates[2] = Number / Run.Size[0] / Run.Size[1];
  llvm::ArrayRef<AccessSite> Sites;
  if (!Plan.WithAccesses)
    Sites = NoAccess;
  Ran.Ran = Runs.run(Run, Ran.Id, Leads ? First : NotFirst, Sites,
                     Context.Limits.ReplaySteps);
  Blocks += Ran.Ran.Path.size();
  Result.Complete = Ran.Ran.Ended && Blocks <= MaxBlocksEntered;
  addToWave(Ran, Number % View.WaveSize == 0, Leads);
  Result.Threads.push_back(std::move(Ran));
}

BarrierLaunch LaunchRunner::run() {
  for (unsigned G = 0; G < Groups && Result.Complete; ++G) {
    Run.Group[0] = G % Plan.Groups[0];
    Run.Group[1] = G / Plan.Groups[0] % Plan.Groups[1];
    Run.Group[2] = G / Plan.Groups[0] / Plan.Groups[1];
    Result.Groups.push_back(Run);
    for (unsigned T = 0; T < Threads && Result.Complete; ++T)
      runThread(G, T);
  }
  return std::move(Result);
}

} // namespace

BarrierLaunch runAll(const sym::Analysis &Context,
                     const ThreadInterpreter &Runs, const LaunchPlan &Plan) {
  return LaunchRunner(Context, Runs, Plan).run();
}

std::vector<std::vector<unsigned>>
ordersFor(const BarrierLaunch &Run, const LaunchPlan &Plan, bool AsksForFirst) {
  std::vector<unsigned> Up, Down;
  for (unsigned W = 0; W < Run.Waves.size(); ++W)
    Up.push_back(W);
  Down.assign(Up.rbegin(), Up.rend());
  if (!AsksForFirst)
    return {Up, Down};
  return {Plan.LastArrivesFirst ? Down : Up};
}

} // namespace fencepost::sim
