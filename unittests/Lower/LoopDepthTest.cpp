//===- LoopDepthTest.cpp - Loop depths, against LLVM's LoopInfo -----------===//
// Random graphs: where every loop has one entry, LLVM and we agree on every
// block that can be reached. LLVM does not see loops with several entries.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::lower {

namespace {

struct RandomGraph {
  llvm::LLVMContext Context;
  llvm::Module M{"m", Context};
  llvm::Function *F;
  std::vector<llvm::BasicBlock *> Blocks;
  FunctionCode Code;

  RandomGraph(unsigned Size, std::mt19937 &Random) {
    auto *Type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(Context),
                                {llvm::Type::getInt1Ty(Context)}, false);
    F = llvm::Function::Create(Type, llvm::Function::ExternalLinkage, "f", M);
    // LLVM's entry has no predecessor.
    auto *Entry = llvm::BasicBlock::Create(Context, "", F);
    for (unsigned I = 0; I < Size; ++I)
      Blocks.push_back(llvm::BasicBlock::Create(Context, "", F));
    llvm::IRBuilder<>(Entry).CreateBr(Blocks[0]);
    Code.Blocks.resize(Size);
    for (unsigned I = 0; I < Size; ++I)
      connect(I, Random);
  }

  void connect(unsigned I, std::mt19937 &Random) {
    llvm::IRBuilder<> Build(Blocks[I]);
    unsigned A = Random() % Blocks.size(), B = Random() % Blocks.size();
    switch (Random() % 4) {
    case 0:
      Build.CreateRetVoid();
      break;
    case 1:
      Build.CreateBr(Blocks[A]);
      Code.Blocks[I].Successors = {A};
      break;
    default:
      Build.CreateCondBr(F->getArg(0), Blocks[A], Blocks[B]);
      Code.Blocks[I].Successors = {A, B};
    }
  }
};

} // namespace

TEST(LoopDepth, AgreesWithLoopInfoWhereLoopsHaveOneEntry) {
  std::mt19937 Random(1);
  unsigned Compared = 0, Deepest = 0;
  for (unsigned Round = 0; Round < 20000; ++Round) {
    RandomGraph G(1 + Round % 9, Random);
    llvm::DominatorTree Tree(*G.F);
    llvm::LoopInfo Loops(Tree);
    llvm::ReversePostOrderTraversal<llvm::Function *> Order(G.F);
    if (llvm::containsIrreducibleCFG<llvm::BasicBlock *>(Order, Loops))
      continue;
    std::vector<unsigned> Depths = loopDepths(G.Code);
    for (auto [Block, Depth] : llvm::zip(G.Blocks, Depths)) {
      if (!Tree.isReachableFromEntry(Block))
        continue;
      ASSERT_EQ(Depth, Loops.getLoopDepth(Block)) << "round " << Round;
      Deepest = std::max(Deepest, Depth);
      ++Compared;
    }
  }
  EXPECT_GT(Compared, 20000u);
  EXPECT_GE(Deepest, 4u);
}

TEST(LoopDepth, ALoopWithTwoEntriesIsALoop) {
  FunctionCode F;
  F.Blocks.resize(4);
  F.Blocks[0].Successors = {1, 2};
  F.Blocks[1].Successors = {2};
  F.Blocks[2].Successors = {1, 3};
  EXPECT_EQ(loopDepths(F), (std::vector<unsigned>{0, 1, 1, 0}));
}

TEST(LoopDepth, LongChainsAndDeepNestsAreNoProblem) {
  FunctionCode Chain;
  Chain.Blocks.resize(200000);
  for (unsigned I = 0; I + 1 < Chain.Blocks.size(); ++I)
    Chain.Blocks[I].Successors = {I + 1};
  EXPECT_EQ(loopDepths(Chain).back(), 0u);
  FunctionCode Nest; // Block I leads back to every block's mirror image.
  Nest.Blocks.resize(1000);
  for (unsigned I = 0; I + 1 < 1000; ++I)
    Nest.Blocks[I].Successors = {I + 1};
  for (unsigned I = 500; I < 1000; ++I)
    Nest.Blocks[I].Successors.push_back(999 - I);
  std::vector<unsigned> Depths = loopDepths(Nest);
  EXPECT_EQ(Depths[0], 1u);
  EXPECT_EQ(Depths[499], 500u);
  EXPECT_EQ(Depths[500], 500u);
  EXPECT_EQ(Depths[999], 1u);
}

} // namespace fencepost::lower
