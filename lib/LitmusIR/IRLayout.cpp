//===- IRLayout.cpp - The blocks of a function in an order fit for a thread ==//
// A topological order of the forward edges, made by taking next, among the
// blocks that are ready, one of the innermost loop that is not complete. In a
// reducible function such a block is always ready: a loop is entered only
// through its header, so what is left of it waits for the loop alone.
//===----------------------------------------------------------------------===//
#include "IRLayout.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

namespace fencepost {

IRLayout::IRLayout(llvm::Function &F)
    : Dominators(F), PostDominators(F), Loops(Dominators),
      Irreducible(findIrreducible(F)) {
  if (!Irreducible)
    arrange(F);
}

const llvm::Instruction *IRLayout::findIrreducible(llvm::Function &F) const {
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Position;
  for (llvm::BasicBlock *B : llvm::ReversePostOrderTraversal(&F))
    Position.insert({B, Position.size()});
  for (const llvm::BasicBlock &B : F) {
    if (!Position.contains(&B))
      continue;
    for (const llvm::BasicBlock *Next : llvm::successors(&B))
      if (Position[Next] <= Position[&B] && !Dominators.dominates(Next, &B))
        return B.getTerminator();
  }
  return nullptr;
}

void IRLayout::arrange(llvm::Function &F) {
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Waiting;
  for (llvm::BasicBlock *B : llvm::ReversePostOrderTraversal(&F))
    for (const llvm::BasicBlock *Next : llvm::successors(B))
      Waiting[Next] += !isBackEdge(B, Next);
  // Loops that have begun, innermost last, with what is left of each.
  llvm::SmallVector<std::pair<const llvm::Loop *, unsigned>> Open;
  llvm::SmallVector<llvm::BasicBlock *> Ready = {&F.getEntryBlock()};
  while (!Ready.empty()) {
    auto Fits = [&](const llvm::BasicBlock *B) {
      return Open.empty() || Open.back().first->contains(B);
    };
    // The youngest that fits, so that the sides of a branch stay together.
    auto Chosen = llvm::find_if(llvm::reverse(Ready), Fits);
    assert(Chosen != Ready.rend() && "an open loop has a block that is ready");
    llvm::BasicBlock *B = *Chosen;
    Ready.erase(std::prev(Chosen.base()));
    Order.push_back(B);
    if (const llvm::Loop *L = loopHeadedBy(B))
      Open.push_back({L, L->getNumBlocks()});
    for (auto &[L, NumOpen] : Open)
      --NumOpen;
    for (; !Open.empty() && Open.back().second == 0; Open.pop_back())
      LastBlocks[Open.back().first] = B;
    llvm::SmallVector<llvm::BasicBlock *> Next(llvm::successors(B));
    for (llvm::BasicBlock *Successor : llvm::reverse(Next))
      if (!isBackEdge(B, Successor) && --Waiting[Successor] == 0)
        Ready.push_back(Successor);
  }
}

const llvm::Loop *IRLayout::loopHeadedBy(const llvm::BasicBlock *B) const {
  const llvm::Loop *L = Loops.getLoopFor(B);
  return L && L->getHeader() == B ? L : nullptr;
}

bool IRLayout::isBackEdge(const llvm::BasicBlock *From,
                          const llvm::BasicBlock *To) const {
  const llvm::Loop *L = loopHeadedBy(To);
  return L && L->contains(From);
}

llvm::SmallVector<const llvm::Loop *>
IRLayout::loopsEndingWith(const llvm::BasicBlock *B) const {
  llvm::SmallVector<const llvm::Loop *> Ending;
  for (const llvm::Loop *L = Loops.getLoopFor(B); L; L = L->getParentLoop())
    if (LastBlocks.find(L)->second == B)
      Ending.push_back(L);
  return Ending;
}

bool IRLayout::leavesLoop(const llvm::BasicBlock *B) const {
  const llvm::Loop *L = Loops.getLoopFor(B);
  return L &&
         llvm::any_of(llvm::successors(B), [&](const llvm::BasicBlock *Next) {
           return !L->contains(Next);
         });
}

bool IRLayout::beginsBehindTest(const llvm::BasicBlock *Header) const {
  return leavesLoop(Header) && !loopHeadedBy(Header)->isLoopLatch(Header);
}

const llvm::BasicBlock *IRLayout::joinOf(const llvm::BasicBlock *B) const {
  const auto *Node = PostDominators.getNode(B);
  const auto *Join = Node ? Node->getIDom() : nullptr;
  return Join ? Join->getBlock() : nullptr;
}

} // namespace fencepost
