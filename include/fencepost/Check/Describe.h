//===- Describe.h - Findings of the checker in words ---------------------===//
// A finding points at events of a view and carries a witness in numbers. Here
// it becomes a sentence at a place of the source, with notes: who touches which
// byte of which object, in which iterations, on which ways, with which
// arguments. Findings that say the same of the same places (a source line that
// was unrolled or inlined often) are said once.
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
