//===- NamedBarriers.cpp - Wrong use of named and cluster barriers -------===//
// See NamedBarriers.h.
//===----------------------------------------------------------------------===//
#include "NamedBarriers.h"
#include "fencepost/Simulate/BarrierLaunch.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::check {

using namespace view;

namespace {

Defect findingAt(DefectKind Kind, Site At, std::string Text) {
  Defect F;
  F.Kind = Kind;
  F.First = F.Second = {At, false};
  F.Text = std::move(Text);
  return F;
}

/// "named barrier 'full'", "the cluster's barrier".
std::string nameOf(const SyncView &View, BarrierId Id) {
  if (Id.isCluster())
    return "the cluster's barrier";
  if (!Id.isNamed())
    return "the work-group's barrier";
  if (Id.isNull())
    return "the null barrier";
  for (const Object &O : View.Objects)
    if (O.Kind == ObjectKind::NamedBarrier && !O.Name.empty() &&
        O.Barrier == unsigned(Id.operand()))
      return "named barrier '" + O.Name + "'";
  return "named barrier " + llvm::itostr(Id.operand());
}

/// Checks that need no simulation.
class TargetCheck {
public:
  explicit TargetCheck(const SyncView &View) : View(View) {}
  std::vector<Defect> run();

private:
  void check(Site At, const Event &E);
  void say(Site At, BarrierId Id, std::string Text);

