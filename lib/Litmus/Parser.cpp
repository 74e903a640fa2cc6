//===- Parser.cpp - The outer structure of a litmus test ------------------===//
#include "ParserImpl.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace fencepost::litmus {

const Token &Parser::peek() {
  while (!Ahead || (NewLinesIgnored && Ahead->Kind == TokenKind::NewLine))
    Ahead = Words.next();
  return *Ahead;
}

Token Parser::take() {
  peek();
  Token T = std::move(*Ahead);
  Ahead.reset();
  return T;
}

bool Parser::takeIf(llvm::StringRef Spelling) {
  if (!peek().is(Spelling))
    return false;
  take();
  return true;
}

void Parser::skipNewLines() {
  while (peek().Kind == TokenKind::NewLine)
    take();
}

void Parser::skipSeparators() {
  while (peek().Kind == TokenKind::NewLine || peek().is(";"))
    take();
}

bool Parser::fail(Diag Id, Spot Where, const llvm::Twine &Message) {
  if (!Problem)
    Problem = Finding{Id, Input.at(Where), Message.str(), {}};
  return false;
}

bool Parser::failExpected(const llvm::Twine &What) {
  const Token &Found = peek();
  if (Found.Kind == TokenKind::Bad)
    return fail(Diag::LitmusSyntax, Found.Where, Found.Problem);
  return fail(Diag::LitmusSyntax, Found.Where,
              "expected " + What + ", found " + Found.describe());
}

bool Parser::expect(llvm::StringRef Spelling) {
  return takeIf(Spelling) || failExpected("'" + Spelling + "'");
}

bool Parser::expectEnd() {
  skipSeparators();
  return peek().Kind == TokenKind::End || failExpected("the end of the file");
}

llvm::Error Parser::takeError() {
  assert(Problem && "failed without a reason");
  return llvm::make_error<InputError>(std::move(*Problem));
}

