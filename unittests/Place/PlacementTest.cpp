//===- PlacementTest.cpp - The cheapest placement of barriers -------------===//
// Shapes with known minima: barriers outside loops, then in loops by depth.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Placement.h"
#include "Hazards/HazardFinder.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

/// How many slots are chosen, by loop depth.
std::vector<unsigned> counted(const SlottedView &Slotted, const Placement &P) {
  std::vector<unsigned> Result(3);
  for (SlotId S : P.Slots)
    ++Result[Slotted.slot(S).Depth];
  return Result;
}

std::vector<unsigned> placed(llvm::StringRef Text, unsigned Waves = 4) {
  SlottedView Slotted = withSlots(shape(Text, Waves));
  Placement P = cheapestPlacement(Slotted);
  EXPECT_TRUE(P.IsSufficient) << Text.str();
  EXPECT_EQ(P.Total, P.LowerBound) << Text.str();
  EXPECT_TRUE(P.Problems.empty()) << Text.str();
  EXPECT_TRUE(P.Unplaceable.empty()) << Text.str();
  EXPECT_TRUE(P.Repairs.empty()) << Text.str();
  EXPECT_EQ(P.Kept.size(), Slotted.Existing.size()) << Text.str();
  EXPECT_TRUE(HazardFinder(Slotted).find(Slotted.candidates(P.Slots)).empty())
      << Text.str();
  return counted(Slotted, P);
}

using Counts = std::vector<unsigned>;

TEST(Placement, StraightLine) {
  EXPECT_EQ(placed("wA rA"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA oA"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA rA", 1), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA wB wC rA rB rC"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA wB rA wC rB rC"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA aA rA"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA mA rA"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("wA.lo rA.lo wA.hi rA.hi"), Counts({2, 0, 0}));
}

