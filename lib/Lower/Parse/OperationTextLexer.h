//===- OperationTextLexer.h - The words of an operation's text ------------===//
// One set of tokens serves all three spellings of OperationText.h; which one is
// meant is decided by the parser. Tokens point into the text, so that an error
// knows its column.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_OPERATIONTEXTLEXER_H
#define FENCEPOST_LIB_LOWER_OPERATIONTEXTLEXER_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace fencepost::lower {

enum class TokenKind : uint8_t {
  Word,   ///< load, acq_rel, workgroup-one-as, barrier.arrive
  Number, ///< 4, -1, 0x10, 1.0e+00
  Sigil,  ///< %r, @flag, !nontemporal, #0; also % and others alone
  String, ///< "agent", with its quotes
  Symbol, ///< One character, or ->
  Bad,    ///< What no spelling has.
  End,
};

struct Token {
  TokenKind Kind = TokenKind::End;
  llvm::StringRef Text;

  bool is(llvm::StringRef Spelling) const {
    return Text == Spelling && Kind != TokenKind::String;
  }
  std::string describe() const; ///< "'relese'", "the end"
};

/// The tokens of one text, and the place that parsing has reached.
class Cursor {
public:
  explicit Cursor(llvm::StringRef Text);

  const Token &peek(size_t Ahead = 0) const;
  const Token &take();
  bool takeIf(llvm::StringRef Spelling);
  bool atEnd() const { return peek().Kind == TokenKind::End; }
  llvm::ArrayRef<Token> rest() const {
    return llvm::ArrayRef(Tokens).drop_front(Next);
  }

  /// The error that \p Token is not what should stand there.
  llvm::Error fail(const Token &Token, const llvm::Twine &Message,
                   Diag Id = Diag::OperationSyntax) const;
  llvm::Error failExpected(const llvm::Twine &Description) const;
  llvm::Error expect(llvm::StringRef Spelling);
  llvm::Error expectEnd() const;
  /// Takes a bracket that opens, and everything to the one that closes it.
  llvm::Error skipBrackets();

private:
  llvm::StringRef Text;
  llvm::SmallVector<Token, 32> Tokens; ///< The last is the End.
  size_t Next = 0;
};

} // namespace fencepost::lower

#endif
