//===- SimulatedLaunches.cpp - Access pairs of simulated launches ---------===//
// See SimulatedLaunches.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/SimulatedLaunches.h"

namespace fencepost::sim {

using namespace view;

static bool usesClusters(const SyncView &View) {
  bool Any = false;
  forEachEvent(View, [&](Site, const Event &E) {
    Any |= E.Kind == EventKind::Barrier && E.Op.Object.isCluster();
  });
  return Any;
}

static void addLaunch(const sym::Analysis &Context,
                      const ThreadInterpreter &Runs, const LaunchPlan &Plan,
                      const OrderQuery &Query, SimulationSummary &Out) {
  BarrierLaunch Run = runAll(Context, Runs, Plan);
  if (!Run.Complete || Run.Split) {
    Out.Complete = false;
    Out.TooLarge |= !Run.Split;
    return;
  }
  std::map<SitePair, UnorderedPair> Found;
  bool Fits = false;
  for (const auto &Order : ordersFor(Run, Plan, asksForFirst(Context.View))) {
    BarrierSimulation Simulation = simulateBarriers(Run.Waves, Order);
    Out.IsRight &= Simulation.Faults.empty();
    if (!Simulation.isRight())
      continue;
    Fits = true;
    OrderAnswer Answer =
        findUnorderedPairs(Context.View, Run, Simulation, Query);
    Out.Complete &= Answer.Complete;
    Out.TooLarge |= !Answer.Complete;
    for (auto &[Key, C] : Answer.Pairs) {
      auto [It, New] = Found.try_emplace(Key, C);
      if (!New && std::pair(C.FromUnknown, C.InOrder) <
                      std::pair(It->second.FromUnknown, It->second.InOrder))
        It->second = std::move(C);
    }
  }
  if (!Fits) {
    Out.Complete = false;
    return;
  }
  ++Out.Launches;
  for (auto &[Key, C] : Found) {
    SimulationSummary::Pair &P = Out.Pairs[Key];
    P.Always &= !C.InOrder;
    P.FromUnknown |= C.FromUnknown;
    if (P.Times++ == 0 || (C.InOrder && !P.Worst.InOrder))
      P.Worst = std::move(C);
  }
}

SimulationSummary runLaunches(const sym::Analysis &Context,
                              llvm::ArrayRef<uint64_t> Arguments,
                              const OrderQuery &Query) {
  SimulationSummary Out;
  Boundaries All{&Context.View, {}, {}};
  ThreadInterpreter Runs(Context.View, All);
  for (LaunchPlan Plan : plansFor(Context, Arguments)) {
    Plan.WithAccesses = true;
    if (Query.isWithinGroup() && !usesClusters(Context.View))
      Plan.Groups[0] = Plan.Groups[1] = Plan.Groups[2] = 1;
    addLaunch(Context, Runs, Plan, Query, Out);
  }
  return Out;
}

bool hasOpaque(const SyncView &View) {
  bool Any = false;
  forEachEvent(
      View, [&](Site, const Event &E) { Any |= E.Kind == EventKind::Opaque; });
  return Any || findUnknownBarrier(View);
}

} // namespace fencepost::sim
