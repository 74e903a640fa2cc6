//===- TermColumns.h - Terms computed for many assignments at once -------===//
// Terms are flattened into instructions, operands first. Each is executed for
// up to Lanes assignments before the next one, so that it is dispatched once
// for all of them, and the loop over them can be vectorized. Terms over symbols
// that have one value for all lanes are computed once, and terms whose symbols
// did not change are not computed again. Tested by
// unittests/Symbolic/TermsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_TERMCOLUMNS_H
#define FENCEPOST_LIB_SYMBOLIC_TERMCOLUMNS_H

#include "fencepost/Symbolic/Terms.h"
#include <memory>

namespace fencepost::sym {

class TermColumns {
public:
  static constexpr unsigned Lanes = 256;

  explicit TermColumns(const TermTable &Terms) : Terms(Terms) {}
  /// The number of the column of \p Root.
  unsigned add(TermId Root);
  bool has(TermId Id) const { return Place.count(Id); }
  llvm::ArrayRef<TermId> symbols() const { return Symbols; }
  /// Gives all lanes of a symbol one value.
  void set(TermId Symbol, uint64_t Value);
  /// The lanes of a symbol, to be filled.
  llvm::MutableArrayRef<uint64_t> lanesOf(TermId Symbol);
  /// Computes the first \p Count lanes of all columns; returns the number of
  /// values computed, where some lanes of a column at a time count as one.
  uint64_t run(unsigned Count);
  unsigned size() const { return Code.size(); } ///< Operators.
  llvm::ArrayRef<uint64_t> operator[](unsigned Number) {
    return {spread(Columns[Number]), Lanes};
  }
  /// The value of all lanes, if it is known to be one.
  std::optional<uint64_t> onlyValue(unsigned Number) const {
    const Column &C = Columns[Number];
    return C.IsOne ? std::optional(C.Value) : std::nullopt;
  }

private:
  struct Column {
    uint64_t Value = 0;    ///< Of all lanes,
    bool IsOne = true;     ///< if they have one,
    bool IsSpread = false; ///< which is in each of them.
    std::unique_ptr<uint64_t[]> Values;
    uint64_t *lanes();
    void setOne(uint64_t To);
  };
  struct Instruction {
    bool IsSum = false;
    view::ValueKind Op = view::ValueKind::Constant;
    unsigned Bits = 0, OperandBits = 0;
    unsigned To = 0;
    uint64_t Number = 0; ///< The constant of a sum.
    uint64_t Over = 0;   ///< Symbols.
    /// The columns of operands, or of summands with their factors.
    llvm::SmallVector<std::pair<unsigned, uint64_t>, 3> From;
  };
  void append(TermId Id);
  Instruction instruction(TermId Id) const;
  uint64_t valueOf(const Instruction &I) const;
  static uint64_t *spread(Column &C);
  void runSum(const Instruction &I, unsigned Count);
  void runOperator(const Instruction &I, unsigned Count);

  const TermTable &Terms;
  llvm::DenseMap<TermId, unsigned> Place;
  std::vector<Column> Columns;
  std::vector<uint64_t> Over;    ///< Symbols that columns depend on.
  std::vector<Instruction> Code; ///< Sums and operators.
  llvm::SmallVector<TermId, 8> Symbols;
  uint64_t Changed = ~uint64_t(0); ///< Symbols, since the last run.
  unsigned Computed = 0;           ///< Lanes, then.
};

} // namespace fencepost::sym

#endif
