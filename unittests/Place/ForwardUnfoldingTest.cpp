//===- ForwardUnfoldingTest.cpp - The code that can follow a block --------===//
#include "Hazards/ForwardUnfolding.h"
#include "Shapes.h"
#include "fencepost/Place/SlottedView.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

struct Built {
  explicit Built(llvm::StringRef Text, size_t MaxNodes = MaxUnfoldingNodes)
      : View(shape(Text)), Uniform(uniformBlocks(View)), Facts(View) {
    for (view::BlockId B = 0; B < View.Blocks.size(); ++B)
      All.push_back(unfoldForward(Facts.Eval, Uniform, B, MaxNodes));
  }
  /// How often the block \p Name comes in the sequel of the entry.
  unsigned count(llvm::StringRef Name, view::BlockId Anchor = 0) const {
    return llvm::count_if(All[Anchor], [&](const UnfoldingNode &N) {
      return View.Blocks[N.Block].Name == Name;
    });
  }
  view::SyncView View;
  std::vector<bool> Uniform;
  sym::Analysis Facts;
  std::vector<ForwardUnfolding> All;
};

TEST(ForwardUnfolding, TellsIterationsApart) {
  Built Built("wA loop{rA} wA");
  EXPECT_EQ(Built.count("entry"), 1u);
  EXPECT_EQ(Built.count("body"), 2u); // The first, and some later one.
  EXPECT_EQ(Built.count("after"), 1u);
  // From inside: the same, the next, and some later one.
  EXPECT_EQ(Built.count("body", 1), 3u);
}

TEST(ForwardUnfolding, ComesToNothingThatCannotFollow) {
  // Four times: it cannot be left at first.
  Built Built("wA while{rA} wA");
  const ForwardUnfolding &After = Built.All[0];
  for (const UnfoldingNode &N : After)
    for (const UnfoldingEdge &E : N.Next)
      if (Built.View.Blocks[N.Block].Name == "header" &&
          Built.View.Blocks[After[E.To].Block].Name == "after") {
        EXPECT_NE(N.When, After[1].When);
      }
}

TEST(ForwardUnfolding, IsAcyclicAndFollowsTheGraph) {
  for (size_t MaxNodes : {size_t(1), size_t(8), MaxUnfoldingNodes}) {
    Built Built("wA loop{some{rA while{wB}} loop{out if{rB}}} wA", MaxNodes);
    for (const ForwardUnfolding &After : Built.All)
      for (uint32_t I = 0; I < After.size(); ++I)
        for (const UnfoldingEdge &E : After[I].Next) {
          EXPECT_GT(E.To, I);
          EXPECT_TRUE(llvm::any_of(
              Built.View.Blocks[After[I].Block].Next,
              [&](const auto &N) { return N.To == After[E.To].Block; }));
        }
  }
}

TEST(ForwardUnfolding, WithFewNodesStillComesToEveryBlock) {
  Built Many("loop{wA loop{rA loop{wB}} if{rB}} wA"),
      Few("loop{wA loop{rA loop{wB}} if{rB}} wA", 1);
  for (view::BlockId B = 0; B < Many.View.Blocks.size(); ++B) {
    auto Blocks = [&](const Built &Built) {
      std::set<view::BlockId> Result;
      for (const UnfoldingNode &N : Built.All[B])
        Result.insert(N.Block);
      return Result;
    };
    EXPECT_EQ(Blocks(Many), Blocks(Few));
    EXPECT_LE(Few.All[B].size(), Many.All[B].size());
  }
}

} // namespace
} // namespace fencepost::place