  const SyncView &View;
  std::vector<Defect> Result;
  std::set<int> Reported; ///< Ids; one finding for each.
};

void TargetCheck::say(Site At, BarrierId Id, std::string Text) {
  if (Reported.insert(Id.operand()).second)
    Result.push_back(
        findingAt(DefectKind::NamedOrClusterBarrier, At, std::move(Text)));
}

void TargetCheck::check(Site At, const Event &E) {
  if (!sim::isNamedOrCluster(E))
    return;
  BarrierId Id = E.Op.Object;
  if (Id.isTrap())
    return say(At, Id,
               "barrier " + llvm::itostr(Id.operand()) +
                   " is for the trap handler alone");
  if (!View.Proc)
    return;
  const BarrierFacts &Has = View.Proc->family().Barriers;
  std::string Target = " is used, and " + View.Proc->Name.str() + " has no ";
  if (Id.isCluster() && !Has.Cluster)
    say(At, Id, nameOf(View, Id) + Target + "cluster barriers");
  else if (Id.isNamed() && !Has.Named)
    say(At, BarrierId::null(),
        (E.Op.Action == BarrierOp::Drop ? "a named barrier"
                                        : nameOf(View, Id)) +
            Target + "named barriers");
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
    Result.push_back(
        findingAt(DefectKind::NamedOrClusterBarrier, First,
                  "the kernel has " + llvm::utostr(View.NamedBarriers) +
                      " named barriers, and there are " + llvm::utostr(Has)));
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
  Defect describe(const sim::BarrierLaunch &Run,
                  const sim::BarrierFaultSite &F) const;
  std::string wave(const sim::BarrierLaunch &Run, unsigned Wave) const;
  std::string textOf(const sim::BarrierLaunch &Run,
                     const sim::BarrierFaultSite &F) const;
  std::string hangText(const sim::BarrierLaunch &Run,
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

/// "wave 2", and of which work-group if there are more.
std::string SimulationCheck::wave(const sim::BarrierLaunch &Run,
                                  unsigned Wave) const {
  unsigned PerGroup = Run.Waves.size() / Run.Groups.size();
  std::string Name = "wave " + llvm::utostr(Wave % PerGroup);
  if (Run.Groups.size() > 1)
    Name += " of work-group " + llvm::utostr(Wave / PerGroup);
  return Name;
}

std::string SimulationCheck::hangText(const sim::BarrierLaunch &Run,
                                      const sim::BarrierFaultSite &F) const {
  std::string Text = wave(Run, F.Where.Wave) + " waits for " +
                     nameOf(View, F.Object) + " forever: ";
  if (F.Expected == 0)
    return Text + "it is not initialised";
  Text += "it expects " + llvm::utostr(F.Expected) +
          (F.Expected == 1 ? " arrival" : " arrivals");
  if (F.Object.isCluster())
    Text += F.Expected == 1 ? " (of the work-group)" : " (one per work-group)";
  return Text + ", and " +
         (F.Arrived == 0 ? "none arrives"
                         : llvm::utostr(F.Arrived) +
                               (F.Arrived == 1 ? " arrives" : " arrive"));
}

std::string SimulationCheck::textOf(const sim::BarrierLaunch &Run,
                                    const sim::BarrierFaultSite &F) const {
  std::string Actor = wave(Run, F.Where.Wave), Name = nameOf(View, F.Object);
  std::string Other = F.Other ? wave(Run, F.Other->Wave) : "";
  switch (F.Kind) {
  case sim::BarrierFault::NeverInitialised:
    return Name + " is used by " + Actor + ", and no wave initialises it";
  case sim::BarrierFault::InitNotBefore:
    return Name + " is used by " + Actor +
           (F.Other->Wave == F.Where.Wave
                ? " before it initialises it"
                : " and initialised by " + Other +
                      ", and no barrier orders the use after it");
  case sim::BarrierFault::NotJoined:
    return Actor + " waits for a named barrier and has joined none";
  case sim::BarrierFault::JoinedTooLate:
    return Actor + " waits for " + Name +
           ", which it joined when all may have arrived already";
  case sim::BarrierFault::LeaveWithoutJoin:
    return Actor + " leaves a named barrier and has joined none";
  case sim::BarrierFault::LeaveInPhase:
    return Actor + " arrives at " + Name +
           " and leaves it before all others have arrived";
  case sim::BarrierFault::CountIsZero:
    return Name + " is initialised for no arrivals";
  case sim::BarrierFault::CountTooSmall:
    return Actor + " sets " + Name +
           " to fewer arrivals than it has had already";
  case sim::BarrierFault::TooManyLeave:
    return Actor + " leaves " + Name + ", and it expects no more arrivals";
  case sim::BarrierFault::ClusterTwice:
    return Actor + " arrives at the cluster's barrier, and so does " + Other +
           "; only one wave of a work-group may";
  case sim::BarrierFault::TrapBarrier:
    return Name + " is for the trap handler alone";
  case sim::BarrierFault::Hang:
    return hangText(Run, F);
  }
  llvm_unreachable("all faults have words");
}

DefectKind kindOf(const sim::BarrierFaultSite &F) {
  if (F.Kind == sim::BarrierFault::ClusterTwice)
    return DefectKind::SignalTwice;
  if (F.Kind == sim::BarrierFault::Hang && F.Object.isCluster())
    return DefectKind::WaitWithoutSignal;
  return DefectKind::NamedOrClusterBarrier;
}

Defect SimulationCheck::describe(const sim::BarrierLaunch &Run,
                                 const sim::BarrierFaultSite &F) const {
  Defect Result = findingAt(kindOf(F), siteOf(Run, F.Where), textOf(Run, F));
  if (F.Other && siteOf(Run, *F.Other) != siteOf(Run, F.Where)) {
    bool IsInit = F.Kind == sim::BarrierFault::InitNotBefore;
    Result.Notes.push_back(
        {siteOf(Run, *F.Other),
         wave(Run, F.Other->Wave) +
             (IsInit ? " initialises it here"
              : F.Kind == sim::BarrierFault::JoinedTooLate ? " joins it here"
                                                           : " arrives here")});
  }
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
    Faults.emplace(Which, describe(Run, F));
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
  Defect F = findingAt(DefectKind::NotUnderstood, *Unknown, "");
  F.Certainty = Certainty::Unknown;
  F.Reason = Reason::UnknownNamedBarrier;
  Result.push_back(std::move(F));
  return Result;
}

} // namespace fencepost::check
