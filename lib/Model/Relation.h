//===- Relation.h - Relations over the events of one execution ------------===//
// Row I is a bit set; bit J says "event I is related to event J". Rows are
// kept side by side in one array so that a relation is copied in one go: the
// search copies relations at every choice. Tested by
// unittests/Model/RelationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_RELATION_H
#define FENCEPOST_LIB_MODEL_RELATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace fencepost::model {

using Word = uint64_t;

/// A set of events, as words.
class EventSet {
public:
  EventSet() = default;
  explicit EventSet(unsigned Size) : Words((Size + 63) / 64) {}
  explicit EventSet(llvm::ArrayRef<Word> W) : Words(W.begin(), W.end()) {}

  void set(unsigned I) { Words[I / 64] |= Word(1) << (I % 64); }
  void reset(unsigned I) { Words[I / 64] &= ~(Word(1) << (I % 64)); }
  bool has(unsigned I) const { return Words[I / 64] >> (I % 64) & 1; }
  bool empty() const {
    for (Word W : Words)
      if (W)
        return false;
    return true;
  }
  unsigned count() const {
    unsigned N = 0;
    for (Word W : Words)
      N += llvm::popcount(W);
    return N;
  }
  llvm::ArrayRef<Word> words() const { return Words; }
  llvm::MutableArrayRef<Word> words() { return Words; }

private:
  llvm::SmallVector<Word, 2> Words;
};

/// Calls \p Do with each member of the set \p Words, in order.
template <typename Fn> void forEach(llvm::ArrayRef<Word> Words, Fn Do) {
  for (unsigned I = 0; I < Words.size(); ++I)
    for (Word W = Words[I]; W; W &= W - 1)
      Do(I * 64 + llvm::countr_zero(W));
}

class Relation {
public:
  Relation() = default;
  explicit Relation(unsigned Size) { resize(Size); }

  unsigned size() const { return Size; }
  /// New events are related to nothing.
  void resize(unsigned NewSize);

  bool has(unsigned From, unsigned To) const {
    return Bits[From * Stride + To / 64] >> (To % 64) & 1;
  }
  void add(unsigned From, unsigned To) {
    Bits[From * Stride + To / 64] |= Word(1) << (To % 64);
  }
  void remove(unsigned From, unsigned To) {
    Bits[From * Stride + To / 64] &= ~(Word(1) << (To % 64));
  }
  llvm::ArrayRef<Word> row(unsigned I) const {
    return {Bits.data() + I * Stride, Stride};
  }
  /// row(From) |= \p Set
  void addRow(unsigned From, llvm::ArrayRef<Word> Set) {
    for (unsigned I = 0; I < Set.size(); ++I)
      Bits[From * Stride + I] |= Set[I];
  }
  /// Adds From -> To to a transitively closed relation and closes it again.
  void addClosed(unsigned From, unsigned To);

  Relation operator|(const Relation &Other) const;
  Relation then(const Relation &Next) const; ///< Composition, `r ; s`.
  Relation closure() const;                  ///< Transitive closure, `r+`.
  bool isReflexiveSomewhere() const;
  /// The events of one shortest cycle, in order; empty if acyclic. Callers show
  /// this witness: a bare yes/no is not an explanation.
  std::vector<unsigned> findCycle() const;
  /// A shortest path from \p From to \p To, both included; empty if none.
  std::vector<unsigned> findPath(unsigned From, unsigned To) const;

private:
  unsigned Size = 0;
  unsigned Stride = 0;
  std::vector<Word> Bits;
};

} // namespace fencepost::model

#endif
