//===- PlacementCost.cpp - What barriers cost -----------------------------===//
// See HittingSet.h.
//===----------------------------------------------------------------------===//
#include "HittingSet/HittingSet.h"
#include <cmath>

namespace fencepost::place {

static uint64_t unitsOf(double Frequency) {
  return std::max<uint64_t>(1, std::llround(std::min(Frequency * 4096, 1e15)));
}

PlacementCost PlacementCost::of(const Slot &S, unsigned MaxDepth) {
  PlacementCost Result(MaxDepth);
  Result.Parts[MaxDepth - std::min(S.Depth, MaxDepth)] = 1;
  Result.Parts[MaxDepth + 1] = S.TransfersBefore;
  Result.Parts[MaxDepth + 2] = unitsOf(S.Frequency);
  return Result;
}

PlacementCost PlacementCost::of(const ExistingBarrier &B, unsigned MaxDepth) {
  PlacementCost Result(MaxDepth);
  Result.Parts[MaxDepth - std::min(B.Depth, MaxDepth)] = 1;
  Result.Parts[MaxDepth + 2] = unitsOf(B.Frequency);
  return Result;
}

PlacementCost PlacementCost::ofFences(const ExistingBarrier &B,
                                      unsigned MaxDepth) {
  PlacementCost Result(MaxDepth);
  Result.Parts[MaxDepth + 3] = unitsOf(B.Frequency);
  return Result;
}

PlacementCost &PlacementCost::operator+=(const PlacementCost &Other) {
  if (Parts.size() < Other.Parts.size())
    Parts.resize(Other.Parts.size());
  for (size_t I = 0; I < Other.Parts.size(); ++I)
    Parts[I] += Other.Parts[I];
  return *this;
}

PlacementCost &PlacementCost::operator-=(const PlacementCost &Other) {
  if (Parts.size() < Other.Parts.size())
    Parts.resize(Other.Parts.size());
  for (size_t I = 0; I < Other.Parts.size(); ++I)
    Parts[I] -= Other.Parts[I];
  return *this;
}

std::strong_ordering
PlacementCost::operator<=>(const PlacementCost &Other) const {
  return std::lexicographical_compare_three_way(
      Parts.begin(), Parts.end(), Other.Parts.begin(), Other.Parts.end());
}

} // namespace fencepost::place
