//===- WitnessSimulation.cpp - The steps of all waves of a witness --------===//
// See WitnessSteps.h. The launch of the witness is run again (BarrierLaunch.h),
// the waves that are kept are simulated (BarrierSimulation.h), and the clocks
// of the simulation say how many steps of each wave the two accesses need.
//===----------------------------------------------------------------------===//
#include "WitnessRun.h"
#include "fencepost/Simulate/BarrierLaunch.h"

namespace fencepost::check {

using namespace view;

/// As they are counted in WaveStep::Event.
static bool countsAsBarrier(const Event &E) {
  return E.Kind == EventKind::Barrier && E.Op.Action != BarrierOp::Init;
}

namespace {

class SimulatedWitness {
public:
  SimulatedWitness(const SyncView &View, const Defect &F)
      : View(View), F(F), Context(View) {}
  std::optional<WitnessSteps> steps(bool LastIsFirst);

private:
  sim::LaunchPlan planOf(bool LastIsFirst) const;
  bool findThreads();
  bool isNeeded(unsigned Wave) const;
  void keepWaves();
  bool simulateKept(const sim::LaunchPlan &Plan);
  void limitEvents();
  uint32_t eventsBefore(unsigned Access) const;
  unsigned keptOf(unsigned Access) const {
    return Waves[0] == Threads[Access]->Wave ? 0 : 1;
  }
  std::vector<WitnessStep> allSteps(unsigned Kept, const sim::ThreadRun &Thread,
                                    std::optional<unsigned> Access) const;
  std::optional<WitnessThread> threadOf(unsigned Kept,
                                        const sim::ThreadRun &Thread,
                                        std::optional<unsigned> Access) const;

  const SyncView &View;
  const Defect &F;
  sym::Analysis Context;
  sim::BarrierLaunch Run;
  const sim::ThreadRun *Threads[2] = {nullptr, nullptr}; ///< Of the witness.
  const sim::AccessRecord *Accesses[2] = {nullptr, nullptr};
  std::vector<unsigned> Waves; ///< That are kept.
  std::vector<sim::WaveProgram> Programs;
  sim::BarrierSimulation Simulation;
  std::vector<uint32_t> Limits; ///< Barrier events of each, without inits.
};

sim::LaunchPlan SimulatedWitness::planOf(bool LastIsFirst) const {
  const sim::Witness &W = *F.Evidence;
  sim::LaunchPlan Plan;
  std::copy(std::begin(W.Size), std::end(W.Size), Plan.Size);
  bool Clusters = W.OtherGroup.has_value();
  forEachEvent(View, [&](Site, const Event &E) {
    Clusters |= E.Kind == EventKind::Barrier && E.Op.Object.isCluster();
  });
  for (unsigned D = 0; D < 3 && Clusters; ++D)
    Plan.Groups[D] = std::max(1u, View.Cluster[D]);
  if (!W.Arguments.empty())
    Plan.Argument = W.Arguments.front().second;
  Plan.LastArrivesFirst = LastIsFirst;
  Plan.WithAccesses = true;
  return Plan;
}

bool SimulatedWitness::findThreads() {
  const sim::Witness &W = *F.Evidence;
  for (const sim::ThreadRun &T : Run.Threads)
    for (unsigned Access : {0u, 1u}) {
      const uint64_t *Group =
          Access && W.OtherGroup ? W.OtherGroup->data() : W.Group;
      if (!std::equal(Group, Group + 3, Run.Groups[T.Group].Group) ||
          T.Id != idOf(W.Threads[Access]))
        continue;
      Threads[Access] = &T;
      Accesses[Access] = findAccess(View, T.Ran, F, Access);
    }
  return Accesses[0] && Accesses[1];
}

/// True if other waves need the wave at a barrier. At the work-group's barrier
/// they do not: it expects only the waves that exist.
bool SimulatedWitness::isNeeded(unsigned Wave) const {
  return llvm::any_of(Run.Waves[Wave].Steps, [](const sim::WaveStep &S) {
    bool IsNamed = S.Object.isNamed() && !S.Object.isNull();
    bool ForGroup = S.Object.isCluster() && arrives(S.Op) && !S.IfFirst;
    return IsNamed || ForGroup || S.Answer.value_or(false);
  });
}

void SimulatedWitness::keepWaves() {
  Waves = {Threads[0]->Wave};
  if (Threads[1]->Wave != Threads[0]->Wave)
    Waves.push_back(Threads[1]->Wave);
  for (unsigned W = 0; W < Run.Waves.size(); ++W) {
    unsigned Group = Run.Waves[W].Group;
    bool IsNear = Group == Threads[0]->Group || Group == Threads[1]->Group;
    if (IsNear && isNeeded(W) && !llvm::is_contained(Waves, W))
      Waves.push_back(W);
  }
  for (unsigned W : Waves) {
    Programs.push_back(Run.Waves[W]);
    Programs.back().Group = Run.Waves[W].Group != Threads[0]->Group;
  }
}

/// Tries the order of the waves' numbers, then its reverse.
bool SimulatedWitness::simulateKept(const sim::LaunchPlan &Plan) {
  std::vector<unsigned> Order(Waves.size());
  for (unsigned I = 0; I < Order.size(); ++I)
    Order[I] = I;
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    return Plan.LastArrivesFirst ? Waves[A] > Waves[B] : Waves[A] < Waves[B];
  });
  Simulation = sim::simulateBarriers(Programs, Order);
  return Simulation.isRight();
}

