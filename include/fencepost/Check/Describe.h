//===- Describe.h - Findings of the checker in words ---------------------===//
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
/// That of \p F: what is unknown is not reported as a defect.
Diag diagnosticOf(const Defect &F);

/// \p F in words. Places have no text of their lines; an empty file name is the
/// file that was read.
fencepost::Finding describe(const view::SyncView &View, const Defect &F);

/// The events that \p F is about: the barrier to mend, the accesses, and what
/// remarks point at; each once.
std::vector<view::Site> sitesOf(const view::SyncView &View, const Defect &F);

Location locationOf(const view::SourceLocation &Where);

/// As in the IR; a block without a name is called by the line of what it does
/// first.
std::string blockName(const view::SyncView &View, view::BlockId Id);
/// The name of the kernel's argument \p Number, or "".
std::string argumentName(const view::SyncView &View, uint32_t Number);

/// The sentence that \p Statement is printed as.
std::string statementText(const DefectStatement &Statement);

} // namespace fencepost::check

#endif
