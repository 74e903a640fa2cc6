//===- SlottedViewTest.cpp - Where a barrier can be -----------------------===//
#include "fencepost/Place/SlottedView.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

TEST(SlottedView, StandBeforeAccessesAndAtTheEndsOfBlocks) {
  SlottedView Slotted = withSlots(shape("wA rA"));
  ASSERT_EQ(Slotted.Slots.size(), 2u);
  EXPECT_EQ(Slotted.Slots[0].Point, (InsertionPoint{0, 0}));
  EXPECT_EQ(Slotted.Slots[1].Point, (InsertionPoint{0, 1}));
  for (const Slot &S : Slotted.Slots)
    EXPECT_EQ(S.InView.in(Slotted.View).Kind, view::EventKind::Barrier);
}

TEST(SlottedView, NoneUnderADivergentCondition) {
  SlottedView Slotted = withSlots(shape("wA div{rA} wB"));
  for (const Slot &S : Slotted.Slots)
    EXPECT_NE(Slotted.View.Blocks[S.InView.Block].Name, "then");
  SlottedView Uniform = withSlots(shape("wA if{rA} wB"));
  EXPECT_TRUE(llvm::any_of(Uniform.Slots, [&](const Slot &S) {
    return Uniform.View.Blocks[S.InView.Block].Name == "then";
  }));
}

// A branch that only says when a load is needed is not in the module.
TEST(SlottedView, NoneBetweenAGuardAndItsJoin) {
  view::SyncView View = shape("wA if{rA} wB");
  ASSERT_EQ(withSlots(View).Slots.size(), 6u);
  View.Blocks[0].Start = 1;
  View.Blocks[0].End = View.Blocks[1].Events.front().Origin = 7;
  SlottedView Slotted = withSlots(View);
  ASSERT_EQ(Slotted.Slots.size(), 3u);
  EXPECT_EQ(Slotted.Slots[1].Point, (InsertionPoint{0, 1}));
  EXPECT_EQ(Slotted.Slots[2].Point, (InsertionPoint{2, 0}));
}

TEST(SlottedView, EdgesFromBranchesToJoinsBecomeBlocks) {
  view::SyncView Old = shape("wA if{rA} wB");
  std::vector<InsertionPoint> Origin;
  view::SyncView View = splitEdges(Old, Origin);
  ASSERT_EQ(View.Blocks.size(), Old.Blocks.size() + 1);
  for (view::BlockId B = 0; B < View.Blocks.size(); ++B) {
    for (const view::Edge &E : View.Blocks[B].Next)
      EXPECT_TRUE(llvm::is_contained(View.Blocks[E.To].Before, B));
    for (view::BlockId From : View.Blocks[B].Before)
      EXPECT_TRUE(llvm::any_of(View.Blocks[From].Next,
                               [&](const auto &E) { return E.To == B; }));
  }
}

TEST(SlottedView, LoopsKeepTheirHeadersAndBackEdges) {
  view::SyncView Old = shape("wA some{rA loop{wB}} wA");
  std::vector<InsertionPoint> Origin;
  view::SyncView View = splitEdges(Old, Origin);
  for (view::BlockId B = 0; B < View.Blocks.size(); ++B)
    for (const view::Edge &E : View.Blocks[B].Next)
      if (view::Graph::isBack(B, E.To)) {
        EXPECT_TRUE(llvm::any_of(
            View.Loops, [&](const view::Loop &L) { return L.Header == E.To; }));
      }
}

} // namespace
} // namespace fencepost::place
