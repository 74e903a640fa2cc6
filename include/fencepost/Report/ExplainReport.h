//===- ExplainReport.h - What `fencepost explain` prints ------------------===//
// The machine code of one operation with the reasons of each instruction, as
// text for people and as JSON for programs (docs/schema/explain.v1.json); the
// same facts in both. Comparisons over all targets are ExplainTargets.h, many
// questions at once ExplainBatch.h. Tested by test/explain.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINREPORT_H
#define FENCEPOST_REPORT_EXPLAINREPORT_H

#include "fencepost/Lower/Differences.h"
#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

struct Explanation {
  Operation Op;
  lower::Mode Where;
  lower::Dialect As = lower::Dialect::Spec;
  lower::Sequence Code;

  /// The rows that make the other dialect's code differ, if any do.
  std::vector<const lower::DifferenceFacts *> Differences;
  /// The other dialect's code if it differs; or, if that dialect refuses the
  /// operation, why.
  std::optional<lower::Sequence> Other;
  std::string OtherRefuses;
};

/// The error is lower()'s.
llvm::Expected<Explanation>
explain(const Operation &Op, const lower::Mode &Where, lower::Dialect As);

void printExplanation(llvm::raw_ostream &OS, const Explanation &E);
llvm::json::Value explanationJson(const Explanation &E);

/// "the specification", "LLVM 22.1"
llvm::StringRef dialectTitle(lower::Dialect As);

} // namespace fencepost

#endif