/// Barrier events, without inits, that the thread had before its access.
uint32_t SimulatedWitness::eventsBefore(unsigned Access) const {
  const sim::Trace &T = Threads[Access]->Ran;
  const sim::AccessRecord &H = *Accesses[Access];
  uint32_t Count = 0;
  for (uint32_t I = 0; I < H.PathLength; ++I) {
    const std::vector<Event> &Events = View.Blocks[T.Path[I]].Events;
    bool IsLast = I + 1 == H.PathLength;
    for (uint32_t E = 0; E < Events.size(); ++E) {
      if (IsLast && E == H.Site.Site.Event)
        break;
      Count += countsAsBarrier(Events[E]);
    }
  }
  return Count;
}

/// Events up to the wait that goes with the last arrival of \p Done steps, or
/// none if it is included already: no wave may end in a phase of the cluster's
/// barrier (docs/model.md B5).
static uint32_t eventsToWait(llvm::ArrayRef<sim::WaveStep> Steps, size_t Done) {
  bool Pending = false;
  for (size_t I = 0; I < Steps.size() && (I < Done || Pending); ++I) {
    const sim::WaveStep &S = Steps[I];
    if (S.Object.isNamed())
      continue;
    if (waits(S.Op) && I >= Done)
      return S.Event + 1;
    Pending = I < Done ? arrives(S.Op) : Pending;
  }
  return 0;
}

/// Walks back from the accesses: every wave that a wave has waited for must
/// have arrived.
void SimulatedWitness::limitEvents() {
  Limits.assign(Waves.size(), 0);
  for (unsigned Access : {0u, 1u}) {
    uint32_t &Limit = Limits[keptOf(Access)];
    Limit = std::max(Limit, eventsBefore(Access));
  }
  bool Changed = true;
  auto Raise = [&](unsigned Wave, uint32_t Limit) {
    Changed |= Limit > Limits[Wave];
    Limits[Wave] = std::max(Limits[Wave], Limit);
  };
  while (Changed) {
    Changed = false;
    for (unsigned W = 0; W < Waves.size(); ++W) {
      const std::vector<sim::WaveStep> &Steps = Programs[W].Steps;
      size_t Done = 0;
      while (Done < Steps.size() && Steps[Done].Event < Limits[W])
        ++Done;
      Raise(W, eventsToWait(Steps, Done));
      for (unsigned V = 0; Done != 0 && V < Waves.size(); ++V)
        if (uint32_t Before = Simulation.Clocks[W][Done - 1][V])
          Raise(V, Programs[V].Steps[Before - 1].Event + 1);
    }
  }
}

