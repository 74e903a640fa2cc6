//===- TargetReport.h - What `fencepost targets` prints -------------------===//
// The table of processors, and all facts of one, as text for people and as JSON
// for programs; the same facts in both. Tested by
// unittests/Report/TargetReportTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_TARGETREPORT_H
#define FENCEPOST_REPORT_TARGETREPORT_H

#include "fencepost/Target/Processor.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

/// One line a target, no line wider than 120 columns.
void printTargetTable(llvm::raw_ostream &OS);
/// All facts of one target, in groups.
void printTarget(llvm::raw_ostream &OS, const Processor &P);

/// All facts of one target, an object.
llvm::json::Value targetJson(const Processor &P);
/// {"version": 1, "targets": [...]}, for the targets given or for all.
llvm::json::Value targetsJson(llvm::ArrayRef<const Processor *> Wanted);
llvm::json::Value targetsJson();

} // namespace fencepost

#endif
