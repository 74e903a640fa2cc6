//===- NamedBarrierRaces.cpp - Races with named and cluster barriers -----===//
// See NamedBarrierRaces.h.
//===----------------------------------------------------------------------===//
#include "NamedBarrierRaces.h"
#include "Races/SimulatedDefect.h"

namespace fencepost::check {

using namespace view;

namespace {

/// True if \p F has the same result in all launches.
bool isTheSameInAllLaunches(const SyncView &View, const Dependence &Depends,
                            const Defect &F) {
  uint8_t Bits = Depends.pathSources();
  for (AccessSite At : {F.First, F.Second})
    Bits |= Depends.valueSources(At.in(View).Address);
  return View.SizeIsExact && Bits == 0;
}

} // namespace

std::vector<Defect> refineRaces(sym::Analysis &Context,
                                std::vector<Defect> Races) {
  sim::OrderQuery Query;
  for (const Defect &F : Races)
    if (F.AfterNamedOrCluster)
      Query.Pairs.insert(std::minmax(F.First, F.Second));
  if (Query.Pairs.empty() || sim::hasOpaque(Context.View))
    return Races;
  Dependence Depends(Context.View, Context.Shape);
  if (Depends.barrierSources() & ByUnknown)
    return Races;
  std::vector<uint64_t> Arguments;
  if (Depends.pathSources() & ByArgument)
    Arguments = {3, 8};
  sim::SimulationSummary All = sim::runLaunches(Context, Arguments, Query);
  if (All.Launches == 0 || !All.IsRight)
    return Races;
  std::vector<Defect> Result;
  for (Defect &F : Races) {
    auto It = All.Pairs.find(std::minmax(F.First, F.Second));
    bool Clashes = F.AfterNamedOrCluster && It != All.Pairs.end();
    if (Clashes && It->second.Times == All.Launches)
      makeError(Context.View, It->second, RaceBetween::Waves, F);
    else if (F.AfterNamedOrCluster && !Clashes && All.Complete &&
             isTheSameInAllLaunches(Context.View, Depends, F))
      continue;
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Defect> findClusterRaces(sym::Analysis &Context) {
  const SyncView &View = Context.View;
  if (uint64_t(View.Cluster[0]) * View.Cluster[1] * View.Cluster[2] < 2 ||
      sim::hasOpaque(View))
    return {};
  Dependence Depends(View, Context.Shape);
  uint8_t Branches = Depends.pathSources();
  bool ByAtomics = false;
  uint8_t Bits = Branches;
  forEachEvent(View, [&](Site, const Event &E) {
    ByAtomics |= E.Kind == EventKind::Access && E.Op.isAtomic();
    for (const AccessRange *T : {&E.Memory, &E.Destination})
      if (T->Address != None)
        Bits |= Depends.valueSources(T->Address);
  });
  if (Branches & ByUnknown)
    return {};
  std::vector<uint64_t> Arguments;
  if (Bits & ByArgument)
    Arguments = {3, 64, 1000};
  sim::SimulationSummary All = sim::runLaunches(Context, Arguments, {});
  std::vector<Defect> Result;
  if (!All.IsRight)
    return Result;
  for (auto &[Key, P] : All.Pairs) {
    Defect F;
    makeError(View, P, RaceBetween::WorkGroups, F);
    F.ClusterGroups = {P.Worst.Groups[0], P.Worst.Groups[1]};
    if (ByAtomics)
      F.Reason = Reason::AtomicsMayOrder;
    else if (P.Times < All.Launches || !All.Complete)
      F.Reason = Reason::DependsOnArguments;
    else {
      Result.push_back(std::move(F));
      continue;
    }
    F.Certainty = Certainty::Possible;
    F.Fences = {};
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace fencepost::check
