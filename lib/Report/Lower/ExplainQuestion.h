//===- ExplainQuestion.h - One question of a batch, understood ------------===//
#ifndef FENCEPOST_LIB_REPORT_EXPLAINQUESTION_H
#define FENCEPOST_LIB_REPORT_EXPLAINQUESTION_H

#include "JsonLine.h"
#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/Error.h"

namespace fencepost {

struct ExplainQuestion {
  lower::Mode Where;
  lower::Dialect As = lower::Dialect::Spec;
  Operation Op;
  /// What follows: the wait of `s_barrier_signal_wait`.
  std::optional<Operation> Then;
};

/// What the members of a question ask; one that names no dialect asks in
/// \p Default. The error is a sentence without a full stop.
llvm::Expected<ExplainQuestion> readQuestion(llvm::ArrayRef<JsonMember> Members,
                                             lower::Dialect Default);

/// Whether \p Key is a member of an answer, which a question does not keep.
bool isAnswerKey(llvm::StringRef Key);

} // namespace fencepost

#endif
