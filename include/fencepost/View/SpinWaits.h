//===- SpinWaits.h - Waves that wait for one another by LDS --------------===//
// A wave may go around a loop until an atomic (or what is volatile) in LDS has
// the value that another wave gives it. Then no barrier may stand where the
// first wave comes after the loop and the other before it writes: each would
// wait for the other.
//
// The loop is told by its exits: one depends on what such an access in the loop
// reads. What releases it are all writes of the same object outside the loop.
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
  /// Whether waves could wait forever if a barrier stood before event \p Event
  /// of \p Block.
  bool mayHang(view::BlockId Block, uint32_t Event) const;
  /// The same for one on the way from \p From to \p To.
  bool mayHangBetween(view::BlockId From, view::BlockId To) const;

private:
  struct Spin {
    llvm::BitVector Behind;   ///< Blocks that can follow the loop, and its own.
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
