//===- Lower.h - From an operation to its machine code --------------------===//
// The machine code of every operation on every processor, as the specification
// gives it or as LLVM 22.1 emits it. One engine (lib/Lower/Sequence) applies
// rows of facts per family (FamilyTable.cpp) and the table of differences
// between the two dialects (Differences.h). Tested against llc
// (test/lower-llvm), against the tables of the specification row by row
// (test/lower-spec) and by laws (unittests/Lower/LawsTest.cpp).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_LOWER_H
#define FENCEPOST_LOWER_LOWER_H

#include "fencepost/Lower/Differences.h"
#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/Error.h"

namespace fencepost::lower {

/// The sequence of \p Op on \p M, in \p D's words. The error, a sentence
/// without a full stop and without a place, names the rule that forbids \p Op:
/// problemWith(), or what the processor lacks.
///
/// Of asynchronous operations this knows one at a time: a WaitAsyncMark is
/// lowered as if Op.Marks async operations, one a mark, followed the last mark
/// to be completed. Real counts need the control flow: AsyncMarks.h.
llvm::Expected<Sequence> lower(const Operation &Op, const Mode &M, Dialect D);

/// The same with a choice of differences: none gives LLVM's sequence, all those
/// of the family the specification's, and one left out shows what it changes.
llvm::Expected<Sequence> lower(const Operation &Op, const Mode &M,
                               const DifferenceSet &Applied);

} // namespace fencepost::lower

#endif
