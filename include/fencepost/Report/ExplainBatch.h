//===- ExplainBatch.h - Many questions about machine code, a line each ----===//
// `fencepost explain --batch`: a question is a JSON object on a line of its
// own, the answer the same object with `pre`, `access` and `post`, or `error`.
// docs/lowering.md says what the members mean. Tested by
// unittests/Report/ExplainBatchTest.cpp, test/explain and, through the
// questions that other tests ask, test/lower-spec and test/lower-llvm.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINBATCH_H
#define FENCEPOST_REPORT_EXPLAINBATCH_H

#include "fencepost/Lower/Sequence.h"

namespace fencepost {

/// A longer line is not taken as a question.
inline constexpr size_t MaxBatchLine = 1 << 20;

/// Appends the answer to \p Line, and a new line, to \p Out. A question that
/// names no dialect is answered in \p Default. Returns false if \p Line, the
/// \p Number th, is no question; the answer then says so.
bool answerBatchLine(llvm::StringRef Line, uint64_t Number,
                     lower::Dialect Default, llvm::SmallVectorImpl<char> &Out);

} // namespace fencepost

#endif
