//===- Explanation.h - What `fencepost explain` finds out -----------------===//
// An operation on one processor in both dialects, with the differences that its
// code comes of; and on every processor, where those and the modes whose code
// is the same are one group. A mode is a setting of the feature that changes
// what a work-group shares: cumode from GFX10 to GFX12, tgsplit on GFX90A and
// GFX942. lib/Report prints it. Tested by test/explain.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_EXPLANATION_H
#define FENCEPOST_LOWER_EXPLANATION_H

#include "fencepost/Lower/Differences.h"
#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/Error.h"

namespace fencepost::lower {

struct Explanation {
  Operation Op;
  Mode Where;
  Dialect As = Dialect::Spec;
  Sequence Code;

  /// The rows that make the other dialect's code differ, if any do.
  std::vector<const DifferenceFacts *> Differences;
  /// The other dialect's code if it differs; or, if that dialect refuses the
  /// operation, why.
  std::optional<Sequence> Other;
  std::string OtherRefuses;
};

/// \p Op on \p Where as \p As has it, compared with the other dialect. The
/// error is lower()'s.
llvm::Expected<Explanation> explain(const Operation &Op, const Mode &Where,
                                    Dialect As);

struct TargetGroup {
  std::vector<Mode> Modes; ///< By processor, the default mode first.
  Sequence Code;
  /// Why these processors cannot do it, their names left out; then no Code.
  std::string Refused;
};

/// Every processor in every mode, by age, generic targets last. \p WorkGroup
/// is the size of a work-group, 0 if it may be any.
std::vector<Mode> allModes(unsigned WorkGroup = 0);

/// In the order of their first modes.
std::vector<TargetGroup> explainTargets(const Operation &Op, Dialect As,
                                        unsigned WorkGroup);

} // namespace fencepost::lower

#endif
