//===- FlowGraph.h - The shape of a view's control-flow graph ------------===//
// Back edges, loops around a block, forward cones and post-dominators: what
// many analyses need. Blocks of a view are in reverse post-order, so in a
// reducible graph an edge that does not lead to a greater number is a back
// edge. Tested by unittests/View/FlowGraphTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_FLOWGRAPH_H
#define FENCEPOST_VIEW_FLOWGRAPH_H

#include "fencepost/View/Site.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost::view {

class Graph {
public:
  explicit Graph(const view::SyncView &View);

  static bool isBack(view::BlockId From, view::BlockId To) {
    return To <= From;
  }
  bool contains(view::LoopId Loop, view::BlockId Block) const;
  /// The loop whose header \p Block is, or None.
  view::LoopId headedBy(view::BlockId Block) const { return Headed[Block]; }
  /// Blocks reached from \p Block without back edges, itself included.
  const llvm::BitVector &cone(view::BlockId Block) const;
  /// The first block that all paths from \p Block to an end meet, or None.
  view::BlockId postDominator(view::BlockId Block) const {
    return PostDominators[Block];
  }
  /// Blocks on the paths from the branch at the end of \p Branch to its
  /// post-dominator, where they have joined and which is not one of them.
  llvm::BitVector blocksBeforeJoin(view::BlockId Branch) const;

private:
  void findPostDominators();
  view::BlockId meet(view::BlockId A, view::BlockId B) const;

  const view::SyncView &View;
  std::vector<view::LoopId> Headed;
  std::vector<view::BlockId> PostDominators;
  std::vector<uint32_t> PostOrder; ///< On the reversed graph.
  mutable std::vector<llvm::BitVector> Cones;
};

} // namespace fencepost::view

#endif
