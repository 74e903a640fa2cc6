//===- TokenParser.cpp - What all parsers of the language share -----------===//
//===----------------------------------------------------------------------===//
#include "TokenParser.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Sync/Ordering.h"

namespace fencepost::litmus {

const Token &TokenParser::peek() {
  while (!Stream.Ahead ||
         (Stream.NewLinesIgnored && Stream.Ahead->Kind == TokenKind::NewLine))
    Stream.Ahead = Stream.Words.next();
  return *Stream.Ahead;
}

Token TokenParser::take() {
  peek();
  Token T = std::move(*Stream.Ahead);
  Stream.Ahead.reset();
  return T;
}

bool TokenParser::takeIf(llvm::StringRef Spelling) {
  if (!peek().is(Spelling))
    return false;
  take();
  return true;
}

void TokenParser::skipNewLines() {
  while (peek().Kind == TokenKind::NewLine)
    take();
}

void TokenParser::skipSeparators() {
  while (peek().Kind == TokenKind::NewLine || peek().is(";"))
    take();
}

bool TokenParser::fail(Diag Id, Spot Where, const llvm::Twine &Message) {
  if (!Stream.Problem)
    Stream.Problem = Finding{Id, Stream.Input.at(Where), Message.str(), {}};
  return false;
}

bool TokenParser::failExpected(const llvm::Twine &What) {
  const Token &Found = peek();
  if (Found.Kind == TokenKind::Bad)
    return fail(Diag::LitmusSyntax, Found.Where, Found.Problem);
  return fail(Diag::LitmusSyntax, Found.Where,
              "expected " + What + ", found " + Found.describe());
}

bool TokenParser::expect(llvm::StringRef Spelling) {
  return takeIf(Spelling) || failExpected("'" + Spelling + "'");
}

bool TokenParser::expectEnd() {
  skipSeparators();
  return peek().Kind == TokenKind::End || failExpected("the end of the file");
}

bool TokenParser::expectEndOfStatement(llvm::StringRef Hint) {
  const Token &T = peek();
  if (T.Kind == TokenKind::NewLine || T.is(";") || T.is("}"))
    return true;
  bool ForIt = T.Kind == TokenKind::Word &&
               (parseOrdering(T.Text) || Hint.contains("barrier"));
  return failExpected("the end of the statement" + (ForIt ? Hint : ""));
}

bool TokenParser::parseName(Name &N, llvm::StringRef What) {
  const Token &T = peek();
  if (T.Kind != TokenKind::Word)
    return failExpected("the name of a " + What);
  if (isKeyword(T.Text))
    return failExpected("the name of a " + What +
                        " (a keyword cannot be a name)");
  if (T.Text.contains('.') || T.Text.contains('-'))
    return fail(Diag::LitmusSyntax, T.Where,
                "'" + T.Text + "' cannot name a " + What +
                    ": names are letters, digits and '_'");
  if (isThreadName(T.Text))
    return fail(Diag::LitmusSemantics, T.Where,
                "'" + T.Text + "' names a thread, not a " + What);
  N = {T.Text.str(), T.Where};
  take();
  return true;
}

bool TokenParser::convertInteger(const Token &Number, Sign Before,
                                 int32_t &Value) {
  bool Negative = Before == Sign::Minus;
  llvm::StringRef Digits = Number.Text;
  bool IsHex = Digits.consume_front("0x") || Digits.consume_front("0X");
  uint64_t Magnitude;
  bool TooLarge = Digits.getAsInteger(IsHex ? 16 : 10, Magnitude) ||
                  Magnitude > (Negative ? uint64_t(1) << 31 : UINT32_MAX);
  if (TooLarge)
    return fail(Diag::LitmusSemantics, Number.Where,
                "the number " + Number.describe() +
                    " does not fit 32 bits (-2147483648 to 4294967295)");
  auto Bits = static_cast<uint32_t>(Magnitude);
  Value = static_cast<int32_t>(Negative ? -Bits : Bits);
  return true;
}

bool TokenParser::parseInteger(int32_t &Value) {
  Sign Before = takeIf("-") ? Sign::Minus : Sign::Plus;
  if (peek().Kind != TokenKind::Number)
    return failExpected("a number");
  return convertInteger(take(), Before, Value);
}

/// A number that counts or numbers something; \p What says what.
bool TokenParser::parseCount(uint32_t &Value, llvm::StringRef What) {
  if (peek().Kind != TokenKind::Number)
    return failExpected(What);
  int32_t Bits;
  if (!convertInteger(take(), Sign::Plus, Bits))
    return false;
  Value = static_cast<uint32_t>(Bits);
  return true;
}

} // namespace fencepost::litmus
