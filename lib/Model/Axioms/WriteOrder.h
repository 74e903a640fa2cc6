//===- WriteOrder.h - What is known of the order of a cell's writes -------===//
// The part of modification order that happens-before and the reads so far
// force, for a cell whose writes have pairwise inclusive scopes. Everything
// docs/model.md M10 demands of a modification order is then a set of forced
// edges, so some total order exists exactly if they are acyclic, and no order
// is ever enumerated. A read-modify-write is glued to the write it reads: the
// writes form chains, and edges lead between chains. Tested by
// unittests/Model/WriteOrderTest.cpp against all permutations.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_WRITEORDER_H
#define FENCEPOST_LIB_MODEL_WRITEORDER_H

#include "Relation.h"

namespace fencepost::model {

/// Writes are numbered from 0 within their cell. The search copies orders at
/// every choice, so everything lies in one array: for each write the closed row
/// of its chain, then what is known of the write itself.
class WriteOrder {
public:
  explicit WriteOrder(unsigned Size = 0);

  unsigned size() const { return Size; }
  /// Whether every order puts \p A before \p B.
  bool before(unsigned A, unsigned B) const {
    if (chain(A) == chain(B))
      return place(A) < place(B);
    return related(chain(A), chain(B));
  }
  /// Demands that \p A comes before \p B; false if no order is left.
  bool demand(unsigned A, unsigned B);
  /// Demands that \p B comes directly after \p A; false if no order is left.
  bool glue(unsigned A, unsigned B);

private:
  using Row = llvm::SmallVector<Word, 4>;

  const Word *row(unsigned Chain) const { return &Data[Chain * Stride]; }
  Word *row(unsigned Chain) { return &Data[Chain * Stride]; }
  const Word &info(unsigned Write) const { return Data[Size * Stride + Write]; }
  Word &info(unsigned Write) { return Data[Size * Stride + Write]; }

  /// The first write of the chain that \p Write belongs to.
  unsigned chain(unsigned Write) const { return info(Write) & 0xffff; }
  unsigned place(unsigned Write) const { return info(Write) >> 16 & 0xffff; }
  bool hasNext(unsigned Write) const { return info(Write) >> 32; }
  enum class Next : uint8_t { None, Glued };
  void setInfo(unsigned Write, unsigned Chain, unsigned Place, Next After) {
    info(Write) = Word(After == Next::Glued) << 32 | Place << 16 | Chain;
  }

  bool related(unsigned A, unsigned B) const {
    return row(A)[B / 64] >> (B % 64) & 1;
  }
  void unrelate(unsigned A, unsigned B) {
    row(A)[B / 64] &= ~(Word(1) << (B % 64));
  }
  /// The chains after \p Chain, and itself.
  Row fromHereOn(unsigned Chain) const;
  void addRow(unsigned Chain, const Row &Set);

  unsigned Size, Stride;
  llvm::SmallVector<Word, 24> Data;
};

} // namespace fencepost::model

#endif
