//===- ProgramText.h - Parts of a program in litmus words -----------------===//
// What reports, labels and explanations call an instruction, an expression or a
// cell. The spellings are those of docs/litmus.md, "A test"; what only LLVM IR
// can say has a spelling of its own. Tested by
// unittests/Model/ProgramTextTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_PROGRAMTEXT_H
#define FENCEPOST_MODEL_PROGRAMTEXT_H

#include "fencepost/Model/Outcome.h"
#include "fencepost/Model/Program.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::model {

/// How an operator is written; a higher precedence binds tighter (C's).
struct OperatorFacts {
  ExpressionKind Kind;
  llvm::StringLiteral Spelling;
  unsigned Precedence;
};

/// The row of a binary operator, or null.
const OperatorFacts *findOperator(ExpressionKind Kind);
/// The operator of the litmus language that is written so, or null.
const OperatorFacts *findOperator(llvm::StringRef Spelling);
/// `!` binds tighter than every binary operator.
inline constexpr unsigned NotPrecedence = 11;

/// "r0 + 1 == 2", with no more parentheses than it needs.
std::string describeExpression(const Thread &T, unsigned Node);

/// "store atomic flag, 1 release agent noav", "load x", "barrier.arrive b, 2".
/// The register that takes a result is left out.
std::string describe(const Program &P, ProgramPoint Point);

/// What is done to what, without operands: "store x", "load atomic x[r0]".
std::string describeBriefly(const Program &P, ProgramPoint Point);

/// "P1, line 10"
std::string describePlace(const Program &P, ProgramPoint Point);

/// "x", "x[2]"; a local where there are several workgroups names the first
/// thread of its workgroup: "P1:buf".
std::string cellName(const Program &P, Cell C);

/// "workgroup", "cluster_trap", or the name of a named barrier.
std::string barrierName(const Program &P, BarrierId Object);
/// The predefined object of that name.
std::optional<BarrierId> parsePredefinedBarrier(llvm::StringRef Name);

} // namespace fencepost::model

#endif
