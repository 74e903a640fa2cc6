//===- ModulePlacesTest.cpp - Places of a view that its module has --------===//
#include "fencepost/View/ModulePlaces.h"
#include "gtest/gtest.h"

namespace fencepost::view {
namespace {

/// Blocks with their edges; 0 is of a module, and all others are made.
SyncView view(std::vector<std::vector<BlockId>> Next) {
  SyncView Result;
  Result.Blocks.resize(Next.size());
  for (BlockId B = 0; B < Next.size(); ++B)
    for (BlockId To : Next[B]) {
      Result.Blocks[B].Next.push_back({To, None, true});
      Result.Blocks[To].Before.push_back(B);
    }
  Result.Blocks[0].Start = Result.Blocks[0].End = 0;
  return Result;
}

void setOfModule(SyncView &View, BlockId B) {
  View.Blocks[B].Start = View.Blocks[B].End = B;
}

} // namespace

TEST(ModulePlaces, BlocksOnEdgesOfTheModuleHavePlaces) {
  SyncView View = view({{1, 2}, {2}, {}});
  setOfModule(View, 2);
  EXPECT_TRUE(hasPlaces(View, 1));
  EXPECT_TRUE(hasPlaceOn(View, 0, 1));
}

// 1 is before a hub, 2 the hub, 3 on an edge from it; 4 and 5 are its entries.
TEST(ModulePlaces, HubsHaveNoneAndNoneBeforeOrBehind) {
  SyncView View = view({{1, 5}, {2}, {3, 5}, {4}, {2}, {}});
  setOfModule(View, 4);
  setOfModule(View, 5);
  for (BlockId B : {1, 2, 3})
    EXPECT_FALSE(hasPlaces(View, B)) << B;
  for (BlockId B : {0, 4, 5})
    EXPECT_TRUE(hasPlaces(View, B)) << B;
  EXPECT_FALSE(hasPlaceOn(View, 0, 1));
  EXPECT_FALSE(hasPlaceOn(View, 2, 5));
  EXPECT_TRUE(hasPlaceOn(View, 0, 5));
}

TEST(ModulePlaces, LoadsUnderConditionsOfTheViewHaveNone) {
  SyncView View = view({{1, 2}, {2}, {}});
  View.Blocks[2].End = 5;
  View.Blocks[1].Events.resize(1);
  View.Blocks[1].Events.front().Origin = View.Blocks[0].End = 7;
  EXPECT_FALSE(hasPlaces(View, 1));
  EXPECT_FALSE(hasPlaceOn(View, 0, 2));
  EXPECT_TRUE(hasPlaces(View, 2));
}

TEST(ModulePlaces, AViewOfNoModuleHasAll) {
  SyncView View = view({{1, 3}, {2, 3}, {1}, {}});
  View.Blocks[0].Start = View.Blocks[0].End = None;
  for (BlockId B : {0, 1, 2, 3})
    EXPECT_TRUE(hasPlaces(View, B)) << B;
  EXPECT_TRUE(hasPlaceOn(View, 1, 3));
}

} // namespace fencepost::view
