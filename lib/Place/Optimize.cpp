//===- Optimize.cpp - The cheapest placement of barriers ------------------===//
// See Optimize.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Optimize.h"

namespace fencepost::place {

Placement cheapestPlacement(const SlottedView &In, PlaceLimits Limits) {
  unsigned MaxDepth = 0;
  for (const Slot &S : In.Slots)
    MaxDepth = std::max(MaxDepth, S.Depth);
  std::vector<Price> Prices;
  for (const Slot &S : In.Slots)
    Prices.push_back(Price::of(S, MaxDepth));
  HazardFinder Finder(In);
  Placement Result;
  std::set<Path> Known;
  while (Result.Rounds++ < Limits.Rounds) {
    std::vector<Path> Paths(Known.begin(), Known.end());
    HittingSet Chosen =
        cheapestHittingSet(Paths, Prices, MaxDepth, Limits.Nodes);
    Result.Slots = Chosen.Slots;
    Result.Total = Chosen.Total;
    Result.LowerBound = Chosen.LowerBound;
    size_t Before = Known.size();
    for (Hazard &H : Finder.find(Chosen.Slots))
      if (Known.insert(H.Slots).second)
        Result.Hazards.push_back(std::move(H));
    if (Known.size() == Before) {
      Result.IsEnough = true;
      break;
    }
  }
  Result.Problems = Finder.problems();
  return Result;
}

} // namespace fencepost::place