/// Inits are those of the wave, which not every lane reaches; they precede the
/// barrier event that follows them.
std::vector<WitnessStep>
SimulatedWitness::allSteps(unsigned Kept, const sim::ThreadRun &Thread,
                           std::optional<unsigned> Access) const {
  std::vector<WitnessStep> Result;
  auto Init = Programs[Kept].Steps.begin(), End = Programs[Kept].Steps.end();
  uint32_t Number = 0;
  for (uint32_t I = 0; I < Thread.Ran.Path.size(); ++I)
    for (uint32_t E = 0; E < View.Blocks[Thread.Ran.Path[I]].Events.size();
         ++E) {
      WitnessStep Step{{Thread.Ran.Path[I], E}, std::nullopt};
      const Event &What = Step.At.in(View);
      if (Access && I + 1 == Accesses[*Access]->PathLength &&
          Step.At == Accesses[*Access]->Site.Site)
        Step.Access = *Access;
      if (countsAsBarrier(What)) {
        for (; Init != End && Init->Event <= Number; ++Init)
          if (Init->Op == BarrierOp::Init)
            Result.push_back({Init->Site, std::nullopt});
        ++Number;
      }
      if (Step.Access || (matters(What) && (What.Kind != EventKind::Barrier ||
                                            countsAsBarrier(What))))
        Result.push_back(Step);
    }
  return Result;
}

std::optional<WitnessThread>
SimulatedWitness::threadOf(unsigned Kept, const sim::ThreadRun &Thread,
                           std::optional<unsigned> Access) const {
  std::vector<WitnessStep> Steps = allSteps(Kept, Thread, Access);
  uint32_t Number = 0;
  size_t End = 0;
  for (size_t I = 0; I < Steps.size(); ++I) {
    bool IsBarrier = countsAsBarrier(Steps[I].At.in(View));
    if (Steps[I].Access || (IsBarrier && Number < Limits[Kept]))
      End = I + 1;
    Number += IsBarrier;
  }
  WitnessThread Result;
  Result.Group = Thread.Group;
  Result.Wave = Thread.Wave % (Run.Waves.size() / Run.Groups.size());
  for (size_t I = 0; I < End; ++I)
    if (!addStep(View, Steps[I], Result))
      return std::nullopt;
  return Result;
}

std::optional<WitnessSteps> SimulatedWitness::steps(bool LastIsFirst) {
  Boundaries All{&View, {}, {}};
  sim::ThreadInterpreter Runs(View, All);
  sim::LaunchPlan Plan = planOf(LastIsFirst);
  Run = sim::runAll(Context, Runs, Plan);
  if (!Run.Complete || Run.Split || !findThreads())
    return std::nullopt;
  keepWaves();
  if (!simulateKept(Plan))
    return std::nullopt;
  limitEvents();
  WitnessSteps Result;
  auto Add = [&](std::optional<WitnessThread> Thread) {
    if (Thread)
      Result.Threads.push_back(std::move(*Thread));
    return Thread.has_value();
  };
  for (unsigned Access : {0u, 1u})
    if (!Add(threadOf(keptOf(Access), *Threads[Access], Access)))
      return std::nullopt;
  for (unsigned W = keptOf(1) + 1; W < Waves.size(); ++W)
    if (Limits[W] != 0 &&
        !Add(threadOf(W, Run.Threads[Run.FirstThread[Waves[W]]], std::nullopt)))
      return std::nullopt;
  return Result;
}

} // namespace

std::optional<WitnessSteps> simulatedSteps(const SyncView &View,
                                           const Defect &F) {
  // A litmus test names its barriers.
  bool Computed = false;
  forEachEvent(View, [&](Site, const Event &E) {
    Computed |= sim::isComputedBarrier(View, E);
  });
  if (Computed)
    return std::nullopt;
  for (bool LastIsFirst : {false, true})
    if (auto Steps = SimulatedWitness(View, F).steps(LastIsFirst))
      return Steps;
  return std::nullopt;
}

} // namespace fencepost::check