TEST(Placement, Loops) {
  EXPECT_EQ(placed("loop{wA rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{rA wA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA rA rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA rA rA wB rB rB}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA wB rA rB}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA loop{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("loop{wA loop{rA rA}}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA aA rA}"), Counts({0, 3, 0}));
}

TEST(Placement, Rings) {
  EXPECT_EQ(placed("wA%2 loop{rA%2 wA%2+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{rA%3 wA%3+2}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{rA%3 wA%3+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("loop{wA%4+2 rA%4}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("wA$ loop{rA$ wA$+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("wA$ while{rA$ wA$+1}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("wA%3 wA%3+1 loop{rA%3 wA%3+2}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("wA%3 | loop{wA%3+1 rA%3}"), Counts({0, 1, 0}));
}

TEST(Placement, Conditions) {
  EXPECT_EQ(placed("wA if{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA div{rA}"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA if{rA} wB rB"), Counts({2, 0, 0}));
  EXPECT_EQ(placed("loop{if{wA} rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA some{rA} wA"), Counts({2, 0, 0}));
  // An iteration that comes later need not come.
  EXPECT_EQ(placed("wA loop{some{|}} rA"), Counts({1, 0, 0}));
}

// One wave reads in a loop of its own; the others write without coming there.
TEST(Placement, LoopsUnderConditions) {
  EXPECT_EQ(placed("loop{wA div{loop{rA}}}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA div{while{rA}} wA"), Counts({2, 0, 0}));
}

TEST(Placement, LoopsThatTestFirst) {
  EXPECT_EQ(placed("while{wA rA}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("wA while{rA}"), Counts({1, 0, 0}));
  // Its barrier is passed by whoever comes after it.
  EXPECT_EQ(placed("wA while{| wB} rA"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA some{| wB} rA"), Counts({1, 0, 0}));
}

// A barrier in every other iteration lies between any two that are two apart.
TEST(Placement, BranchesThatChangeFromIterationToIteration) {
  EXPECT_EQ(placed("loop{even{bB%3 mB%3}}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("some{even{rA%3+2 wA%3+2}}"), Counts({0, 1, 0}));
}

//===----------------------------------------------------------------------===//
// Existing barriers
//===----------------------------------------------------------------------===//

TEST(Placement, ReusesWhatIsThere) {
  EXPECT_EQ(placed("wA | rA"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA | wB rA rB"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA < wB > rA"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA < wB > rB"), Counts({1, 0, 0}));
  // Under a condition it orders only what is under it.
  EXPECT_EQ(placed("wA if{|} rA"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("wA if{| rA}"), Counts({0, 0, 0}));
  EXPECT_EQ(placed("wA some{|} rA"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("if{loop{wA | rA}}"), Counts({0, 1, 0}));
  EXPECT_EQ(placed("if{loop{wA rA}}"), Counts({0, 2, 0}));
  EXPECT_EQ(placed("loop{wA.lo | rA.lo wA.mid | rA.mid}"), Counts({0, 2, 0}));
}

TEST(Placement, NothingStandsBetweenASignalAndItsWait) {
  SlottedView Slotted = withSlots(shape("wA < rA wB > rB"));
  Placement P = cheapestPlacement(Slotted);
  EXPECT_TRUE(P.IsSufficient);
  ASSERT_EQ(P.Slots.size(), 2u);
  for (SlotId S : P.Slots)
    EXPECT_FALSE(Slotted.slot(S).IsInSplit);
  // Before the signal there is a place, after it none.
  EXPECT_EQ(placed("wA wB < rA > rB"), Counts({1, 0, 0}));
  EXPECT_EQ(placed("loop{wA < rA > rA}"), Counts({0, 2, 0}));
  // Without them there are two barriers to place.
  Placement New = cheapestPlacement(Slotted, {PlaceMode::Replace, {}, false});
  EXPECT_EQ(New.Slots.size(), 2u);
  EXPECT_EQ(New.Removed, std::vector<unsigned>({0}));
}

TEST(Placement, SaysWhatABarrierNeeds) {
  for (const char *Barrier : {"^", "~", "#"}) {
    SlottedView Slotted =
        withSlots(shape("wA " + std::string(Barrier) + " rA"));
    Placement P = cheapestPlacement(Slotted);
    EXPECT_TRUE(P.IsSufficient);
    EXPECT_TRUE(P.Slots.empty()) << Barrier;
    ASSERT_EQ(P.Repairs.size(), 1u) << Barrier;
    EXPECT_EQ(P.Repairs[0].Barrier, 0u);
    EXPECT_TRUE(P.Repairs[0].Release && P.Repairs[0].Acquire);
  }
  // One that orders nothing needs nothing; of two, one is sufficient.
  EXPECT_EQ(cheapestPlacement(withSlots(shape("wA ^ oA"))).Repairs.size(), 0u);
  EXPECT_EQ(cheapestPlacement(withSlots(shape("wA ^ ^ rA"))).Repairs.size(),
            1u);
  EXPECT_EQ(cheapestPlacement(withSlots(shape("wA ^ | rA"))).Repairs.size(),
            0u);
}

TEST(Placement, DivergentBarriersDoNotCount) {
  SlottedView Slotted = withSlots(shape("wA div{|} rA"));
  Placement P = cheapestPlacement(Slotted);
  EXPECT_EQ(P.Slots.size(), 1u);
  EXPECT_EQ(P.Problems.size(), 1u);
}

TEST(Placement, SaysWhatNoBarrierCanOrder) {
  Placement P = cheapestPlacement(withSlots(shape("div{wA mA}")));
  EXPECT_TRUE(P.Slots.empty());
  EXPECT_TRUE(P.Unplaceable.empty()); // One wave alone comes there.
  Placement Q = cheapestPlacement(withSlots(shape("many{wA mA}")));
  EXPECT_TRUE(Q.Slots.empty());
  ASSERT_EQ(Q.Unplaceable.size(), 1u);
  EXPECT_EQ(Q.Unplaceable[0].From.Site.Event, 0u);
}

TEST(Placement, ReplacesAll) {
  SlottedView Slotted = withSlots(shape("loop{wA | rA | wB | rB |}"));
  EXPECT_TRUE(cheapestPlacement(Slotted).Slots.empty());
  Placement P = cheapestPlacement(Slotted, {PlaceMode::Replace, {}, false});
  EXPECT_EQ(counted(Slotted, P), Counts({0, 2, 0}));
  EXPECT_EQ(P.Removed.size(), 4u);
  EXPECT_TRUE(P.Kept.empty());
}

TEST(Placement, RemovesWhatIsNeedless) {
  auto Removed = [](const char *Text) {
    SlottedView Slotted = withSlots(shape(Text));
    Placement P = cheapestPlacement(Slotted, {PlaceMode::RemoveNeedless, {}});
    EXPECT_TRUE(P.Slots.empty() && P.IsSufficient);
    EXPECT_EQ(P.Kept.size() + P.Removed.size(), Slotted.Existing.size());
    return P.Removed;
  };
  using Numbers = std::vector<unsigned>;
  EXPECT_EQ(Removed("wA | rA"), Numbers());
  EXPECT_EQ(Removed("wA | oA"), Numbers({0}));
  EXPECT_EQ(Removed("wA | | rA").size(), 1u);
  EXPECT_EQ(Removed("wA | loop{| rA}"), Numbers({1}));
  EXPECT_EQ(Removed("loop{wA | rA | wB | rB |}").size(), 2u);
  EXPECT_EQ(Removed("loop{rA$ wA$+1 | |}").size(), 1u);
  // Where the outer loop is run, the inner one is too.
  EXPECT_EQ(Removed("wA some{some{~} < bA.lo >}"), Numbers({1}));
}

TEST(Placement, RemovingTellsWhatWasNotOrdered) {
  SlottedView Slotted = withSlots(shape("wA rA | wB | rB"));
  Placement P = cheapestPlacement(Slotted, {PlaceMode::RemoveNeedless, {}});
  EXPECT_EQ(P.Removed, std::vector<unsigned>({0}));
  ASSERT_EQ(P.Unplaceable.size(), 1u);
  EXPECT_EQ(P.Unplaceable[0].Conflict, view::ConflictKind::WriteRead);
}

// So deep that iterations of outer loops are not followed one by one
// (ForwardUnfolding.h).
TEST(Placement, DeepNestsAreExact) {
  std::string Text;
  for (unsigned Depth = 0; Depth < 7; ++Depth)
    Text += "loop{ wA rB rC ";
  for (unsigned Depth = 0; Depth < 7; ++Depth)
    Text += "rA wB wC }";
  SlottedView Slotted = withSlots(shape(Text));
  Placement P = cheapestPlacement(Slotted);
  EXPECT_TRUE(P.IsSufficient);
  EXPECT_EQ(P.Total, P.LowerBound);
  EXPECT_TRUE(HazardFinder(Slotted).find(Slotted.candidates(P.Slots)).empty());
  // One for what the next iteration of the innermost loop reads, and one for
  // what it writes.
  EXPECT_EQ(llvm::count_if(
                P.Slots, [&](SlotId S) { return Slotted.slot(S).Depth == 7; }),
            2);
}

} // namespace
} // namespace fencepost::place
