//===- TermColumns.h - Terms computed for many assignments at once --------===//
// Terms are flattened into instructions, operands first. Each is executed for
// up to Lanes assignments before the next one, so that what to do is decided
// once for all of them, and the loop over them is one that a compiler can make
// vectors of. Tested by unittests/Check/TermsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_TERMCOLUMNS_H
#define FENCEPOST_LIB_CHECK_TERMCOLUMNS_H

#include "fencepost/Check/Terms.h"

namespace fencepost::check {

class TermColumns {
public:
  static constexpr unsigned Lanes = 128;
  using Column = std::array<uint64_t, Lanes>;

  explicit TermColumns(const TermTable &Terms) : Terms(Terms) {}
  /// The number of the column of \p Root.
  unsigned add(TermId Root);
  bool has(TermId Id) const { return Place.count(Id); }
  llvm::ArrayRef<TermId> symbols() const { return Symbols; }
  /// The values of a symbol, to be set before run().
  Column &of(TermId Symbol) { return Columns[Place.lookup(Symbol)]; }
  /// Computes the first \p Count lanes of all columns.
  void run(unsigned Count);
  unsigned size() const { return Code.size(); } ///< Operators.
  const Column &operator[](unsigned Number) const { return Columns[Number]; }

private:
  struct Instruction {
    TermId Term = 0;
    unsigned To = 0, A = 0, B = 0, C = 0;
    llvm::SmallVector<std::pair<unsigned, uint64_t>, 2> Parts;
  };
  void append(TermId Id);
  void runSum(const Instruction &I, unsigned Count);

  const TermTable &Terms;
  llvm::DenseMap<TermId, unsigned> Place;
  std::vector<Column> Columns;
  std::vector<Instruction> Code; ///< Sums and operators.
  llvm::SmallVector<TermId, 8> Symbols;
};

} // namespace fencepost::check

#endif
