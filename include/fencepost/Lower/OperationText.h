//===- OperationText.h - Operations as text -------------------------------===//
// One operation, in any of three spellings:
//   words    store atomic release agent global     in any order
//   litmus   store atomic x, 1 release agent       docs/litmus.md
//   LLVM IR  store atomic i32 %v, ptr %p syncscope("agent") release, align 4
// What is left out: the scope is system; words and litmus tests mean global
// memory, LLVM IR generic; the access has 32 bits. Of litmus tests and LLVM IR
// operands are read past: only what decides the machine code is kept. Whole
// tests and modules are the matter of Litmus and IR. Tested by
// unittests/Lower/OperationTextTest.cpp, test/explain-errors and
// fuzz/ExplainFuzzer.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_OPERATIONTEXT_H
#define FENCEPOST_LOWER_OPERATIONTEXT_H

#include "fencepost/Sync/Operation.h"
#include "llvm/Support/Error.h"

namespace fencepost::lower {

/// The operation that \p Text spells. Errors are InputErrors that quote \p Text
/// with the column: OperationSyntax, or OperationIllegal with the rule of
/// problemWith(). What printOperation() makes parses to the same operation.
llvm::Expected<Operation> parseOperation(llvm::StringRef Text);

} // namespace fencepost::lower

#endif
