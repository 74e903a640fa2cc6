//===- OperationTextLexer.cpp - The words of an operation's text ----------===//
#include "OperationTextLexer.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

static bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_'; }
static bool isWordPart(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.' || C == '$' || C == '-';
}

/// A word takes no '-' or '.' at its end: `r0-` is `r0` and `-`.
static size_t wordLength(StringRef Rest) {
  return Rest.take_while(isWordPart).rtrim("-.").size();
}

/// From the quote on; 0 if the string does not end.
static size_t stringLength(StringRef Rest) {
  size_t End = Rest.find('"', 1);
  return End == StringRef::npos ? 0 : End + 1;
}

/// Behind a sigil: a name, a number or a quoted name.
static size_t sigilLength(StringRef Rest) {
  StringRef Name = Rest.drop_front();
  if (Name.starts_with("\""))
    return 1 + stringLength(Name);
  return 1 + wordLength(Name);
}

/// "1.0e+00": a sign belongs to the number behind an e alone.
static size_t numberLength(StringRef Rest) {
  size_t Length = 1;
  while (Length < Rest.size()) {
    char C = Rest[Length];
    bool IsSign = (C == '+' || C == '-') && Rest[Length - 1] == 'e';
    if (!llvm::isAlnum(C) && C != '.' && C != '_' && !IsSign)
      break;
    ++Length;
  }
  return Length;
}

static Token lexToken(StringRef Rest) {
  char C = Rest.front();
  if (isWordStart(C))
    return {TokenKind::Word, Rest.take_front(wordLength(Rest))};
  bool IsNegative = C == '-' && Rest.size() > 1 && llvm::isDigit(Rest[1]);
  if (llvm::isDigit(C) || IsNegative)
    return {TokenKind::Number, Rest.take_front(numberLength(Rest))};
  if (StringRef("%@!#").contains(C))
    return {TokenKind::Sigil, Rest.take_front(sigilLength(Rest))};
  if (C == '"') {
    size_t Length = stringLength(Rest);
    return Length ? Token{TokenKind::String, Rest.take_front(Length)}
                  : Token{TokenKind::Bad, Rest};
  }
  if (Rest.starts_with("->"))
    return {TokenKind::Symbol, Rest.take_front(2)};
  bool IsSymbol = StringRef("=,()[]{}<>+-*&|^~/:").contains(C);
  return {IsSymbol ? TokenKind::Symbol : TokenKind::Bad, Rest.take_front(1)};
}

std::string Token::describe() const {
  constexpr size_t MaxShown = 40;
  if (Kind == TokenKind::End)
    return "the end";
  if (Text.size() <= MaxShown)
    return ("'" + Text + "'").str();
  // Not within a character.
  size_t Shown = MaxShown;
  while (Shown > 0 && (Text[Shown] & 0xC0) == 0x80)
    --Shown;
  return ("'" + Text.take_front(Shown) + "...'").str();
}

Cursor::Cursor(StringRef Text) : Text(Text) {
  StringRef Rest = Text.ltrim();
  while (!Rest.empty()) {
    Tokens.push_back(lexToken(Rest));
    Rest = Rest.drop_front(Tokens.back().Text.size()).ltrim();
  }
  Tokens.push_back({TokenKind::End, Text.take_back(0)});
}

const Token &Cursor::peek(size_t Ahead) const {
  return Tokens[std::min(Next + Ahead, Tokens.size() - 1)];
}

const Token &Cursor::take() {
  const Token &Taken = peek();
  if (!atEnd())
    ++Next;
  return Taken;
}

bool Cursor::takeIf(StringRef Spelling) {
  bool IsTrue = peek().is(Spelling);
  if (IsTrue)
    take();
  return IsTrue;
}

/// One character for one byte, so that the caret stays where it belongs.
static std::string shown(StringRef Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (C != '\t' && !llvm::isPrint(C))
      C = llvm::isSpace(C) ? ' ' : '?';
  return Line;
}

llvm::Error Cursor::fail(const Token &Token, const llvm::Twine &Message,
                         Diag Id) const {
  constexpr size_t MaxShown = 300;
  Location Where;
  Where.Line = 1;
  Where.Column = Token.Text.data() - Text.data() + 1;
  if (Text.size() <= MaxShown)
    Where.LineText = shown(Text);
  return inputError(Id, std::move(Where), Message);
}

llvm::Error Cursor::failExpected(const llvm::Twine &Description) const {
  return fail(peek(),
              "expected " + Description + ", found " + peek().describe());
}

llvm::Error Cursor::expect(StringRef Spelling) {
  if (takeIf(Spelling))
    return llvm::Error::success();
  return failExpected("'" + Spelling + "'");
}

llvm::Error Cursor::expectEnd() const {
  if (atEnd())
    return llvm::Error::success();
  return failExpected("the end");
}

llvm::Error Cursor::skipBrackets() {
  const Token &Opening = take();
  // Elsewhere '<' can be a comparison.
  size_t Kinds = Opening.is("<") ? 4 : 3;
  StringRef Opens = StringRef("([{<").take_front(Kinds);
  StringRef Closes = StringRef(")]}>").take_front(Kinds);
  llvm::SmallVector<size_t, 8> Open;
  for (const Token *T = &Opening;; T = &take()) {
    if (T->Kind == TokenKind::End)
      return fail(Opening, "the bracket that opens here is not closed");
    if (T->Kind != TokenKind::Symbol)
      continue;
    if (size_t Kind = Opens.find(T->Text); Kind != StringRef::npos)
      Open.push_back(Kind);
    size_t Closed = Closes.find(T->Text);
    if (Closed == StringRef::npos)
      continue;
    if (Open.pop_back_val() != Closed)
      return fail(*T, "a bracket of another kind is open here");
    if (Open.empty())
      return llvm::Error::success();
  }
}

} // namespace fencepost::lower
