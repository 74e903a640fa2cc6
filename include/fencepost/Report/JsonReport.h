//===- JsonReport.h - Findings as JSON ------------------------------------===//
// The part of every JSON document that all commands share; its schema is
// docs/schema/report.v1.json. A command adds its own data beside it. Tested by
// test/report, which validates real documents against the schema.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_JSONREPORT_H
#define FENCEPOST_REPORT_JSONREPORT_H

#include "fencepost/Report/Outcome.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// \p Text with bytes that are not UTF-8 replaced, so that any name can go into
/// a document.
std::string jsonText(llvm::StringRef Text);

/// Every document is one object: this head, the command's own data, the tail.
/// Writes "version", "tool" and "command". \p OtherSolver answers instead of
/// the pinned one; empty if that does.
void writeReportHead(llvm::json::OStream &J, llvm::StringRef Command,
                     llvm::StringRef OtherSolver);
/// Writes "verdict", "findings" and "errors".
void writeReportTail(llvm::json::OStream &J, const Outcome &O);

} // namespace fencepost

#endif
