//===- NamedBarriers.cpp - Wrong use of named and cluster barriers -------===//
// See NamedBarriers.h.
//===----------------------------------------------------------------------===//
#include "NamedBarriers.h"
#include "fencepost/Simulate/BarrierLaunch.h"
#include "fencepost/Target/Processor.h"

namespace fencepost::check {

using namespace view;

namespace {

Defect findingAt(DefectKind Kind, Site At, DefectDetail Detail) {
  Defect F;
  F.Kind = Kind;
  F.First = F.Second = {At, false};
  F.Detail = std::move(Detail);
  return F;
}

BarrierName nameOf(const SyncView &View, BarrierId Id) {
  BarrierName Name{Id.operand(), ""};
  for (const Object &O : View.Objects)
    if (O.Kind == ObjectKind::NamedBarrier && Id.isNamed() && !Id.isNull() &&
        O.Barrier == unsigned(Id.operand()) && Name.Variable.empty())
      Name.Variable = O.Name;
  return Name;
}

/// Checks that need no simulation.
class TargetCheck {
public:
  explicit TargetCheck(const SyncView &View) : View(View) {}
  std::vector<Defect> run();

private:
  void check(Site At, const Event &E);
  void report(Site At, BarrierId Id, UnusableBarrier::Reason Why,
              std::optional<BarrierName> Barrier);

  const SyncView &View;
  std::vector<Defect> Result;
  std::set<int> Reported; ///< Ids; one finding for each.
};

void TargetCheck::report(Site At, BarrierId Id, UnusableBarrier::Reason Why,
                         std::optional<BarrierName> Barrier) {
  if (!Reported.insert(Id.operand()).second)
    return;
  UnusableBarrier What;
  What.Why = Why;
  What.Barrier = std::move(Barrier);
  if (View.Proc)
    What.Processor = View.Proc->Name;
  Result.push_back(
      findingAt(DefectKind::NamedOrClusterBarrier, At, std::move(What)));
}

void TargetCheck::check(Site At, const Event &E) {
  if (!sim::isNamedOrCluster(E))
    return;
  BarrierId Id = E.Op.Object;
  if (Id.isTrap())
    return report(At, Id, UnusableBarrier::Reason::OnlyForTraps,
                  nameOf(View, Id));
  if (!View.Proc)
    return;
  const BarrierFacts &Has = View.Proc->family().Barriers;
  if (Id.isCluster() && !Has.Cluster)
    report(At, Id, UnusableBarrier::Reason::NoClusterBarriers,
           nameOf(View, Id));
  else if (Id.isNamed() && !Has.Named)
    report(At, BarrierId::null(), UnusableBarrier::Reason::NoNamedBarriers,
           E.Op.Action == BarrierOp::Drop ? std::nullopt
                                          : std::optional(nameOf(View, Id)));
}

std::vector<Defect> TargetCheck::run() {
  forEachEvent(View, [&](Site At, const Event &E) { check(At, E); });
  unsigned Has = View.Proc ? View.Proc->family().Barriers.Named
                           : unsigned(BarrierId::Last);
  if (Has != 0 && View.NamedBarriers > Has) {
    Site First{0, 0};
    forEachEvent(View, [&](Site At, const Event &E) {
      bool IsUse = E.Kind == EventKind::Barrier || E.Kind == EventKind::Opaque;
      if (First == Site{0, 0} && IsUse)
        First = At;
    });
    UnusableBarrier What;
    What.Why = UnusableBarrier::Reason::TooMany;
    What.Used = View.NamedBarriers;
    What.Available = Has;
    Result.push_back(
        findingAt(DefectKind::NamedOrClusterBarrier, First, std::move(What)));
  }
  return std::move(Result);
}

/// Collects what the simulations show.
class SimulationCheck {
public:
  explicit SimulationCheck(sym::Analysis &Context)
      : Context(Context), View(Context.View), All{&View, {}, {}},
        Runs(View, All),
        Control(Dependence(View, Context.Shape).barrierSources()) {
    forEachEvent(View, [&](Site, const Event &E) {
      if (sim::isComputedBarrier(View, E))
        Control |= Context.Depends.valueSources(E.Target);
    });
  }
  std::vector<Defect> run();

private:
  /// A fault of a barrier, by its number, is reported once.
  using Key = std::pair<sim::BarrierFault, int>;

  void tryPlan(const sim::LaunchPlan &Plan);
  void note(const sim::BarrierLaunch &Run, const sim::BarrierFaultSite &F,
            std::set<Key> &Found);
  Defect defectOf(const sim::BarrierLaunch &Run,
                  const sim::BarrierFaultSite &F) const;
  Site siteOf(const sim::BarrierLaunch &Run, sim::StepRef At) const {
    return Run.Waves[At.Wave].Steps[At.Step].Site;
  }
  std::optional<Reason> doubt(unsigned Times) const;

