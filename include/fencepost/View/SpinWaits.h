//===- SpinWaits.h - Loops in which waves wait for each other by LDS ------===//
// A wave may repeat a loop until an atomic (or volatile) access to LDS reads
// the value that another wave writes. Then no barrier may be at a position that
// the first wave reaches after the loop and the other before its write: each
// would wait for the other.
//
// The loop is recognized by an exit that depends on the value read by such an
// access in the loop. All writes of the same object outside the loop may
// release it.
// Tested by test/place/spins.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_SPINWAITS_H
#define FENCEPOST_VIEW_SPINWAITS_H

#include "fencepost/View/FlowGraph.h"

namespace fencepost::view {

class SpinWaits {
public:
  explicit SpinWaits(const view::SyncView &View);

  bool empty() const { return All.empty(); }
  /// True if waves could wait forever with a barrier before event \p Event of
  /// \p Block.
  bool mayHang(view::BlockId Block, uint32_t Event) const;
  /// The same for one on the edge from \p From to \p To.
  bool mayHangBetween(view::BlockId From, view::BlockId To) const;

private:
  struct Spin {
    llvm::BitVector After;    ///< Blocks that can follow the loop, and its own.
    llvm::BitVector Releases; ///< Blocks at whose beginning a write may follow.
    std::vector<Site> Writes;
  };

  void find(view::LoopId Loop);
  void add(view::LoopId Loop, uint32_t Object);
  std::vector<view::ValueId> exitsOf(view::LoopId Loop) const;
  bool dependsOn(view::ValueId Condition, view::ValueId Read) const;
  bool reaches(const Spin &S, view::BlockId Block, uint32_t Event) const;

  const view::SyncView &View;
  Graph Shape;
  std::vector<Spin> All;
};

} // namespace fencepost::view

#endif
