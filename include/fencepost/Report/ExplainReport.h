//===- ExplainReport.h - What `fencepost explain` prints ------------------===//
// The machine code of one operation with the reasons of each instruction, as
// text for people and as JSON for programs (docs/schema/explain.v1.json); the
// same facts in both. Comparisons over all targets are ExplainTargets.h, many
// questions at once ExplainBatch.h. Tested by test/explain.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINREPORT_H
#define FENCEPOST_REPORT_EXPLAINREPORT_H

#include "fencepost/Lower/Explanation.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

void printExplanation(llvm::raw_ostream &OS, const lower::Explanation &E);
llvm::json::Value explanationJson(const lower::Explanation &E);

/// "the specification", "LLVM 22.1"
llvm::StringRef dialectTitle(lower::Dialect As);

} // namespace fencepost

#endif
