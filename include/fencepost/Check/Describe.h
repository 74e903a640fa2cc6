//===- Describe.h - Defects as printed findings ---------------------------===//
// A defect refers to events of a view and carries a numeric witness. Here it
// becomes a message at a source location, with notes: which work-item accesses
// which byte of which object, in which iterations, along which path, with which
// arguments. Defects with the same message at the same locations (a source line
// that was unrolled or inlined several times) are printed once.
// Tested by test/check and test/check-cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DESCRIBE_H
#define FENCEPOST_CHECK_DESCRIBE_H

#include "fencepost/Check/DefectStatement.h"
#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::check {

/// The row of the registry that findings of \p Kind are reported as.
Diag diagnosticOf(DefectKind Kind);
/// The row for \p F; an unknown result has a row of its own.
Diag diagnosticOf(const Defect &F);

/// The finding for \p F. Its locations do not have the text of their lines yet;
/// an empty file name is the file that was read.
fencepost::Finding describe(const view::SyncView &View, const Defect &F);

/// The events of \p F: the barrier to repair, the accesses, and the events of
/// its notes; each once.
std::vector<view::Site> sitesOf(const view::SyncView &View, const Defect &F);

Location locationOf(const view::SourceLocation &Where);

/// The name in the IR; a block without one is named by the line of its first
/// event.
std::string blockName(const view::SyncView &View, view::BlockId Id);
/// The name of the kernel's argument \p Number, or "".
std::string argumentName(const view::SyncView &View, uint32_t Number);

/// The message of \p Statement.
std::string statementText(const DefectStatement &Statement);

} // namespace fencepost::check

#endif
