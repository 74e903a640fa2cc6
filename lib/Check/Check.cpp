//===- Check.cpp - All checks of one kernel -------------------------------===//
// See Check.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Check.h"
#include "fencepost/Check/Divergence.h"
#include "fencepost/Check/Fences.h"

namespace fencepost::check {

std::vector<Finding> checkKernel(const view::SyncView &View, CheckLimits Limits,
                                 CheckCounts *Counts) {
  Analysis In(View, Limits);
  std::vector<Finding> All = findDivergence(In);
  auto Append = [&](std::vector<Finding> More) {
    std::move(More.begin(), More.end(), std::back_inserter(All));
  };
  Append(findMismatches(In));
  Boundaries Every{&View, {}, {}};
  std::vector<Finding> Races = findRaces(In, Every);
  std::vector<Finding> Faults = findFenceFaults(In, Races);
  Append(std::move(Races));
  Append(std::move(Faults));
  if (Counts)
    *Counts = In.Counts;
  return All;
}

} // namespace fencepost::check
