//===- HittingSetTest.cpp - The cheapest slots that meet every path -------===//
// Random paths and costs, against trying every set of slots.
//===----------------------------------------------------------------------===//
#include "HittingSet/HittingSet.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

namespace fencepost::place {
namespace {

struct Problem {
  std::vector<CandidateSet> Paths;
  std::vector<PlacementCost> Costs;
  unsigned MaxDepth = 2;
};

Problem randomProblem(std::mt19937 &Random) {
  auto Upto = [&](unsigned N) { return unsigned(Random() % (N + 1)); };
  Problem P;
  unsigned NumSlots = 1 + Upto(11);
  for (unsigned S = 0; S < NumSlots; ++S) {
    Slot Slot;
    Slot.Depth = Upto(2);
    Slot.Frequency = Slot.Depth == 0 ? 1 : 1 << Upto(3);
    P.Costs.push_back(PlacementCost::of(Slot, P.MaxDepth));
  }
  for (unsigned I = 0, N = Upto(14); I < N; ++I) {
    std::set<CandidateId> Members{CandidateId(Upto(NumSlots - 1))};
    for (unsigned J = 0, M = Upto(5); J < M; ++J)
      Members.insert(CandidateId(Upto(NumSlots - 1)));
    P.Paths.emplace_back(Members.begin(), Members.end());
  }
  return P;
}

PlacementCost cheapestByTrying(const Problem &P) {
  std::optional<PlacementCost> Best;
  for (uint32_t Set = 0; Set < 1u << P.Costs.size(); ++Set) {
    bool MeetsAll = llvm::all_of(P.Paths, [&](const CandidateSet &Path) {
      return llvm::any_of(Path,
                          [&](CandidateId C) { return Set >> C.index() & 1; });
    });
    if (!MeetsAll)
      continue;
    PlacementCost Sum(P.MaxDepth);
    for (unsigned S = 0; S < P.Costs.size(); ++S)
      if (Set >> S & 1)
        Sum += P.Costs[S];
    if (!Best || Sum < *Best)
      Best = Sum;
  }
  return *Best;
}

TEST(HittingSet, IsTheCheapestOfAll) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 3000; ++Round) {
    Problem P = randomProblem(Random);
    HittingSet Found = cheapestHittingSet(P.Paths, P.Costs, P.MaxDepth);
    EXPECT_EQ(Found.Total, Found.LowerBound);
    EXPECT_EQ(Found.Total, cheapestByTrying(P)) << "round " << Round;
    PlacementCost Sum(P.MaxDepth);
    for (CandidateId C : Found.Candidates)
      Sum += P.Costs[C.index()];
    EXPECT_EQ(Sum, Found.Total);
    for (const CandidateSet &Path : P.Paths)
      EXPECT_TRUE(llvm::any_of(Path, [&](CandidateId C) {
        return llvm::is_contained(Found.Candidates, C);
      }));
  }
}

TEST(PlacementCost, ByDepth) {
  EXPECT_TRUE(PlacementCost().byDepth().empty());
  Slot Inner, Outer;
  Inner.Depth = 2;
  PlacementCost P = PlacementCost::of(Inner, 2);
  P += PlacementCost::of(Outer, 2);
  P += PlacementCost::of(Outer, 2);
  EXPECT_EQ(P.byDepth(), llvm::ArrayRef<int64_t>({1, 0, 2}));
}

TEST(HittingSet, SaysHowFarItGot) {
  std::mt19937 Random(2);
  unsigned Inexact = 0;
  for (unsigned Round = 0; Round < 300; ++Round) {
    Problem P = randomProblem(Random);
    HittingSet Found = cheapestHittingSet(P.Paths, P.Costs, P.MaxDepth, 1);
    PlacementCost Best = cheapestByTrying(P);
    EXPECT_LE(Found.LowerBound, Best);
    EXPECT_GE(Found.Total, Best);
    Inexact += Found.Total != Found.LowerBound;
  }
  EXPECT_GT(Inexact, 0u);
}

} // namespace
} // namespace fencepost::place