  sym::Analysis &Context;
  const SyncView &View;
  Boundaries All;
  sim::ThreadInterpreter Runs;
  uint8_t Control;       ///< What the barriers that a wave reaches depend on.
  unsigned Complete = 0; ///< Launches.
  bool HasOpaque = false;
  std::map<Key, Defect> Faults;
  std::map<Key, unsigned> Times;
  std::optional<Site> Split;
};

WaveName nameOf(const sim::BarrierLaunch &Run, unsigned Wave) {
  unsigned PerGroup = Run.Waves.size() / Run.Groups.size();
  WaveName Name{Wave % PerGroup, std::nullopt};
  if (Run.Groups.size() > 1)
    Name.Group = Wave / PerGroup;
  return Name;
}

BarrierUse::UseKind useOf(sim::BarrierFault Fault) {
  switch (Fault) {
  case sim::BarrierFault::InitNotBefore:
    return BarrierUse::UseKind::Init;
  case sim::BarrierFault::JoinedTooLate:
    return BarrierUse::UseKind::Join;
  default:
    return BarrierUse::UseKind::Arrive;
  }
}

DefectKind kindOf(const sim::BarrierFaultSite &F) {
  if (F.Kind == sim::BarrierFault::ClusterTwice)
    return DefectKind::SignalTwice;
  if (F.Kind == sim::BarrierFault::Hang && F.Object.isCluster())
    return DefectKind::WaitWithoutSignal;
  return DefectKind::NamedOrClusterBarrier;
}

Defect SimulationCheck::defectOf(const sim::BarrierLaunch &Run,
                                 const sim::BarrierFaultSite &F) const {
  BarrierMisuse Misuse;
  Misuse.Fault = F.Kind;
  Misuse.Barrier = nameOf(View, F.Object);
  Misuse.Wave = nameOf(Run, F.Where.Wave);
  if (F.Other)
    Misuse.Other = nameOf(Run, F.Other->Wave);
  Misuse.Expected = F.Expected;
  Misuse.Arrived = F.Arrived;
  Defect Result = findingAt(kindOf(F), siteOf(Run, F.Where), Misuse);
  if (F.Other && siteOf(Run, *F.Other) != siteOf(Run, F.Where))
    Result.Notes.push_back(
        {siteOf(Run, *F.Other), BarrierUse{useOf(F.Kind), *Misuse.Other}});
  const sim::ThreadRun &T = Run.Threads[Run.FirstThread[F.Where.Wave]];
  const sim::Launch &Launch = Run.Groups[T.Group];
  sim::Witness W;
  llvm::copy(T.Id.Coordinates, W.Threads[0].Id);
  W.Threads[0].Path = T.Ran.Path;
  W.Threads[1] = W.Threads[0];
  llvm::copy(Launch.Group, W.Group);
  llvm::copy(Launch.Size, W.Size);
  W.Arguments.assign(Launch.Arguments.begin(), Launch.Arguments.end());
  Result.Evidence = std::move(W);
  return Result;
}

/// A wave that hangs at the work-group's barrier is not reported here.
void SimulationCheck::note(const sim::BarrierLaunch &Run,
                           const sim::BarrierFaultSite &F,
                           std::set<Key> &Found) {
  if (!F.Object.isNamed() && !F.Object.isCluster())
    return;
  Key Which{F.Kind, F.Object.operand()};
  if (!Found.insert(Which).second)
    return;
  ++Times[Which];
  if (!Faults.count(Which))
    Faults.emplace(Which, defectOf(Run, F));
}

void SimulationCheck::tryPlan(const sim::LaunchPlan &Plan) {
  sim::BarrierLaunch Run = sim::runAll(Context, Runs, Plan);
  if (!Split)
    Split = Run.Split;
  if (!Run.Complete)
    return;
  std::set<Key> Found;
  bool Fits = false;
  for (const auto &Order : sim::ordersFor(Run, Plan, sim::asksForFirst(View))) {
    sim::BarrierSimulation Simulation = sim::simulateBarriers(Run.Waves, Order);
    if (!Simulation.Fits)
      continue;
    Fits = true;
    for (const sim::BarrierFaultSite &F : Simulation.Faults)
      note(Run, F, Found);
  }
  Complete += Fits;
}

/// Why a fault of \p Times launches is not an error; nothing if it is.
std::optional<Reason> SimulationCheck::doubt(unsigned Times) const {
  if (Control & ByUnknown)
    return Reason::UnknownBarriers;
  if (HasOpaque)
    return Reason::OpaqueMayOperate;
  if (Split)
    return Reason::LanesReachOthers;
  if (Times < Complete)
    return Reason::DependsOnArgumentsOrSize;
  return std::nullopt;
}

std::vector<Defect> SimulationCheck::run() {
  forEachEvent(View, [&](Site, const Event &E) {
    HasOpaque |= E.Kind == EventKind::Opaque;
  });
  std::vector<uint64_t> Arguments;
  if (Control & ByArgument)
    Arguments = {3, 8};
  for (const sim::LaunchPlan &Plan : sim::plansFor(Context, Arguments))
    tryPlan(Plan);
  std::vector<Defect> Result;
  for (auto &[Which, F] : Faults) {
    F.Reason = doubt(Times[Which]);
    if (F.Reason)
      F.Certainty = Certainty::Possible;
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace

std::vector<Defect> findNamedBarriers(sym::Analysis &Context) {
  std::vector<Defect> Result = TargetCheck(Context.View).run();
  bool Other = false;
  forEachEvent(Context.View, [&](Site, const Event &E) {
    Other |= sim::isNamedOrCluster(E);
  });
  if (!Other || !Result.empty())
    return Result;
  std::optional<Site> Unknown = sim::findUnknownBarrier(Context.View);
  if (!Unknown)
    return SimulationCheck(Context).run();
  Defect F = findingAt(DefectKind::NotUnderstood, *Unknown, {});
  F.Certainty = Certainty::Unknown;
  F.Reason = Reason::UnknownNamedBarrier;
  Result.push_back(std::move(F));
  return Result;
}

} // namespace fencepost::check
