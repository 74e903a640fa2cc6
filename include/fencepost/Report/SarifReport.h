//===- SarifReport.h - Findings as SARIF 2.1.0 ----------------------------===//
// One run of one tool: the registry as rules, findings as results, errors as
// tool notifications. An undecided answer is a result of kind "open". Tested by
// test/report against the required fields of the standard.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_SARIFREPORT_H
#define FENCEPOST_REPORT_SARIFREPORT_H

#include "fencepost/Report/Outcome.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// \p OtherSolver answers instead of the pinned one; empty if that does.
llvm::json::Value sarifReport(const Outcome &O, llvm::StringRef OtherSolver);

} // namespace fencepost

#endif
