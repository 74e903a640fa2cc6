//===- Periods.h - Terms that repeat when a symbol grows ------------------===//
// The address of a ring buffer depends on a loop's counter only through a
// remainder: what holds for as many iterations as the ring has stages holds
// for all. Tested by unittests/Check/EnumerateTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_PERIODS_H
#define FENCEPOST_CHECK_PERIODS_H

#include "fencepost/Check/Terms.h"
#include <optional>

namespace fencepost::check {

/// A number P with Root(Symbol + P) = Root(Symbol) within the interval of
/// \p Symbol, all other symbols unchanged: 1 if \p Root does not depend on it.
/// None: not found, or large.
std::optional<uint64_t> periodOf(const TermTable &Terms, TermId Root,
                                 TermId Symbol);

} // namespace fencepost::check

#endif
