//===- ExplainTables.h - The tables behind `fencepost explain` ------------===//
// The rules and the differences between the dialects, as Markdown (which
// docs/lowering.md holds) and as JSON, and every operation on every processor
// as lines that `--batch` takes and gives. Tested by test/explain/tables.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXPLAINTABLES_H
#define FENCEPOST_REPORT_EXPLAINTABLES_H

#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

void printDifferences(llvm::raw_ostream &OS);
llvm::json::Value differencesJson();
void printRules(llvm::raw_ostream &OS);
llvm::json::Value rulesJson();

/// Every operation that `--batch` has words for, with every ordering, scope,
/// address space and annotation that can be, in every one of \p Modes: the
/// answers of a batch, a line each.
void printOperationTable(llvm::raw_ostream &OS,
                         llvm::ArrayRef<lower::Mode> Modes, lower::Dialect As);

} // namespace fencepost

#endif
