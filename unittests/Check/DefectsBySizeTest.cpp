//===- DefectsBySizeTest.cpp - What several sizes of a work-group show ----===//
#include "fencepost/Check/DefectsBySize.h"
#include "../View/Kernel.h"
#include "fencepost/Check/Check.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

Defect finding(DefectKind Kind, uint32_t Event, Certainty Sure) {
  Defect F;
  F.Kind = Kind;
  F.First = F.Second = {{0, Event}, false};
  F.Certainty = Sure;
  return F;
}

TEST(DefectsBySize, OnlyWhatIsWrongWithAllSizesIsWrong) {
  auto Both =
      mergeBySize({{finding(DefectKind::LdsRace, 1, Certainty::Error)},
                   {finding(DefectKind::LdsRace, 1, Certainty::Error)}});
  ASSERT_EQ(Both.size(), 1u);
  EXPECT_EQ(Both[0].Certainty, Certainty::Error);
  auto One =
      mergeBySize({{finding(DefectKind::LdsRace, 1, Certainty::Error)}, {}});
  ASSERT_EQ(One.size(), 1u);
  EXPECT_EQ(One[0].Certainty, Certainty::Possible);
  EXPECT_EQ(One[0].Reason, Reason::DependsOnSize);
  auto Less =
      mergeBySize({{finding(DefectKind::LdsRace, 1, Certainty::Possible)},
                   {finding(DefectKind::LdsRace, 1, Certainty::Error)}});
  ASSERT_EQ(Less.size(), 1u);
  EXPECT_EQ(Less[0].Certainty, Certainty::Possible);
  EXPECT_TRUE(mergeBySize({{}, {}}).empty());
}

TEST(DefectsBySize, WhatIsNotDecidedWithSomeSizeStaysSo) {
  auto All = mergeBySize(
      {{}, {finding(DefectKind::NotUnderstood, 2, Certainty::Unknown)}});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Certainty, Certainty::Unknown);
}

TEST(DefectsBySize, AdviceMustBeRightForAllSizes) {
  auto Needless = DefectKind::NeedlessBarrier;
  EXPECT_TRUE(
      mergeBySize({{finding(Needless, 1, Certainty::Error)}, {}}).empty());
  EXPECT_EQ(mergeBySize({{finding(Needless, 1, Certainty::Error)},
                         {finding(Needless, 1, Certainty::Error)}})
                .size(),
            1u);
}

/// Every work-item writes its own word and reads that of another, which is a
/// race with every size if they swap pairs of waves, and only with more than
/// 200 work-items if they read 200 further.
TEST(DefectsBySize, AKernelIsCheckedForLikelySizes) {
  auto Make = [](view::ValueKind Op, int Other) {
    view::Kernel K(256, 64);
    uint32_t Tile = K.object("tile");
    view::Kernel::Id Id = K.tid();
    K.store(Tile, Id, Id);
    K.load(Tile, K.op(Op, Id, Other));
    view::SyncView View = K.finish();
    View.SizeIsExact = false;
    View.Most = 256;
    return View;
  };
  std::vector<Defect> Found = checkKernel(Make(view::ValueKind::Xor, 64));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error);
  ASSERT_TRUE(Found[0].Evidence);
  EXPECT_EQ(Found[0].Evidence->Size[0], 256u);
  Found = checkKernel(Make(view::ValueKind::Add, 200));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Possible);
}

} // namespace
} // namespace fencepost::check
