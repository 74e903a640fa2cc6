//===- OtherOrder.cpp - Races that other barriers do or do not prevent ----===//
// See OtherOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/OtherOrder.h"
#include "PlayedLaunches.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::check {

using namespace view;

namespace {

/// Whether running one launch says all there is to say about \p F.
bool isTheSameInAllLaunches(const SyncView &View, const Dependence &On,
                            const Defect &F) {
  uint8_t Bits = On.ofAllBranches();
  for (AccessSite At : {F.First, F.Second})
    Bits |= On.ofValue(At.in(View).Address);
  return View.SizeIsExact && Bits == 0;
}

std::string itemOf(const UnorderedPair &C, unsigned Which) {
  const Actor &A = C.Evidence.Threads[Which];
  std::string Id = llvm::utostr(A.Id[0]);
  if (C.Evidence.Size[1] != 1 || C.Evidence.Size[2] != 1)
    Id = "(" + Id + ", " + llvm::utostr(A.Id[1]) + ", " +
         llvm::utostr(A.Id[2]) + ")";
  return "work-item " + Id + " of work-group " + llvm::utostr(C.Groups[Which]) +
         " of the cluster";
}

std::string clusterText(const SyncView &View, const Defect &F,
                        const UnorderedPair &C) {
  const Object &Of = View.Objects[C.First.in(View).Object];
  auto Verb = [&](AccessSite At) {
    const AccessRange &T = At.in(View);
    return T.Writes ? T.Reads ? " updates" : " writes" : " reads";
  };
  bool IsRace = F.Kind == DefectKind::GlobalRace;
  return (IsRace ? "race on global memory '"
                 : "this barrier does not order global memory '") +
         Of.Name + "': " + itemOf(C, 0) + Verb(C.First) + " byte " +
         llvm::utostr(C.Evidence.Byte - Of.Base) + ", and " + itemOf(C, 1) +
         Verb(C.Second) + " it" + (IsRace ? ", with nothing between" : "");
}

} // namespace

std::vector<Defect> refineRaces(Analysis &In, std::vector<Defect> Races) {
  OrderQuery Query;
  for (const Defect &F : Races)
    if (F.BehindNamedOrCluster)
      Query.Pairs.insert(std::minmax(F.First, F.Second));
  if (Query.Pairs.empty() || hasOpaque(In.View))
    return Races;
  Dependence On(In.View, In.Shape);
  if (On.ofBarriers() & ByUnknown)
    return Races;
  std::vector<uint64_t> Arguments;
  if (On.ofAllBranches() & ByArgument)
    Arguments = {3, 8};
  SimulationSummary All = runLaunches(In, Arguments, Query);
  if (All.Launches == 0 || !All.IsRight)
    return Races;
  std::vector<Defect> Result;
  for (Defect &F : Races) {
    auto It = All.Pairs.find(std::minmax(F.First, F.Second));
    bool Clashes = F.BehindNamedOrCluster && It != All.Pairs.end();
    if (Clashes && It->second.Times == All.Launches)
      makeError(In.View, It->second, false, F);
    else if (F.BehindNamedOrCluster && !Clashes && All.Complete &&
             isTheSameInAllLaunches(In.View, On, F))
      continue;
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Defect> findClusterRaces(Analysis &In) {
  const SyncView &View = In.View;
  if (uint64_t(View.Cluster[0]) * View.Cluster[1] * View.Cluster[2] < 2 ||
      hasOpaque(View))
    return {};
  Dependence On(View, In.Shape);
  uint8_t Branches = On.ofAllBranches();
  bool ByAtomics = false;
  uint8_t Bits = Branches;
  forEachEvent(View, [&](Site, const Event &E) {
    ByAtomics |= E.Kind == EventKind::Access && E.Op.isAtomic();
    for (const AccessRange *T : {&E.Memory, &E.Destination})
      if (T->Address != None)
        Bits |= On.ofValue(T->Address);
  });
  if (Branches & ByUnknown)
    return {};
  std::vector<uint64_t> Arguments;
  if (Bits & ByArgument)
    Arguments = {3, 64, 1000};
  SimulationSummary All = runLaunches(In, Arguments, {});
  std::vector<Defect> Result;
  if (!All.IsRight)
    return Result;
  for (auto &[Key, P] : All.Pairs) {
    Defect F;
    makeError(View, P, true, F);
    F.Text = clusterText(View, F, P.Worst);
    if (ByAtomics)
      F.Reason = "atomic accesses may order them";
    else if (P.Times < All.Launches || !All.Complete)
      F.Reason = "it depends on the values of arguments";
    else {
      Result.push_back(std::move(F));
      continue;
    }
    F.Certainty = Certainty::Possible;
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace fencepost::check
