//===- ExplainTargets.h - One operation on every target -------------------===//
// What `fencepost explain --all-targets` prints, a group of processors and
// modes a row. Tested by test/explain/all-targets.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINTARGETS_H
#define FENCEPOST_REPORT_EXPLAINTARGETS_H

#include "fencepost/Lower/Explanation.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

/// A row a group, no line wider than 120 columns.
void printTargetGroups(llvm::raw_ostream &OS, const Operation &Op,
                       lower::Dialect As,
                       llvm::ArrayRef<lower::TargetGroup> Groups);
llvm::json::Value targetGroupsJson(const Operation &Op, lower::Dialect As,
                                   llvm::ArrayRef<lower::TargetGroup> Groups);

} // namespace fencepost

#endif
