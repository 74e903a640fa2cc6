//===- Parser.h - Litmus tests from text ----------------------------------===//
// A recursive-descent parser for the language of docs/litmus.md, "A test". It
// stops at the first thing it does not understand and says what it expected
// there. How deep it follows blocks, parentheses and operators is limited; what
// is larger is refused. Names are looked up later, by LitmusTest.h. Tested by
// unittests/Litmus/ParserTest.cpp, test/litmus-errors and
// fuzz/LitmusFuzzer.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_PARSER_H
#define FENCEPOST_LITMUS_PARSER_H

#include "fencepost/Litmus/Ast.h"
#include "llvm/Support/Error.h"

namespace fencepost::litmus {

/// In bytes; a generated test of 4096 statements is far smaller.
inline constexpr size_t MaxSourceSize = 1 << 20;
inline constexpr unsigned MaxStatements = 4096; ///< Of all threads.
inline constexpr unsigned MaxNesting = 64;      ///< Blocks in blocks.
inline constexpr unsigned MaxFormulaNodes = 4096;

llvm::Expected<ParsedTest> parseTest(const Source &S);

/// A final condition, quantifier included, that is in the part \p Part of
/// the source.
llvm::Expected<Condition> parseCondition(const Source &S, llvm::StringRef Part);

/// A placement without its `@`, such as "workgroup 0 wavefront 1".
llvm::Expected<Placement> parsePlacement(const Source &S, llvm::StringRef Part);

} // namespace fencepost::litmus

#endif
