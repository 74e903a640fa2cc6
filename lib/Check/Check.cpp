//===- Check.cpp - All checks of one kernel ------------------------------===//
// See Check.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Check.h"
#include "Barriers/Divergence.h"
#include "Barriers/NamedBarrierRaces.h"
#include "Barriers/NamedBarriers.h"
#include "Needless/Needless.h"
#include "Publication/NarrowAtomics.h"
#include "Publication/Publication.h"
#include "Races/Races.h"
#include "Races/SimulatedRaces.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Check/BarrierFences.h"
#include "fencepost/Check/DefectsBySize.h"
#include "fencepost/Simulate/LikelySizes.h"
#include "fencepost/View/MergeLdsObjects.h"

namespace fencepost::check {

/// Without a solver, questions stay open: this makes the result unknown instead
/// of clean.
static Defect solverIsMissing() {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = Certainty::Unknown;
  F.Reason = Reason::NoSolver;
  return F;
}

/// Runs all checks on \p View, whose work-group size is fixed.
static std::vector<Defect> checkSized(const view::SyncView &View,
                                      sym::AnalysisLimits Limits,
                                      sym::AnalysisCounts *Counts) {
  sym::Analysis Context(View, Limits);
  std::vector<Defect> All = findDivergence(Context);
  auto Append = [&](std::vector<Defect> More) {
    std::move(More.begin(), More.end(), std::back_inserter(All));
  };
  Append(findMismatches(Context));
  Append(findNamedBarriers(Context));
  view::Boundaries Every{&View, {}, {}};
  std::vector<Defect> Races = findRaces(Context, Every);
  std::vector<Defect> Faults = findFenceFaults(Context, Races);
  Append(refineRaces(Context, std::move(Races)));
  Append(refineRaces(Context, std::move(Faults)));
  Append(findSimulatedRaces(Context, All));
  Append(findClusterRaces(Context));
  if (Limits.Async)
    Append(findAsync(Context));
  if (!Limits.OnlyLds) {
    Append(findPublication(Context));
    Append(findNarrowAtomics(Context, All));
  }
  if (Limits.Perf)
    Append(findNeedless(Context, All));
  if (Context.Solve.isMissing())
    All.push_back(solverIsMissing());
  if (Counts)
    *Counts = Context.Counts;
  return All;
}

std::vector<Defect> checkKernel(const view::SyncView &View,
                                sym::AnalysisLimits Limits,
                                sym::AnalysisCounts *Counts) {
  if (std::optional<view::SyncView> One = view::withMergedLds(View))
    return checkKernel(*One, Limits, Counts);
  if (View.SizeIsExact)
    return checkSized(View, Limits, Counts);
  // A needless operation must be needless for every size, not only for likely
  // ones.
  bool Perf = std::exchange(Limits.Perf, false);
  std::vector<std::vector<Defect>> BySize;
  for (const view::GroupSize &Size : sim::likelySizes(View))
    BySize.push_back(checkSized(view::withSize(View, Size), Limits, Counts));
  std::vector<Defect> All = mergeBySize(std::move(BySize));
  if (Perf) {
    sym::Analysis Context(View, Limits);
    for (Defect &F : findNeedless(Context, All))
      All.push_back(std::move(F));
  }
  return All;
}

} // namespace fencepost::check
