//===- ExplainQuestion.h - One question of a batch, understood ------------===//
#ifndef FENCEPOST_LOWER_EXPLAINQUESTION_H
#define FENCEPOST_LOWER_EXPLAINQUESTION_H

#include "fencepost/Lower/Sequence.h"
#include "fencepost/Support/JsonLine.h"
#include "llvm/Support/Error.h"

namespace fencepost::lower {

struct ExplainQuestion {
  Mode Where;
  Dialect As = Dialect::Spec;
  Operation Op;
  /// What follows: the wait of `s_barrier_signal_wait`.
  std::optional<Operation> NextOp;
};

/// What the members of a question ask; one that names no dialect asks in
/// \p Default. The error is a sentence without a full stop.
llvm::Expected<ExplainQuestion> readQuestion(llvm::ArrayRef<JsonMember> Members,
                                             Dialect Default);

/// Whether \p Key is a member of an answer, which a question does not keep.
bool isAnswerKey(llvm::StringRef Key);

} // namespace fencepost::lower

#endif
