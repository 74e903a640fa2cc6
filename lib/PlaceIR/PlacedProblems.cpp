//===- PlacedProblems.cpp - Verification of the written kernel ------------===//
// See PlacedProblems.h.
//===----------------------------------------------------------------------===//
#include "PlacedProblems.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Check/DefectsBySize.h"
#include "fencepost/Simulate/LikelySizes.h"
#include "fencepost/View/MergeLdsObjects.h"

namespace fencepost::placeir {

static bool hasAsyncTransfers(const view::SyncView &View) {
  bool Has = false;
  view::forEachEvent(View, [&](view::Site, const view::Event &E) {
    Has |= view::isAsyncTransfer(E);
  });
  return Has;
}

/// For all sizes that a work-group is likely to have.
static std::vector<check::Defect> findAsync(const view::SyncView &View) {
  view::SyncView Merged = view::withMergedLds(View).value_or(View);
  std::vector<std::vector<check::Defect>> BySize;
  for (const view::GroupSize &Size : sim::likelySizes(Merged)) {
    view::SyncView Sized = view::withSize(Merged, Size);
    sym::AnalysisLimits Limits;
    Limits.OnlyLds = true;
    sym::Analysis Context(Sized, Limits);
    BySize.push_back(check::findAsync(Context));
  }
  return check::mergeBySize(std::move(BySize));
}

std::vector<PlacedProblem> findPlacedProblems(const view::SyncView &View) {
  std::vector<PlacedProblem> Result;
  if (std::optional<place::LocatedPhaseFault> Fault =
          place::findPhaseFault(View))
    Result.push_back({{}, Fault->Fault});
  if (!hasAsyncTransfers(View))
    return Result;
  for (const check::Defect &F : findAsync(View))
    if (F.Certainty == check::Certainty::Error)
      Result.push_back(
          {F.First.Site.in(View).Where, check::stateDefect(View, F)});
  return Result;
}

} // namespace fencepost::placeir
