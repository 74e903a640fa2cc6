//===- ValueSearch.h - A satisfying assignment, found by trying -----------===//
// Most conditions about two threads that can hold do so for simple values:
// small numbers of work-items, the first iterations, arguments that are neither
// tiny nor odd. Symbols get values one after the other; as soon as all but one
// symbol of a conjunct have values, it is evaluated for all candidate values of
// the last one at once (TermColumns). Disjunctions are tried one alternative
// after the other. An equation is solved for its last symbol. That is faster
// than any solver.
//
// Symbols with few values are enumerated, so a search that involves no others
// is a proof if it finds nothing.
// Tested against trying everything by unittests/Symbolic/ValueSearchTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_VALUESEARCH_H
#define FENCEPOST_SYMBOLIC_VALUESEARCH_H

#include "fencepost/Symbolic/Solver.h"

namespace fencepost::sym {

struct ValueSearchLimits {
  uint64_t Few = 1024; ///< Symbols with at most so many values are enumerated.
  /// Conjuncts visited and operators computed; one more for every eight values.
  uint64_t Work = 60000;
  unsigned Again = 0; ///< Times, with values in other orders.
};

/// The conjuncts of \p Condition.
llvm::SmallVector<TermId, 16> conjunctsOf(const TermTable &Terms,
                                          TermId Condition);

/// Yes with an assignment, No, or GaveUp.
Answer searchValues(const TermTable &Terms, TermId Condition,
                    Assignment &Values, ValueSearchLimits Limits = {});

/// Proves that \p Condition is unsatisfiable, from those conjuncts alone whose
/// symbols have few values or that are periodic in a symbol with many
/// (Periods.h). False says nothing.
bool neverHolds(const TermTable &Terms, TermId Condition,
                ValueSearchLimits Limits = {});

} // namespace fencepost::sym

#endif
