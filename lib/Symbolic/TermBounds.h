//===- TermBounds.h - What comparisons with numbers say of a symbol ------===//
// A symbol, or its sum with a number, compared with a number: that holds on an
// interval of the symbol's values, or everywhere else. Several such conditions
// leave little of the interval that a symbol has at first, or nothing.
// Tested against all values by unittests/Symbolic/TermBoundsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_TERMBOUNDS_H
#define FENCEPOST_LIB_SYMBOLIC_TERMBOUNDS_H

#include "fencepost/Symbolic/Terms.h"
#include <optional>

namespace fencepost::sym {

/// A condition that holds if Symbol is in In, or if it is not.
struct SymbolInterval {
  TermId Symbol;
  Range Values;
  bool Inside; ///< Holds in it.
};

/// \p Condition as one; nothing if it is not of this kind.
std::optional<SymbolInterval> intervalOf(const TermTable &Terms,
                                         TermId Condition);

/// Intervals of symbols, where they are smaller than at first.
using SymbolBounds = llvm::SmallDenseMap<TermId, Range, 4>;

/// What \p Conditions leave of the intervals of their symbols if all of them
/// hold; nothing if they cannot.
std::optional<SymbolBounds> boundsIn(const TermTable &Terms,
                                     llvm::ArrayRef<TermId> Conditions);

} // namespace fencepost::sym

#endif
