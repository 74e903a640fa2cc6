//===- FlowGraph.cpp - The shape of a view's control-flow graph ----------===//
// Post-dominators by the iterative algorithm of Cooper, Harvey and Kennedy on
// the reversed graph, whose entry is a virtual block after all exits. Blocks
// that reach no exit (endless loops) have none.
//===----------------------------------------------------------------------===//
#include "fencepost/View/FlowGraph.h"

namespace fencepost::view {

using view::BlockId;
using view::LoopId;
using view::None;

Graph::Graph(const view::SyncView &View)
    : View(View), Headed(View.Blocks.size(), None), Cones(View.Blocks.size()) {
  for (LoopId L : View.Loops.ids())
    Headed[View.Loops[L].Header] = L;
  findPostDominators();
}

bool Graph::contains(LoopId Loop, BlockId Block) const {
  for (LoopId L = View.Blocks[Block].Loop; L != None; L = View.Loops[L].Parent)
    if (L == Loop)
      return true;
  return false;
}

const llvm::BitVector &Graph::cone(BlockId Block) const {
  llvm::BitVector &Cone = Cones[Block];
  if (!Cone.empty())
    return Cone;
  Cone.resize(View.Blocks.size());
  Cone.set(Block);
  for (BlockId B = Block; B < View.Blocks.size(); ++B)
    if (Cone[B])
      for (const view::Edge &E : View.Blocks[B].Next)
        if (!isBack(B, E.To))
          Cone.set(E.To);
  return Cone;
}

BlockId Graph::meet(BlockId A, BlockId B) const {
  while (A != B) {
    if (A == None || B == None)
      return None;
    BlockId &Lower = PostOrder[A] < PostOrder[B] ? A : B;
    Lower = PostDominators[Lower];
  }
  return A;
}

/// Blocks that reach an end, in post-order over edges backwards from the ends.
static std::vector<BlockId> postOrderFromEnds(const SyncView &View) {
  size_t Count = View.Blocks.size();
  std::vector<BlockId> Order;
  llvm::BitVector Seen(Count);
  std::vector<std::pair<BlockId, unsigned>> Stack;
  for (BlockId End = 0; End < Count; ++End) {
    if (!View.Blocks[End].Next.empty() || Seen[End])
      continue;
    Seen.set(End);
    Stack.push_back({End, 0});
    while (!Stack.empty()) {
      auto &[B, Next] = Stack.back();
      if (Next < View.Blocks[B].Before.size()) {
        BlockId P = View.Blocks[B].Before[Next++];
        if (!Seen[P]) {
          Seen.set(P);
          Stack.push_back({P, 0});
        }
        continue;
      }
      Order.push_back(B);
      Stack.pop_back();
    }
  }
  return Order;
}

void Graph::findPostDominators() {
  size_t Count = View.Blocks.size();
  PostDominators.assign(Count, None);
  PostOrder.assign(Count, 0);
  std::vector<BlockId> Order = postOrderFromEnds(View);
  for (uint32_t I = 0; I < Order.size(); ++I)
    PostOrder[Order[I]] = I;
  llvm::BitVector Known(Count);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto It = Order.rbegin(); It != Order.rend(); ++It) {
      const view::Block &B = View.Blocks[*It];
      BlockId Common = None;
      bool First = true;
      for (const view::Edge &E : B.Next)
        if (Known[E.To]) {
          Common = First ? E.To : meet(Common, E.To);
          First = false;
        }
      if (!Known[*It] || PostDominators[*It] != Common) {
        Known.set(*It);
        PostDominators[*It] = Common;
        Changed = true;
      }
    }
  }
}

llvm::BitVector Graph::blocksBeforeJoin(BlockId Branch) const {
  llvm::BitVector Result(View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Stack{Branch};
  while (!Stack.empty())
    for (const view::Edge &E : View.Blocks[Stack.pop_back_val()].Next)
      if (E.To != PostDominators[Branch] && !Result[E.To]) {
        Result.set(E.To);
        Stack.push_back(E.To);
      }
  return Result;
}

} // namespace fencepost::view
