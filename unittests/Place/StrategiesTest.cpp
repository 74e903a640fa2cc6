//===- StrategiesTest.cpp - The placements of spec/004 --------------------===//
#include "fencepost/Place/Strategies.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

using StrategyCounts =
    std::pair<size_t, bool>; ///< Barriers; whether all is ordered.

StrategyCounts minimized(llvm::StringRef Text) {
  StrategyResult R = placeMinimized(shape(Text));
  return {R.Barriers.size(), R.Hazards.empty()};
}

StrategyCounts disjoint(llvm::StringRef Text) {
  StrategyResult R = placeDisjoint(shape(Text));
  EXPECT_EQ(R.Signals.size(), R.Barriers.size());
  return {R.Barriers.size(), R.Hazards.empty()};
}

TEST(Strategies, WindowsAreThoseOfTheText) {
  Windows Found = findWindows(shape("wA rA wA"));
  ASSERT_EQ(Found.Accesses.size(), 3u);
  EXPECT_EQ(Found.All,
            (std::vector<Window>{{1, 2, false, 0, 0}, {0, 1, false, 0, 0}}));
  Windows Loop = findWindows(shape("wB loop{wA rA}"));
  EXPECT_EQ(Loop.All,
            (std::vector<Window>{{2, 1, true, 1, 2}, {1, 2, false, 0, 0}}));
  EXPECT_TRUE(findWindows(shape("wA wA")).All.empty());
}

TEST(Strategies, AreEnoughForSimpleShapes) {
  for (const char *Text : {"wA rA", "wA wB wC rA rB rC", "wA rA wA rA"}) {
    EXPECT_TRUE(minimized(Text).second) << Text;
    EXPECT_TRUE(disjoint(Text).second) << Text;
  }
  EXPECT_EQ(minimized("wA rA"), StrategyCounts(1, true));
  EXPECT_EQ(minimized("wA wB wC rA rB rC"), StrategyCounts(1, true));
}

TEST(Strategies, PlaceMoreThanIsNeeded) {
  EXPECT_EQ(minimized("wA oA"), StrategyCounts(1, true));       // Own slices.
  EXPECT_EQ(minimized("wA loop{rA}"), StrategyCounts(1, true)); // In the loop.
  StrategyResult R = placeMinimized(shape("wA loop{rA}"));
  EXPECT_NE(R.Barriers[0].Block, 0u);
}

TEST(Strategies, LeaveHazards) {
  // Two writes by different threads.
  EXPECT_EQ(minimized("wA mA"), StrategyCounts(0, false));
  // A barrier in a loop that may run zero times.
  EXPECT_EQ(minimized("wA some{rA} rA"), StrategyCounts(1, false));
  // And it stands in non-uniform control flow.
  EXPECT_EQ(placeMinimized(shape("wA div{rA}")).Divergent, 1u);
}

// "READ_WRITE acts like both a producer and a consumer".
TEST(Strategies, AtomicsAndTransfersAreBoth) {
  EXPECT_EQ(minimized("wA aA rA").first, 2u);
  EXPECT_EQ(minimized("gA rA"), StrategyCounts(1, true));
  EXPECT_EQ(minimized("rA gA"), StrategyCounts(1, true));
}

// "the nearest earlier producer that still forms a valid window", and "signal
// immediately before wait" where a loop carries it or it is in another block.
TEST(Strategies, WhereSignalsStand) {
  auto Signal = [](llvm::StringRef Text, size_t Number) {
    StrategyResult R = placeDisjoint(shape(Text));
    EXPECT_GT(R.Signals.size(), Number) << Text.str();
    return R.Signals[Number];
  };
  EXPECT_EQ(Signal("wA wB rA", 0), (InsertionPoint{0, 1}));
  EXPECT_EQ(Signal("wA wB rA rB", 0), (InsertionPoint{0, 2}));
  StrategyResult Branch = placeDisjoint(shape("wA if{rA}"));
  EXPECT_EQ(Branch.Signals, Branch.Barriers);
  StrategyResult Loop = placeDisjoint(shape("loop{rA rB wA}"));
  EXPECT_EQ(Loop.Barriers, (std::vector<InsertionPoint>{{1, 2}, {1, 0}}));
  EXPECT_EQ(Loop.Signals, (std::vector<InsertionPoint>{{1, 1}, {1, 0}}));
}

TEST(Strategies, Loops) {
  EXPECT_EQ(minimized("loop{wA rA}"), StrategyCounts(2, true));
  EXPECT_EQ(minimized("loop{rA wA}"), StrategyCounts(2, true));
}

} // namespace
} // namespace fencepost::place
