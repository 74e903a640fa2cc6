//===- FindingText.h - Defects as printed findings ------------------------===//
// A defect refers to events of a view and carries a numeric witness. Here it
// becomes a message at a source location, with notes: which work-item accesses
// which byte of which object, in which iterations, along which path, with which
// arguments. Tested by test/messages/check.md, test/check and test/check-cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_FINDINGTEXT_H
#define FENCEPOST_REPORT_FINDINGTEXT_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Support/Diagnostics.h"

namespace fencepost {

/// The row of the registry that findings of \p Kind are reported as.
Diag diagnosticOf(check::DefectKind Kind);
/// The row for \p F; an unknown result has a row of its own.
Diag diagnosticOf(const check::Defect &F);

/// The finding for \p F. Its locations do not have the text of their lines yet;
/// an empty file name is the file that was read.
Finding describeDefect(const view::SyncView &View, const check::Defect &F);

Location locationOf(const view::SourceLocation &Where);

} // namespace fencepost

#endif
