//===- ValueTable.h - The values of a sync view, without duplicates -------===//
// Adds values to a view. Equal ones get one number; operators of constants are
// computed, and identities that are common in address arithmetic (x + 0, x * 1,
// (x + 1) + 2) are applied, so that equivalent expressions of these forms are
// equal. Tested by unittests/View/ValueTableTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_VALUETABLE_H
#define FENCEPOST_VIEW_VALUETABLE_H

#include "fencepost/View/SyncView.h"
#include <array>
#include <map>
#include <optional>

namespace fencepost::view {

/// The properties of a leaf besides its kind and number.
struct Leaf {
  unsigned Bits = 32;
  bool Uniform = false, WaveUniform = false;
  BlockId Block = None;
  std::string Name;
  bool Plain = false;                   ///< Unknown only.
  llvm::SmallVector<Source, 1> Sources; ///< Unknown only.
};

class ValueTable {
public:
  /// \p Values must be empty, and only this table may add to it.
  explicit ValueTable(std::vector<Value> &Values) : Values(Values) {}

  const Value &operator[](ValueId Id) const { return Values[Id]; }
  unsigned bits(ValueId Id) const { return Values[Id].Bits; }

  ValueId constant(uint64_t Number, unsigned Bits);
  std::optional<uint64_t> constantOf(ValueId Id) const;
  /// WorkItem to Argument.
  ValueId leaf(ValueKind Kind, uint64_t Number, const Leaf &Leaf);
  ValueId unknown(const Leaf &Leaf); ///< A new one.
  ValueId phi(const Leaf &Leaf);     ///< A new one; its incoming values follow.
  void setWaveUniform(ValueId Id) { Values[Id].WaveUniform = true; }
  void setIncoming(ValueId Phi, llvm::ArrayRef<Incoming> From);

  /// An operator; the width of the result is that of \p A (or of \p B for a
  /// Select), 1 for comparisons. For extensions and truncations see resize().
  ValueId op(ValueKind Kind, ValueId A, ValueId B, ValueId C = None);
  /// \p Id with \p Bits, truncated or extended.
  ValueId resize(ValueId Id, unsigned Bits, bool Signed = false);

  ValueId add(ValueId A, ValueId B) { return op(ValueKind::Add, A, B); }
  ValueId addConstant(ValueId A, uint64_t Number) {
    return add(A, constant(Number, bits(A)));
  }
  ValueId mulConstant(ValueId A, uint64_t Number) {
    return op(ValueKind::Mul, A, constant(Number, bits(A)));
  }

private:
  using Key = std::array<uint64_t, 5>;
  ValueId insert(Value V);
  ValueId make(ValueKind Kind, unsigned Bits, ValueId A, ValueId B, ValueId C);
  ValueId simplify(ValueKind Kind, ValueId A, ValueId B, ValueId C);
  ValueId simplifyConstant(ValueKind Kind, ValueId A, uint64_t B);
  bool isNarrow(ValueId Id, unsigned Depth) const;

  std::vector<Value> &Values;
  std::map<Key, ValueId> Known;
  uint64_t NextUnknown = 0;
};

/// Removes the values that no event, edge or loop of \p View depends on, and
/// numbers the unknowns that are left from 0.
void removeUnusedValues(SyncView &View);

} // namespace fencepost::view

#endif
