//===- Lexer.h - The words of the litmus language -------------------------===//
// Comments (`//` and nested `(* *)`) are dropped; the end of a line is a token,
// because it ends a statement. A word may contain dots (`store.av`), and the
// scopes' `-one-as` belongs to its word. What is no word of the language is a
// token of kind Bad whose message says why.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LITMUS_LEXER_H
#define FENCEPOST_LIB_LITMUS_LEXER_H

#include "fencepost/Litmus/Source.h"

namespace fencepost::litmus {

enum class TokenKind : uint8_t {
  Word,
  Number,
  String,
  Symbol,
  NewLine,
  End,
  Bad,
};

struct Token {
  TokenKind Kind = TokenKind::End;
  /// As it is in the text; of a String without its quotes, still escaped.
  llvm::StringRef Text;
  Spot Where;
  std::string Problem; ///< Bad only.

  bool is(llvm::StringRef Spelling) const {
    return (Kind == TokenKind::Word || Kind == TokenKind::Symbol) &&
           Text == Spelling;
  }
  /// "'x'", "the end of the line": for "expected ..., found ...".
  std::string describe() const;
};

class Lexer {
public:
  /// Reads \p Part, which is a part of \p S's text.
  Lexer(const Source &S, llvm::StringRef Part);

  Token next();
  /// A test's name: the characters up to the next space.
  Token nextTestName();

private:
  bool skipSpace(Token &Problem);
  bool skipNestedComment();
  void skip(size_t Count);
  Token take(TokenKind Kind, size_t Length);
  Token bad(size_t Length, std::string Problem);
  Token lexWord();
  Token lexNumber();
  Token lexString();
  Token lexSymbol();

  llvm::StringRef Rest;
  Spot Position;
};

} // namespace fencepost::litmus

#endif
