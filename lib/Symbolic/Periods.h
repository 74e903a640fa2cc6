//===- Periods.h - Terms that repeat when a symbol grows -----------------===//
// The address of a ring buffer depends on a loop's counter only through a
// remainder: what holds for as many iterations as the ring has stages holds
// for all. And what halves until nothing is left stays as it is from then on.
// Tested by unittests/Check/EnumerateTest.cpp and ValueSearchTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_PERIODS_H
#define FENCEPOST_LIB_SYMBOLIC_PERIODS_H

#include "fencepost/Symbolic/Terms.h"
#include <optional>

namespace fencepost::sym {

/// Something has the same value for a symbol and for the symbol plus Period, if
/// the symbol is at least From.
struct Repetition {
  uint64_t From = 0, Period = 1;

  /// Of an interval from \p Low: how many values the others repeat, or the
  /// largest number.
  uint64_t numValues(uint64_t Low) const {
    uint64_t Once = From > Low ? From - Low : 0;
    return Once + Period < Once ? ~uint64_t(0) : Once + Period;
  }
  bool operator==(const Repetition &) const = default;
};

/// Of both.
Repetition common(Repetition A, Repetition B);

/// How \p Root repeats within the interval of \p Symbol, all other symbols
/// unchanged. None: not found, or only after many values.
std::optional<Repetition> repetitionOf(const TermTable &Terms, TermId Root,
                                       TermId Symbol);

} // namespace fencepost::sym

#endif
