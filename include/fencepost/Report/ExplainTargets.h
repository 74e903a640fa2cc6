//===- ExplainTargets.h - One operation on every target -------------------===//
// `fencepost explain --all-targets`: processors and modes whose code is the
// same are one group. A mode is a setting of the feature that changes what a
// work-group shares: cumode from GFX10 to GFX12, tgsplit on GFX90A and GFX942.
// Tested by test/explain/all-targets.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINTARGETS_H
#define FENCEPOST_REPORT_EXPLAINTARGETS_H

#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

struct TargetGroup {
  std::vector<lower::Mode> Modes; ///< By processor, the default mode first.
  lower::Sequence Code;
  /// Why these processors cannot do it, their names left out; then no Code.
  std::string Refused;
};

/// Every processor in every mode, by age, generic targets last. \p WorkGroup
/// is the size of a work-group, 0 if it may be any.
std::vector<lower::Mode> allModes(unsigned WorkGroup = 0);

/// In the order of their first modes.
std::vector<TargetGroup> explainTargets(const Operation &Op, lower::Dialect As,
                                        unsigned WorkGroup);

/// A row a group, no line wider than 120 columns.
void printTargetGroups(llvm::raw_ostream &OS, const Operation &Op,
                       lower::Dialect As, llvm::ArrayRef<TargetGroup> Groups);
llvm::json::Value targetGroupsJson(const Operation &Op, lower::Dialect As,
                                   llvm::ArrayRef<TargetGroup> Groups);

} // namespace fencepost

#endif
