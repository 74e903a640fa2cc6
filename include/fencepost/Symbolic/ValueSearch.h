//===- ValueSearch.h - A condition that holds, found by trying -----------===//
// Most conditions about two threads that can hold do so for simple values:
// small numbers of work-items, the first iterations, arguments that are neither
// tiny nor odd. Symbols get values one after the other; each part of a
// conjunction says what is left for its last symbol as soon as the others have
// values, for all values at once (TermColumns). Disjunctions are looked at one
// alternative after the other. An equation is solved for its last symbol. That
// is quicker than any solver.
//
// Symbols with few values get them all, so that a search that never had to do
// with others proves that nothing holds.
// Tested against trying everything by unittests/Symbolic/ValueSearchTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_VALUESEARCH_H
#define FENCEPOST_SYMBOLIC_VALUESEARCH_H

#include "fencepost/Symbolic/Solver.h"

namespace fencepost::sym {

struct ValueSearchLimits {
  uint64_t Few = 1024; ///< Symbols with no more values get them all.
  /// Parts looked at and operators computed; for eight values, one more.
  uint64_t Work = 60000;
  unsigned Again = 0; ///< Times, with values in other orders.
};

/// The parts of \p Condition all of which must hold.
llvm::SmallVector<TermId, 16> conjunctsOf(const TermTable &Terms,
                                          TermId Condition);

/// Yes with how, No, or GaveUp.
Answer searchValues(const TermTable &Terms, TermId Condition, Assignment &Found,
                    ValueSearchLimits Limits = {});

/// Proves that \p Condition holds for no values from those of its parts alone
/// that are over symbols with few values, or repeat when a symbol with many
/// grows (Periods.h). False says nothing.
bool neverHolds(const TermTable &Terms, TermId Condition,
                ValueSearchLimits Limits = {});

} // namespace fencepost::sym

#endif
