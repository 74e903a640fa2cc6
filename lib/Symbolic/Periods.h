//===- Periods.h - Terms that are periodic in a symbol --------------------===//
// The address of a ring buffer depends on a loop's counter only through a
// remainder: a condition that holds for as many iterations as the ring has
// stages holds for all. And a value that is halved until it is zero stays zero.
// Tested by unittests/Symbolic/PeriodsTest.cpp and ValueSearchTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_PERIODS_H
#define FENCEPOST_LIB_SYMBOLIC_PERIODS_H

#include "fencepost/Symbolic/Terms.h"
#include <optional>

namespace fencepost::sym {

/// A term has the same value for a symbol and for the symbol plus Period, if
/// the symbol is at least From.
struct Repetition {
  uint64_t From = 0, Period = 1;

  /// The number of values from \p Low that represent all others, or the largest
  /// number.
  uint64_t numValues(uint64_t Low) const {
    uint64_t Once = From > Low ? From - Low : 0;
    return Once + Period < Once ? ~uint64_t(0) : Once + Period;
  }
  bool operator==(const Repetition &) const = default;
};

/// The repetition of two terms together.
Repetition common(Repetition A, Repetition B);

/// The period of \p Root within the interval of \p Symbol, with all other
/// symbols fixed. None: not found, or too long.
std::optional<Repetition> repetitionOf(const TermTable &Terms, TermId Root,
                                       TermId Symbol);

} // namespace fencepost::sym

#endif
