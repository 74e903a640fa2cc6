//===- LitmusTest.h - A litmus test ready to be explored ------------------===//
// The program and the condition that a test stands for. Making them looks up
// every name and checks what the grammar cannot say: placements, orderings,
// indices, barriers. All faults of a test are reported, not only the first.
// Tested by unittests/Litmus/LitmusTestTest.cpp and test/litmus-errors.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_LITMUSTEST_H
#define FENCEPOST_LITMUS_LITMUSTEST_H

#include "fencepost/Litmus/Ast.h"
#include "llvm/Support/Error.h"

namespace fencepost::litmus {

struct LitmusTest {
  std::string Name;
  std::string Description;
  model::Program Program;
  model::Condition Condition;
};

/// Parses and makes the test. \p FileName is what errors call the text.
llvm::Expected<LitmusTest> parseLitmus(llvm::StringRef Text,
                                       llvm::StringRef FileName);

/// \p S is the text that \p T was parsed from, for the errors.
llvm::Expected<LitmusTest> makeTest(const ParsedTest &T, const Source &S);

llvm::Expected<model::Condition>
makeCondition(const Condition &C, const model::Program &P, const Source &S);

/// The places of all threads, in their order: levels that are left out are 0,
/// and a thread whose wavefront is left out gets one of its own
/// (docs/litmus.md, "A test").
llvm::Expected<std::vector<model::Place>>
placeThreads(llvm::ArrayRef<Placement> Placements, const Source &S);

} // namespace fencepost::litmus

#endif
