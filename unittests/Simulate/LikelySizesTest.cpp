//===- LikelySizesTest.cpp - Work-groups of unknown size -----------------===//
#include "fencepost/Simulate/LikelySizes.h"
#include "../View/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

namespace fencepost::sim {
namespace {

view::SyncView sized(unsigned X, unsigned Y, unsigned Z, unsigned Most,
                     unsigned Wave = 64) {
  view::SyncView View;
  View.Size[0] = X;
  View.Size[1] = Y;
  View.Size[2] = Z;
  View.Most = Most;
  View.WaveSize = Wave;
  return View;
}

TEST(LikelySizes, AnExactSizeIsTheOnlyOne) {
  view::SyncView View = sized(96, 2, 1, 192);
  View.SizeIsExact = true;
  auto Sizes = likelySizes(View);
  ASSERT_EQ(Sizes.size(), 1u);
  EXPECT_EQ(Sizes[0], (view::GroupSize{96, 2, 1}));
}

TEST(LikelySizes, LikelyOnesStayBelowTheLimitAndUseTheDimensionsOfTheKernel) {
  for (unsigned Most : {1u, 2u, 3u, 31u, 64u, 65u, 128u, 200u, 256u, 1024u})
    for (unsigned Dimensions : {1u, 2u, 3u}) {
      view::SyncView View = sized(Most, Dimensions > 1 ? Most : 1,
                                  Dimensions > 2 ? Most : 1, Most);
      auto Sizes = likelySizes(View);
      ASSERT_FALSE(Sizes.empty());
      for (const view::GroupSize &Size : Sizes) {
        EXPECT_GE(Size[0] * Size[1] * Size[2], 1u);
        EXPECT_LE(Size[0] * Size[1] * Size[2], Most);
        EXPECT_TRUE(Dimensions > 1 || Size[1] == 1);
        EXPECT_TRUE(Dimensions > 2 || Size[2] == 1);
      }
      if (Most >= 256) {
        ASSERT_GE(Sizes.size(), 2u);
        for (const view::GroupSize &Size : {Sizes[0], Sizes[1]})
          EXPECT_GT(Size[0] * Size[1] * Size[2], View.WaveSize);
      }
    }
}

TEST(LikelySizes, AHintIsTheOnlyOne) {
  view::SyncView View = sized(1024, 1024, 1, 1024);
  View.Hint[0] = View.Hint[1] = 8;
  View.Hint[2] = 1;
  auto Sizes = likelySizes(View);
  ASSERT_EQ(Sizes.size(), 1u);
  EXPECT_EQ(Sizes[0], (view::GroupSize{8, 8, 1}));
}

TEST(LikelySizes, AtLeastAsManyAsTheKernelSays) {
  for (unsigned Least : {1u, 64u, 65u, 200u}) {
    view::SyncView View = sized(1024, 1, 1, 1024);
    View.Least = Least;
    for (const view::GroupSize &Size : likelySizes(View))
      EXPECT_GE(Size[0] * Size[1] * Size[2], Least);
  }
}

/// A tile that is indexed by y * 20 + x has rows of 20.
TEST(LikelySizes, RowsOfATile) {
  view::Kernel K(1024, 64);
  K.View.SizeIsExact = false;
  K.View.Size[0] = K.View.Size[1] = 1024;
  K.View.Most = 1024;
  uint32_t Tile = K.object("tile");
  using view::ValueKind;
  K.store(Tile,
          K.op(ValueKind::Add, K.op(ValueKind::Mul, K.tid(1), 20), K.tid(0)));
  auto Sizes = likelySizes(K.finish());
  // 51 rows of 80 bytes fit into 4096, and do not fill them.
  EXPECT_TRUE(llvm::is_contained(Sizes, view::GroupSize{20, 51, 1}));
  EXPECT_GT(Sizes.size(), 1u);
}

/// Objects of tests have 4096 bytes.
TEST(LikelySizes, TheOneThatFillsAVariable) {
  for (int Words : {1, 2, 4, 16, 32}) {
    view::Kernel K(1024, 64);
    K.View.SizeIsExact = false;
    K.View.Most = 1024;
    uint32_t Tile = K.object("tile");
    using view::ValueKind;
    K.store(Tile, K.op(ValueKind::Add, K.op(ValueKind::Mul, K.tid(), Words),
                       Words - 1));
    auto Sizes = likelySizes(K.finish());
    ASSERT_EQ(Sizes.size(), 1u);
    EXPECT_EQ(Sizes[0], (view::GroupSize{1024u / Words, 1, 1}));
  }
}

} // namespace
} // namespace fencepost::sim
