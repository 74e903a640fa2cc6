//===- ExplainBatch.h - `fencepost explain --batch` -----------------------===//
#ifndef FENCEPOST_TOOLS_EXPLAINBATCH_H
#define FENCEPOST_TOOLS_EXPLAINBATCH_H

#include "fencepost/Lower/Sequence.h"

namespace fencepost {

/// Answers every line of the file \p Name, or of standard input for "-", in
/// order; memory does not grow with the input. Returns the exit code.
int explainBatch(llvm::StringRef Name, lower::Dialect Default);

} // namespace fencepost

#endif
