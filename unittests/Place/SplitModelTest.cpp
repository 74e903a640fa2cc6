//===- SplitModelTest.cpp - Split barriers in the model -------------------===//
// Kernels with signals and waits where they were put, for two to eight waves
// and several iterations: no execution hangs, has undefined behaviour or a
// race. Kernels whose own barriers are wrong are left out: with whole barriers
// (which is the placement before it is split) the model finds something, too.
//===----------------------------------------------------------------------===//
#include "RandomShape.h"
#include "Shapes.h"
#include "ViewInModel.h"
#include "fencepost/Place/PhaseFault.h"
#include "fencepost/Place/PlacementCheck.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

struct SplitKernel {
  SplitKernel(llvm::StringRef Text, unsigned Waves)
      : View(shape(Text, Waves, 1)), Slotted(withSlots(View)),
        ThePlacement(cheapestPlacement(Slotted)),
        More(findExtras(View, Slotted, ThePlacement)) {
    SplitPlacement Split =
        splitBarriers(View, Slotted, ThePlacement, More.CompleteAt);
    Loops = Split.Loops;
    Apart = placedView(View, Slotted, ThePlacement, More, &Split).View;
    Whole = placedView(View, Slotted, ThePlacement, More).View;
  }

  view::SyncView View;
  SlottedView Slotted;
  Placement ThePlacement;
  PlacementExtras More;
  view::SyncView Apart, Whole;
  unsigned Loops = 0; ///< With a signal before them and a wait after them.
};

TEST(SplitModel, ShapesForTwoToEightWaves) {
  ModelTotals Sum;
  unsigned Loops = 0;
  for (const char *Text :
       {"wA rA", "wA wB rB rA wA", "wA if{wB} rA", "loop{wA rA}",
        "loop{rB wA rA}", "loop{wA rA rB}", "wA loop{rA} wA", "some{wA rB rA}",
        "loop{wA loop{rA rB}}", "loop{rA%2 rB wA%2+1}", "wA$ loop{rA$ wA$+1}",
        "wA loop{rA if{wA rB rA} wA}", "loop{yA rB rA}", "wA div{rA} wA"})
    for (unsigned Waves = 2; Waves <= 8; ++Waves) {
      SplitKernel K(Text, Waves);
      Loops += K.Loops;
      EXPECT_FALSE(findPhaseFault(K.Apart)) << Text;
      for (uint64_t Iterations : {0, 1, 3})
        for (uint32_t Outcomes : {0u, ~0u})
          EXPECT_EQ(wrongInModel(K.Apart, {Iterations, Outcomes}, Sum), "")
              << Text << ", " << Waves << " waves, " << Iterations;
    }
  EXPECT_EQ(Sum.NotAll, 0u);
  EXPECT_EQ(Sum.MostWaves, 8u);
  EXPECT_GT(Loops, 7u);
}

TEST(SplitModel, FindsWhatIsWrong) {
  ModelTotals Sum;
  auto Wrong = [&](llvm::StringRef Text) {
    return wrongInModel(shape(Text, 4, 1), {2, 0}, Sum);
  };
  EXPECT_EQ(Wrong("wA < > rA"), "");
  EXPECT_TRUE(llvm::StringRef(Wrong("wA rA")).starts_with("race"));
  EXPECT_TRUE(llvm::StringRef(Wrong("wA < rA >")).starts_with("race"));
  EXPECT_TRUE(llvm::StringRef(Wrong("wA ^ rA")).starts_with("race"));
  EXPECT_TRUE(llvm::StringRef(Wrong("loop{wA < > rA}")).starts_with("race"));
  EXPECT_TRUE(llvm::StringRef(Wrong("wA > < rA")).starts_with("hang"));
  EXPECT_TRUE(llvm::StringRef(Wrong("yA < > rA")).starts_with("race"));
}

TEST(SplitModel, RandomKernels) {
  ModelTotals Sum, Before;
  for (unsigned Seed = 0; Seed < 150; ++Seed) {
    std::string Text = randomShape(Seed, 4 + Seed % 8);
    unsigned Waves = 2 + Seed % 7;
    SplitKernel K(Text, Waves);
    if (!K.ThePlacement.IsSufficient || !K.ThePlacement.Problems.empty() ||
        !K.ThePlacement.Unplaceable.empty())
      continue;
    for (uint64_t Iterations : {1, 2})
      for (uint32_t Outcomes : {0u, ~0u, 0x55555555u * (Seed % 2 + 1)}) {
        ModelSetting With{Iterations, Outcomes};
        if (!wrongInModel(K.Whole, With, Before).empty())
          continue;
        EXPECT_EQ(wrongInModel(K.Apart, With, Sum), "")
            << Seed << ": " << Text << ", " << Waves << " waves, " << Iterations
            << " iterations, outcomes " << Outcomes;
      }
  }
  EXPECT_GT(Sum.Runs, 500u);
  EXPECT_LT(Sum.NotAll, Sum.Runs / 50);
}

} // namespace
} // namespace fencepost::place
