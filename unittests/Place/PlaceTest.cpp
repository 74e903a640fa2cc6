//===- PlaceTest.cpp - The cheapest placement of barriers -----------------===//
// Shapes with known minima: barriers outside loops, then in loops by depth.
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "fencepost/Place/Optimize.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

/// How many slots are chosen, by loop depth.
std::vector<unsigned> placed(llvm::StringRef Text, unsigned Waves = 4) {
  SlottedView In = withSlots(shape(Text, Waves));
  Placement P = cheapestPlacement(In);
  EXPECT_TRUE(P.IsEnough) << Text.str();
  EXPECT_EQ(P.Total, P.LowerBound) << Text.str();
  EXPECT_TRUE(P.Problems.empty()) << Text.str();
  EXPECT_TRUE(HazardFinder(In).find(P.Slots).empty()) << Text.str();
  std::vector<unsigned> Result(3);
  for (SlotId S : P.Slots)
    ++Result[In.Slots[S].Depth];
  return Result;
}

using Counts = std::vector<unsigned>;

TEST(Place, StraightLine) {
  EXPECT_EQ(placed("wA rA"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA oA"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA rA", 1), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA wB wC rA rB rC"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA wB rA wC rB rC"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA aA rA"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA mA rA"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA | wB rA rB"), Counts({1, 0, 0}));
}

TEST(Place, Loops) {
  EXPECT_EQ(placed("loop{wA rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{rA wA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA rA rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA rA rA wB rB rB}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA wB rA rB}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA loop{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("loop{wA loop{rA rA}}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA aA rA}"), Counts({0, 3, 0}));
}

TEST(Place, Rings) {
  EXPECT_EQ(placed("wA%2 loop{rA%2 wA%2+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{rA%3 wA%3+2}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{rA%3 wA%3+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{wA%4+2 rA%4}"), Counts({0, 1, 0}));
}

TEST(Place, Conditions) {
  EXPECT_EQ(placed("wA if{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA div{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA if{rA} wB rB"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("loop{if{wA} rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA some{rA} wA"), Counts({2, 0, 0}));
}

} // namespace
} // namespace fencepost::place