bool Parser::parseName(Name &N, llvm::StringRef What) {
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

bool Parser::convertInteger(const Token &Number, Sign Before, int32_t &Value) {
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

bool Parser::parseInteger(int32_t &Value) {
  Sign Before = takeIf("-") ? Sign::Minus : Sign::Plus;
  if (peek().Kind != TokenKind::Number)
    return failExpected("a number");
  return convertInteger(take(), Before, Value);
}

/// A number that counts or numbers something; \p What says what.
bool Parser::parseCount(uint32_t &Value, llvm::StringRef What) {
  if (peek().Kind != TokenKind::Number)
    return failExpected(What);
  int32_t Bits;
  if (!convertInteger(take(), Sign::Plus, Bits))
    return false;
  Value = static_cast<uint32_t>(Bits);
  return true;
}

bool Parser::parseHeader(ParsedTest &T) {
  skipNewLines();
  if (!takeIf("AMDGPU"))
    return failExpected("'AMDGPU' and the name of the test");
  Token TestName = Words.nextTestName();
  if (TestName.Kind != TokenKind::Word) {
    Ahead = TestName;
    return failExpected("the name of the test");
  }
  T.Name = TestName.Text.str();
  return peek().Kind == TokenKind::NewLine || peek().is("{") ||
         failExpected("the end of the line after the name");
}

bool Parser::parseDescription(ParsedTest &T) {
  skipNewLines();
  if (peek().Kind != TokenKind::String)
    return true;
  Token Text = take();
  if (!llvm::json::isUTF8(Text.Text) || llvm::any_of(Text.Text, [](char C) {
        return llvm::isASCII(C) && !llvm::isPrint(C);
      }))
    return fail(Diag::LitmusSyntax, Text.Where,
                "the description contains control characters or is not UTF-8");
  for (size_t I = 0; I < Text.Text.size(); ++I) {
    I += Text.Text[I] == '\\' && I + 1 < Text.Text.size();
    T.Description += Text.Text[I];
  }
  return true;
}

bool Parser::parseInitialValues(Declaration &D) {
  D.InitialWhere = peek().Where;
  if (!takeIf("{"))
    return parseInteger(D.Initial.emplace_back());
  IgnoreNewLines Scope(*this);
  D.InitialIsList = true;
  do {
    if (D.Initial.size() == model::MaxArraySize)
      return fail(Diag::LitmusTooLarge, peek().Where,
                  "more than " + llvm::Twine(model::MaxArraySize) +
                      " initial values");
    if (!parseInteger(D.Initial.emplace_back()))
      return false;
  } while (takeIf(","));
  return expect("}");
}

bool Parser::parseDeclaration(Declaration &D) {
  if (takeIf("global"))
    D.Kind = DeclarationKind::Global;
  else if (takeIf("local"))
    D.Kind = DeclarationKind::Local;
  else if (takeIf("barrier"))
    D.Kind = DeclarationKind::Barrier;
  else
    return failExpected("a declaration (global, local or barrier) or '}'");
  if (D.Kind == DeclarationKind::Barrier)
    return parseName(D.What, "barrier");
  if (!parseName(D.What, "location"))
    return false;
  D.IsArray = takeIf("[");
  D.SizeWhere = peek().Where;
  if (D.IsArray &&
      (!parseCount(D.Size, "the number of elements") || !expect("]")))
    return false;
  return !takeIf("=") || parseInitialValues(D);
}

bool Parser::parseDeclarations(std::vector<Declaration> &All) {
  skipNewLines();
  if (!peek().is("{"))
    return failExpected("'{' and the declarations ('{ }' if there are none)");
  take();
  skipSeparators();
  while (!takeIf("}")) {
    if (All.size() == MaxStatements)
      return fail(Diag::LitmusTooLarge, peek().Where,
                  "more than " + llvm::Twine(MaxStatements) + " declarations");
    if (!parseDeclaration(All.emplace_back()) || !expectEndOfStatement())
      return false;
    skipSeparators();
  }
  return true;
}

bool Parser::parsePlacementLevels(Placement &P) {
  constexpr size_t MaxLevels = 16;
  do {
    const Token &Word = peek();
    std::optional<Scope> Level = parseScope(Word.Text);
    if (Word.Kind != TokenKind::Word || !Level || Level->OneAddressSpace ||
        Level->Level == ScopeLevel::System ||
        Level->Level == ScopeLevel::SingleThread)
      return failExpected("a level (agent, cluster, workgroup or wavefront)");
    if (P.size() == MaxLevels)
      return fail(Diag::LitmusTooLarge, Word.Where, "too many levels");
    P.push_back({Level->Level, 0, Word.Where});
    take();
    if (!parseCount(P.back().Number,
                    ("the number of the " + scopeName(*Level)).str()))
      return false;
  } while (peek().Kind == TokenKind::Word);
  return true;
}

bool Parser::parseThread(Thread &T) {
  if (peek().Kind != TokenKind::Word || !isThreadName(peek().Text))
    return failExpected("the name of a thread (P0, P1, ...)");
  T.What.Where = peek().Where;
  T.What.Text = take().Text.str();
  if (takeIf("@") && !parsePlacementLevels(T.Placed))
    return false;
  return parseBlock(T.Body);
}

bool Parser::parseTest(ParsedTest &T) {
  if (Input.Text.size() > MaxSourceSize)
    return fail(Diag::LitmusTooLarge, {1, 1},
                "the test is longer than " + llvm::Twine(MaxSourceSize) +
                    " bytes");
  if (!parseHeader(T) || !parseDescription(T) ||
      !parseDeclarations(T.Declarations))
    return false;
  skipSeparators();
  while (peek().is("thread")) {
    if (T.Threads.size() == model::MaxThreads)
      return fail(Diag::LitmusTooLarge, peek().Where,
                  "more than " + llvm::Twine(model::MaxThreads) + " threads");
    take();
    if (!parseThread(T.Threads.emplace_back()))
      return false;
    skipSeparators();
  }
  return parseCondition(T.Final) && expectEnd();
}

bool Parser::parseWholeCondition(Condition &C) {
  return parseCondition(C) && expectEnd();
}

bool Parser::parseWholePlacement(Placement &P) {
  return parsePlacementLevels(P) && expectEnd();
}

llvm::Expected<ParsedTest> parseTest(const Source &S) {
  Parser P(S, S.Text);
  ParsedTest T;
  if (!P.parseTest(T))
    return P.takeError();
  return T;
}

llvm::Expected<Condition> parseCondition(const Source &S,
                                         llvm::StringRef Part) {
  Parser P(S, Part);
  Condition C;
  if (!P.parseWholeCondition(C))
    return P.takeError();
  return C;
}

llvm::Expected<Placement> parsePlacement(const Source &S,
                                         llvm::StringRef Part) {
  Parser P(S, Part);
  Placement Levels;
  if (!P.parseWholePlacement(Levels))
    return P.takeError();
  return Levels;
}

} // namespace fencepost::litmus
