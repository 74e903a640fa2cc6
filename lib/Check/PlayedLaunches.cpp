//===- PlayedLaunches.cpp - What a few launches show, played through ------===//
// See PlayedLaunches.h.
//===----------------------------------------------------------------------===//
#include "PlayedLaunches.h"

namespace fencepost::check {

using namespace view;

static bool usesClusters(const SyncView &View) {
  bool Any = false;
  forEachEvent(View, [&](Site, const Event &E) {
    Any |= E.Kind == EventKind::Barrier && E.Op.Object.isCluster();
  });
  return Any;
}

static void addLaunch(const Analysis &Context, const ThreadInterpreter &Runs,
                      const LaunchPlan &Plan, const OrderQuery &Query,
                      SimulationSummary &Out) {
  BarrierLaunch Run = runAll(Context, Runs, Plan);
  if (!Run.Complete || Run.Split) {
    Out.Complete = false;
    Out.TooLarge |= !Run.Split;
    return;
  }
  std::map<SitePair, UnorderedPair> Found;
  bool Fits = false;
  for (const auto &Order : ordersFor(Run, Plan, asksForFirst(Context.View))) {
    BarrierSimulation Played = simulateBarriers(Run.Waves, Order);
    Out.IsRight &= Played.Faults.empty();
    if (!Played.isRight())
      continue;
    Fits = true;
    OrderAnswer Answer = findUnorderedPairs(Context.View, Run, Played, Query);
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

SimulationSummary runLaunches(const Analysis &Context,
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

static std::string whatIsMissing(const UnorderedPair &C, AddressSpace Space,
                                 bool Cluster) {
  std::string Name = Space == AddressSpace::Local ? "LDS" : "global memory";
  std::string Result;
  auto Say = [&](bool Covered, bool Any, const char *Where) {
    if (Covered)
      return;
    Result += Result.empty() ? "" : "; ";
    Result += Any ? std::string("the ") + Where + " does not cover " + Name +
                        (Cluster ? " for the cluster" : " for the work-group")
                  : std::string("there is no ") + Where;
  };
  Say(C.Fences.Released, C.Fences.AnyRelease,
      "release fence before the signal");
  Say(C.Fences.Acquired, C.Fences.AnyAcquire, "acquire fence after the wait");
  return Result;
}

void makeError(const SyncView &View, const SimulationSummary::Pair &P,
               bool Cluster, Defect &F) {
  const UnorderedPair &C = P.Worst;
  AddressSpace Space = View.Objects[C.First.in(View).Object].Space;
  F.Certainty = Certainty::Error;
  F.BehindNamedOrCluster = false;
  F.IsSimulated = true;
  F.First = C.First;
  F.Second = C.Second;
  F.Conflict = conflict(View, C.First, C.Second).value_or(F.Conflict);
  F.Evidence = C.Evidence;
  F.Reason.clear();
  F.Kind = Space == AddressSpace::Local ? DefectKind::LdsRace
                                        : DefectKind::GlobalRace;
  if (P.Always)
    return;
  const FenceState &Has = C.Fences;
  bool Narrow =
      (Has.Released || Has.AnyRelease) && (Has.Acquired || Has.AnyAcquire);
  F.Kind =
      Narrow ? DefectKind::FenceTooNarrow : DefectKind::BarrierWithoutFence;
  F.Barrier = C.Barrier;
  F.Evidence->Crossed = C.Barrier;
  F.Reason = whatIsMissing(C, Space, Cluster);
}

} // namespace fencepost::check
