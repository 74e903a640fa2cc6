//===- TextReport.h - Findings in clang's shape ---------------------------===//
// file:line:col: error: message [name], the source line with a caret under it,
// then the notes in the same shape. Tested by
// unittests/Report/TextReportTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_TEXTREPORT_H
#define FENCEPOST_REPORT_TEXTREPORT_H

#include "fencepost/Support/Diagnostics.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

/// The stream colours only if its colours are enabled
/// (raw_ostream::enable_colors).
void printFinding(llvm::raw_ostream &OS, const Finding &F);
void printFindings(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings);

} // namespace fencepost

#endif
