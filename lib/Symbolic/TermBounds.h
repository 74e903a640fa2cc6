//===- TermBounds.h - Intervals of symbols, from comparisons --------------===//
// A symbol, or its sum with a number, compared with a number: that holds on an
// interval of the symbol's values, or everywhere else. Several such conditions
// narrow the initial interval of a symbol, or make it empty.
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

/// The interval of \p Condition; nothing if it is not of this form.
std::optional<SymbolInterval> intervalOf(const TermTable &Terms,
                                         TermId Condition);

/// Intervals of symbols that are smaller than the initial ones.
using SymbolBounds = llvm::SmallDenseMap<TermId, Range, 4>;

/// The intervals of symbols under which all \p Conditions may hold; nothing if
/// they cannot.
std::optional<SymbolBounds> boundsIn(const TermTable &Terms,
                                     llvm::ArrayRef<TermId> Conditions);

} // namespace fencepost::sym

#endif
