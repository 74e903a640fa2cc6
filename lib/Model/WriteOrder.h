//===- WriteOrder.h - What is known of the order of a cell's writes -------===//
// The part of modification order that happens-before and the reads so far
// force, for a cell whose writes have pairwise inclusive scopes. Everything
// MODEL.md M10 demands of a modification order is then a set of forced edges,
// so some total order exists exactly if they are acyclic, and no order is ever
// enumerated. A read-modify-write is glued to the write it reads: the writes
// form chains, and edges lead between chains. Tested by
// unittests/Model/WriteOrderTest.cpp against all permutations.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_WRITEORDER_H
#define FENCEPOST_LIB_MODEL_WRITEORDER_H

#include "Relation.h"

namespace fencepost::model {

/// Writes are numbered from 0 within their cell.
class WriteOrder {
public:
  explicit WriteOrder(unsigned Size = 0);

  unsigned size() const { return Chain.size(); }
  /// Whether every order puts \p A before \p B.
  bool before(unsigned A, unsigned B) const {
    if (Chain[A] == Chain[B])
      return Place[A] < Place[B];
    return related(Chain[A], Chain[B]);
  }
  /// Demands that \p A comes before \p B; false if no order is left.
  bool demand(unsigned A, unsigned B);
  /// Demands that \p B comes directly after \p A; false if no order is left.
  bool glue(unsigned A, unsigned B);

private:
  bool related(unsigned A, unsigned B) const {
    return Rows[A * Stride + B / 64] >> (B % 64) & 1;
  }
  void addAfter(unsigned Row, llvm::ArrayRef<Word> Set);

  unsigned Stride;
  llvm::SmallVector<Word, 12> Rows;      ///< By chain; transitively closed.
  llvm::SmallVector<uint16_t, 12> Chain; ///< The first write of its chain.
  llvm::SmallVector<uint16_t, 12> Place; ///< Within the chain.
  llvm::SmallVector<bool, 12> HasNext;
};

} // namespace fencepost::model

#endif
