//===- TokenParser.h - What all parsers of the language share -------------===//
// Every parse function returns whether it succeeded; the first failure is kept
// in the stream's Problem and everything above it returns at once. A parser of
// a part of a test (StatementParser, ConditionParser) is one more reader of the
// same stream. Tested by unittests/Litmus/ParserTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LITMUS_TOKENPARSER_H
#define FENCEPOST_LIB_LITMUS_TOKENPARSER_H

#include "Lexer.h"
#include "fencepost/Litmus/Ast.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::litmus {

/// The tokens of a text, read once.
struct TokenStream {
  TokenStream(const Source &Input, llvm::StringRef Part)
      : Input(Input), Words(Input, Part) {}

  const Source &Input;
  Lexer Words;
  std::optional<Token> Ahead;
  unsigned NewLinesIgnored = 0;
  std::optional<Finding> Problem;
};

class TokenParser {
protected:
  explicit TokenParser(TokenStream &Stream) : Stream(Stream) {}

  /// While one of these lives, the end of a line is a space.
  struct IgnoreNewLines {
    explicit IgnoreNewLines(TokenParser &P) : Stream(P.Stream) {
      ++Stream.NewLinesIgnored;
    }
    ~IgnoreNewLines() { --Stream.NewLinesIgnored; }
    TokenStream &Stream;
  };

  const Token &peek();
  Token take();
  bool takeIf(llvm::StringRef Spelling);
  void skipNewLines();
  void skipSeparators();
  bool expect(llvm::StringRef Spelling);
  bool expectEnd();
  bool expectEndOfStatement(llvm::StringRef Hint = "");
  bool fail(Diag Id, Spot Where, const llvm::Twine &Message);
  bool failExpected(const llvm::Twine &What);

  bool parseName(Name &N, llvm::StringRef What);
  bool parseInteger(int32_t &Value);
  bool parseCount(uint32_t &Value, llvm::StringRef What);
  enum class Sign : uint8_t { Plus, Minus };
  bool convertInteger(const Token &Number, Sign Before, int32_t &Value);

  TokenStream &Stream;
};

} // namespace fencepost::litmus

#endif
