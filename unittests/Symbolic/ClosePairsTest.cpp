//===- ClosePairsTest.cpp - Pairs that are left out never meet -----------===//
// Random accesses at many distances from a few addresses, in code without a
// barrier: each pair that is not visited is one that no values can bring
// together, and each is visited at most once.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ClosePairs.h"
#include "../View/Kernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::sym {

using K = view::ValueKind;

static void makeAccesses(view::Kernel &X, std::mt19937 &Random) {
  uint32_t Lds = X.object("lds");
  view::Kernel::Id Shared = X.op(K::And, X.argument(0), 255);
  view::Kernel::Id Bases[] = {
      X.tid(),
      X.op(K::Mul, X.tid(), 3),
      X.op(K::Add, X.op(K::Mul, Shared, 8), X.tid()),
      X.op(K::Sub, X.constant(40), X.tid()),
      X.op(K::Xor, X.tid(), 2),
  };
  for (unsigned I = 0; I < 40; ++I) {
    view::Kernel::Id Index =
        X.op(K::Add, Bases[Random() % std::size(Bases)], int(Random() % 48));
    unsigned Bytes = 1u << Random() % 4;
    if (Random() % 2)
      X.load(Lds, Index, Bytes);
    else
      X.store(Lds, Index, X.tid(), Bytes);
  }
}

static unsigned checkPairs(unsigned Seed) {
  std::mt19937 Random(Seed);
  view::Kernel X(8, 4);
  makeAccesses(X, Random);
  Analysis Context(X.finish());
  view::Boundaries Bounds{&Context.View, {}, {}};
  Region R = RegionBuilder(Context.Eval, Bounds).build(std::nullopt);
  RegionOverlap Pairs(Context.Eval, R);
  std::vector<RegionAccess> All;
  for (uint32_t E = 0; E < Context.View.Blocks[0].Events.size(); ++E)
    All.push_back(Pairs.access({{0, E}, false}, 0));
  std::set<std::pair<view::AccessSite, view::AccessSite>> Visited;
  forEachClosePair(Context.Eval, Pairs, All,
                   [&](const RegionAccess &A, const RegionAccess &B) {
                     EXPECT_TRUE(Visited.insert({A.Site, B.Site}).second);
                     return true;
                   });
  unsigned LeftOut = 0;
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I; J < All.size(); ++J) {
      bool Writes = All[I].Site.in(Context.View).Writes ||
                    All[J].Site.in(Context.View).Writes;
      if (!Writes || Visited.count({All[I].Site, All[J].Site}))
        continue;
      ++LeftOut;
      EXPECT_EQ(enumerate(Context.Eval, Pairs, All[I], All[J], {}, nullptr),
                Answer::No)
          << "seed " << Seed << ", accesses " << I << " and " << J;
    }
  return LeftOut;
}

TEST(ClosePairs, LeavesOutOnlyWhatNeverMeets) {
  unsigned LeftOut = 0;
  for (unsigned Seed = 0; Seed < 30; ++Seed)
    LeftOut += checkPairs(Seed);
  EXPECT_GT(LeftOut, 1000u);
}

/// A visitor that has seen enough is not called again.
TEST(ClosePairs, Stops) {
  std::mt19937 Random(1);
  view::Kernel X(8, 4);
  makeAccesses(X, Random);
  Analysis Context(X.finish());
  view::Boundaries Bounds{&Context.View, {}, {}};
  Region R = RegionBuilder(Context.Eval, Bounds).build(std::nullopt);
  RegionOverlap Pairs(Context.Eval, R);
  std::vector<RegionAccess> All;
  for (uint32_t E = 0; E < Context.View.Blocks[0].Events.size(); ++E)
    All.push_back(Pairs.access({{0, E}, false}, 0));
  unsigned Calls = 0;
  forEachClosePair(
      Context.Eval, Pairs, All,
      [&](const RegionAccess &, const RegionAccess &) { return ++Calls < 3; });
  EXPECT_EQ(Calls, 3u);
}

} // namespace fencepost::sym
