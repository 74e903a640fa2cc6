//===- IRComments.h - What a test says in comments of its LLVM IR ---------===//
// `; @P0: workgroup 0` places a thread and `; exists (...)`, `; ~exists (...)`
// or `; forall (...)` is the final condition (docs/litmus.md, "A test"). Both
// stand in lines of their own. The condition continues in the comment lines
// below it while a parenthesis is open or a line begins or ends with an
// operator. All other comments are for people. Tested by
// unittests/LitmusIR/CommentsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_IRCOMMENTS_H
#define FENCEPOST_LITMUSIR_IRCOMMENTS_H

#include "fencepost/IR/IRSource.h"

namespace fencepost {

/// A part of the text, by its first byte and the byte after it.
struct TextRange {
  size_t Begin = 0, End = 0;

  bool empty() const { return Begin == End; }
};

struct PlacementComment {
  unsigned Thread = 0;
  TextRange Text; ///< Behind the colon.
};

struct IRComments {
  /// The whole text with spaces for everything but placements and condition, so
  /// that the places of what is left are those in the file.
  std::string Masked;
  TextRange Condition; ///< Empty if there is none.
  std::vector<PlacementComment> Placements;
};

/// The number N of the thread that \p Name ("P0", but not "P00") names.
std::optional<unsigned> threadNumber(llvm::StringRef Name);

/// Fails if there is more than one condition or a thread is placed twice.
llvm::Expected<IRComments> readComments(const IRSource &Source);

} // namespace fencepost

#endif
