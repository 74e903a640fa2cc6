//===- Lexer.cpp - The words of the litmus language -----------------------===//
#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::litmus {

/// Longer ones before their beginnings.
static constexpr llvm::StringLiteral Symbols[] = {
    "->", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "/\\", "\\/",
    "{",  "}",  "(",  ")",  "[",  "]",  ",",  ";",  ":",  "@",   "=",
    "+",  "-",  "*",  "&",  "|",  "^",  "<",  ">",  "!",  "~"};

static bool isSpace(char C) {
  return C == ' ' || C == '\t' || C == '\r' || C == '\f' || C == '\v';
}
static bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_'; }
static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

std::string Token::describe() const {
  switch (Kind) {
  case TokenKind::NewLine:
    return "the end of the line";
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::String:
    return "a quoted text";
  case TokenKind::Word:
  case TokenKind::Number:
  case TokenKind::Symbol:
  case TokenKind::Bad:
    break;
  }
  constexpr size_t MaxShown = 40;
  return "'" + Text.take_front(MaxShown).str() +
         (Text.size() > MaxShown ? "...'" : "'");
}

Lexer::Lexer(const Source &S, llvm::StringRef Part) : Rest(Part) {
  assert(Part.begin() >= S.Text.begin() && Part.end() <= S.Text.end() &&
         "not a part of the source");
  llvm::StringRef Before = S.Text.take_front(Part.begin() - S.Text.begin());
  Position.Line = 1 + Before.count('\n');
  Position.Column = 1 + Before.size() - (Before.rfind('\n') + 1);
  Rest.consume_front("\xEF\xBB\xBF"); // A byte order mark.
}

void Lexer::skip(size_t Count) {
  for (char C : Rest.take_front(Count)) {
    ++Position.Column;
    if (C == '\n')
      Position = {Position.Line + 1, 1};
  }
  Rest = Rest.drop_front(Count);
}

Token Lexer::take(TokenKind Kind, size_t Length) {
  Token T{Kind, Rest.take_front(Length), Position, ""};
  skip(Length);
  return T;
}

Token Lexer::bad(size_t Length, std::string Problem) {
  Token T = take(TokenKind::Bad, Length);
  T.Problem = std::move(Problem);
  return T;
}

/// Skips a comment that begins here; false if it does not end.
bool Lexer::skipNestedComment() {
  unsigned Depth = 0;
  while (!Rest.empty()) {
    bool Opens = Rest.starts_with("(*"), Closes = Rest.starts_with("*)");
    skip(Opens || Closes ? 2 : 1);
    Depth += Opens;
    Depth -= Closes;
    if (Depth == 0)
      return true;
  }
  return false;
}

/// Skips spaces and comments, but not the ends of lines.
bool Lexer::skipSpace(Token &Problem) {
  while (true) {
    skip(Rest.take_while(isSpace).size());
    if (Rest.starts_with("//")) {
      skip(std::min(Rest.find('\n'), Rest.size()));
    } else if (Rest.starts_with("(*")) {
      Problem = {TokenKind::Bad, Rest.take_front(2), Position,
                 "the comment that begins here is not closed by '*)'"};
      if (!skipNestedComment())
        return false;
    } else {
      return true;
    }
  }
}

Token Lexer::next() {
  Token Problem;
  if (!skipSpace(Problem))
    return Problem;
  if (Rest.empty())
    return take(TokenKind::End, 0);
  char C = Rest.front();
  if (C == '\n')
    return take(TokenKind::NewLine, 1);
  if (C == '"')
    return lexString();
  if (isWordStart(C))
    return lexWord();
  if (llvm::isDigit(C))
    return lexNumber();
  return lexSymbol();
}

Token Lexer::lexWord() {
  size_t Length = 0;
  while (Length < Rest.size() &&
         (isWordPart(Rest[Length]) ||
          // A dot is inside a word, never at its end.
          (Rest[Length] == '.' && Length + 1 < Rest.size() &&
           isWordPart(Rest[Length + 1]))))
    ++Length;
  constexpr llvm::StringLiteral Suffix = "-one-as";
  llvm::StringRef After = Rest.drop_front(Length);
  if (After.consume_front(Suffix) &&
      (After.empty() || !isWordPart(After.front())))
    Length += Suffix.size();
  return take(TokenKind::Word, Length);
}

Token Lexer::lexNumber() {
  llvm::StringRef Text = Rest.take_while(isWordPart);
  llvm::StringRef Digits = Text;
  bool IsHex = Digits.consume_front("0x") || Digits.consume_front("0X");
  if (Digits.empty() ||
      !llvm::all_of(Digits, IsHex ? llvm::isHexDigit : llvm::isDigit))
    return bad(Text.size(), "'" + Text.take_front(40).str() +
                                "' is not a number; numbers are decimal or "
                                "hexadecimal (0x1f)");
  return take(TokenKind::Number, Text.size());
}

Token Lexer::lexString() {
  size_t Length = 1;
  while (Length < Rest.size() && Rest[Length] != '"' && Rest[Length] != '\n')
    Length += Rest[Length] == '\\' && Length + 1 < Rest.size() &&
                      Rest[Length + 1] != '\n'
                  ? 2
                  : 1;
  if (Length >= Rest.size() || Rest[Length] != '"')
    return bad(1, "the text that begins here is not closed by '\"' on its "
                  "line");
  Token T = take(TokenKind::String, Length + 1);
  T.Text = T.Text.drop_front().drop_back();
  return T;
}

Token Lexer::lexSymbol() {
  for (llvm::StringRef Symbol : Symbols)
    if (Rest.front() == Symbol.front() && Rest.starts_with(Symbol))
      return take(TokenKind::Symbol, Symbol.size());
  auto Byte = static_cast<unsigned char>(Rest.front());
  std::string Shown = llvm::isPrint(Rest.front())
                          ? std::string(1, Rest.front())
                          : "\\x" + llvm::utohexstr(Byte, true, 2);
  return bad(1, "unexpected '" + Shown + "'" +
                    (Rest.front() == '#' ? "; is this a C file?" : ""));
}

Token Lexer::nextTestName() {
  Token Problem;
  if (!skipSpace(Problem))
    return Problem;
  size_t Length = 0;
  while (Length < Rest.size() &&
         (llvm::isAlnum(Rest[Length]) ||
          llvm::StringRef("_-+.,@=[]'").contains(Rest[Length])))
    ++Length;
  return Length == 0 ? next() : take(TokenKind::Word, Length);
}

} // namespace fencepost::litmus
