//===- Check.cpp - All checks of one kernel -------------------------------===//
// See Check.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Check.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Check/Divergence.h"
#include "fencepost/Check/Fences.h"
#include "fencepost/Check/NamedBarriers.h"
#include "fencepost/Check/NarrowAtomics.h"
#include "fencepost/Check/Needless.h"
#include "fencepost/Check/OneLds.h"
#include "fencepost/Check/OtherOrder.h"
#include "fencepost/Check/PlayedRaces.h"
#include "fencepost/Check/Publication.h"
#include "fencepost/Check/Sizes.h"

namespace fencepost::check {

/// Nothing may look right because a question was not asked.
static Defect solverIsMissing() {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = Certainty::Unknown;
  F.Reason = "libz3 cannot be loaded, which decides about addresses";
  return F;
}

/// All checks of \p View, whose work-groups have exactly the size it says.
static std::vector<Defect> checkSized(const view::SyncView &View,
                                      AnalysisLimits Limits,
                                      AnalysisCounts *Counts) {
  Analysis In(View, Limits);
  std::vector<Defect> All = findDivergence(In);
  auto Append = [&](std::vector<Defect> More) {
    std::move(More.begin(), More.end(), std::back_inserter(All));
  };
  Append(findMismatches(In));
  Append(findNamedBarriers(In));
  Boundaries Every{&View, {}, {}};
  std::vector<Defect> Races = findRaces(In, Every);
  std::vector<Defect> Faults = findFenceFaults(In, Races);
  Append(refineRaces(In, std::move(Races)));
  Append(refineRaces(In, std::move(Faults)));
  Append(findSimulatedRaces(In, All));
  Append(findClusterRaces(In));
  if (Limits.Async)
    Append(findAsync(In));
  if (!Limits.OnlyLds) {
    Append(findPublication(In));
    Append(findNarrowAtomics(In, All));
  }
  if (Limits.Perf)
    Append(findNeedless(In, All));
  if (In.Solve.isMissing())
    All.push_back(solverIsMissing());
  if (Counts)
    *Counts = In.Counts;
  return All;
}

std::vector<Defect> checkKernel(const view::SyncView &View,
                                AnalysisLimits Limits, AnalysisCounts *Counts) {
  if (std::optional<view::SyncView> One = withMergedLds(View))
    return checkKernel(*One, Limits, Counts);
  if (View.SizeIsExact)
    return checkSized(View, Limits, Counts);
  // What is needless must be so for every size, not only for likely ones.
  bool Perf = std::exchange(Limits.Perf, false);
  std::vector<std::vector<Defect>> BySize;
  for (const GroupSize &Size : likelySizes(View))
    BySize.push_back(checkSized(withSize(View, Size), Limits, Counts));
  std::vector<Defect> All = merged(std::move(BySize));
  if (Perf) {
    Analysis In(View, Limits);
    for (Defect &F : findNeedless(In, All))
      All.push_back(std::move(F));
  }
  return All;
}

} // namespace fencepost::check
