//===- PlacementLayoutTest.cpp - Candidates and their cost ----------------===//
// Against Place/SlottedView.h and its costs, which are another way to the
// same.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/PlacementLayout.h"
#include "AllowedChanges.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

using place::PlaceMode;
using view::None;

Cost costOf(const place::PlacementCost &PlannedCost) {
  llvm::ArrayRef<int64_t> Parts = PlannedCost.parts();
  Cost Result;
  for (size_t I = Parts.size() - 3; I-- > 0;)
    Result.ByDepth.push_back(Parts[I]);
  while (!Result.ByDepth.empty() && Result.ByDepth.back() == 0)
    Result.ByDepth.pop_back();
  Result.Transfers = Parts[Parts.size() - 3];
  Result.Executions = Parts[Parts.size() - 2];
  Result.Fences = Parts[Parts.size() - 1];
  return Result;
}

TEST(PlacementLayout, AgreesWithSlots) {
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::string Text = place::randomShape(Seed, 3 + Seed % 10);
    view::SyncView View = place::shape(Text);
    place::SlottedView Slotted = place::withSlots(View);
    for (PlaceMode Mode : {PlaceMode::Keep, PlaceMode::Replace}) {
      PlacementLayout Layout(View, CertifiedMode(Mode));
      std::vector<place::PlacementCost> Costs =
          place::candidateCosts(Slotted, Mode);
      for (size_t S = 0; S < Slotted.Slots.size(); ++S) {
        place::InsertionPoint P = Slotted.Slots[S].Point;
        BarrierPoint Point{P.Block, P.Event, P.EdgeTo};
        bool May = Mode == PlaceMode::Replace || !Slotted.Slots[S].IsInSplit;
        EXPECT_EQ(!Layout.objectionTo(Point), May) << Text << " slot " << S;
        EXPECT_EQ(Layout.points().count(Point), May) << Text << " slot " << S;
        EXPECT_EQ(Layout.costOf(Point), costOf(Costs[S]))
            << Text << " slot " << S;
      }
      ASSERT_EQ(Layout.existing().size(), Slotted.Existing.size());
      for (size_t B = 0; B < Slotted.Existing.size(); ++B) {
        place::InsertionPoint First = Slotted.Existing[B].Points.front();
        CandidateSlot C{true, {First.Block, First.Event, None}};
        EXPECT_EQ(Layout.existing()[B].IsUniform,
                  Slotted.Existing[B].IsUniform);
        EXPECT_EQ(Layout.costOf(C),
                  costOf(Costs[Slotted.existingCandidate(B).index()]))
            << Text;
      }
    }
  }
}

// A branch that only says when a load is needed is not in the module.
TEST(PlacementLayout, NoPointsBetweenAGuardAndItsJoin) {
  view::SyncView View = place::shape("wA if{rA} wB");
  View.Blocks[0].Start = 1;
  View.Blocks[0].End = View.Blocks[1].Events.front().Origin = 7;
  PlacementLayout Layout(View, CertifiedMode::Keep);
  for (BarrierPoint Point : {BarrierPoint{1, 0, None}, BarrierPoint{1, 1, None},
                             BarrierPoint{0, 0, 2}})
    EXPECT_EQ(Layout.objectionTo(Point), "the module has no such position");
  for (BarrierPoint Point :
       {BarrierPoint{0, 1, None}, BarrierPoint{2, 0, None}})
    EXPECT_FALSE(Layout.objectionTo(Point));
}

TEST(PlacementLayout, SaysWhyNot) {
  view::SyncView View = place::shape("wA div{rA} if{rA} wA");
  PlacementLayout Layout(View, CertifiedMode::Keep);
  auto Why = [&](BarrierPoint Point) {
    return Layout.objectionTo(Point).value_or("may");
  };
  EXPECT_EQ(Why({0, 0, None}), "may");
  EXPECT_EQ(Why({0, 1, None}), "may");
  EXPECT_EQ(Why({0, 2, None}), "the block has no such event");
  EXPECT_EQ(Why({9, 0, None}), "there is no such block");
  EXPECT_EQ(Why({1, 0, None}), "it is in non-uniform control flow");
  EXPECT_EQ(Why({0, 0, 2}), "it is in non-uniform control flow");
  EXPECT_EQ(Why({2, 0, 4}), "may");
  EXPECT_EQ(Why({2, 0, 3}), "there is no such edge");
  EXPECT_EQ(PlacementLayout(View, CertifiedMode::RemoveNeedless)
                .objectionTo({0, 0, None}),
            "no barrier may be added");
  view::SyncView Split = place::shape("wA < rA >");
  EXPECT_EQ(
      PlacementLayout(Split, CertifiedMode::Keep).objectionTo({0, 3, None}),
      "it lies between a signal and its wait");
  EXPECT_FALSE(
      PlacementLayout(Split, CertifiedMode::Keep).objectionTo({0, 1, None}));
  EXPECT_FALSE(
      PlacementLayout(Split, CertifiedMode::Replace).objectionTo({0, 3, None}));
}

TEST(PlacementLayout, WhatAWayCrosses) {
  view::SyncView View = place::shape("wA | rA");
  auto Crossed = [&](CertifiedMode Mode) {
    return PlacementLayout(View, Mode).crossed({{0}, 1, 4});
  };
  EXPECT_TRUE(Crossed(CertifiedMode::Keep).IsOrdered);
  EXPECT_FALSE(Crossed(CertifiedMode::Replace).IsOrdered);
  // Before and after each of three events.
  EXPECT_EQ(Crossed(CertifiedMode::Replace).Candidates.size(), 4u);
  Crossing Optional = Crossed(CertifiedMode::RemoveNeedless);
  EXPECT_FALSE(Optional.IsOrdered);
  ASSERT_EQ(Optional.Candidates.size(), 1u);
  EXPECT_TRUE(Optional.Candidates.begin()->Exists);
}

TEST(PlacementLayout, CostsCountDeepLoopsFirst) {
  Cost A{{0, 1}, 0, 1, 0}, B{{9}, 0, 100, 0}, C{{9}, 0, 99, 5};
  EXPECT_GT(A, B);
  EXPECT_GT(B, C);
  A += B;
  EXPECT_EQ(A, (Cost{{9, 1}, 0, 101, 0}));
  EXPECT_LT(Cost(), C);
}

} // namespace
} // namespace fencepost::certificate
