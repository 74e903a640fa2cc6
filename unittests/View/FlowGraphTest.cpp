//===- FlowGraphTest.cpp - The shape of a small control-flow graph --------===//
#include "fencepost/View/FlowGraph.h"
#include "Kernel.h"
#include "gtest/gtest.h"

namespace fencepost::view {

using K = ValueKind;

TEST(Graph, PostDominatorsAndCones) {
  // entry -> {a, b} -> join -> (loop on itself) -> end
  Kernel X(8, 4);
  Kernel::Id C = X.op(K::ULt, X.tid(), 2);
  BlockId Entry = X.CurrentBlock, A = X.block("a"), B = X.block("b");
  X.loop();
  BlockId Join = X.block("join");
  X.endLoop();
  BlockId End = X.block("end");
  X.branch(Entry, C, A, B, false);
  X.jump(A, Join);
  X.jump(B, Join);
  X.branch(Join, C, Join, End, false);
  X.finish();
  Graph G(X.View);
  EXPECT_EQ(G.postDominator(Entry), Join);
  EXPECT_EQ(G.postDominator(A), Join);
  EXPECT_EQ(G.postDominator(Join), End);
  EXPECT_EQ(G.postDominator(End), None);
  EXPECT_EQ(G.cone(A).count(), 3u);
  EXPECT_EQ(G.headedBy(Join), LoopId(0));
  auto Between = [&](BlockId Branch) {
    llvm::BitVector Blocks = G.blocksBeforeJoin(Branch);
    return std::vector<BlockId>(Blocks.set_bits_begin(), Blocks.set_bits_end());
  };
  EXPECT_EQ(Between(Entry), (std::vector{A, B}));
  EXPECT_EQ(Between(Join), std::vector{Join});
  EXPECT_TRUE(Between(A).empty());
}

} // namespace fencepost::view
