//===- Parser.cpp - The outer structure of a litmus test ------------------===//
#include "fencepost/Litmus/Parser.h"
#include "ConditionParser.h"
#include "StatementParser.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace fencepost::litmus {

namespace {
class TestParser : TokenParser {
public:
  explicit TestParser(TokenStream &Stream) : TokenParser(Stream) {}

  bool parseTest(ParsedTest &T);
  bool parseWholeCondition(Condition &C);
  bool parseWholePlacement(Placement &P);

private:
  bool parseHeader(ParsedTest &T);
  bool parseDescription(ParsedTest &T);
  bool parseDeclarations(std::vector<Declaration> &All);
  bool parseDeclaration(Declaration &D);
  bool parseInitialValues(Declaration &D);
  bool parsePlacementLevels(Placement &P);
  bool parseThread(Thread &T);

  StatementParser Statements{Stream};
};
} // namespace

bool TestParser::parseHeader(ParsedTest &T) {
  skipNewLines();
  if (!takeIf("AMDGPU"))
    return failExpected("'AMDGPU' and the name of the test");
  Token TestName = Stream.Words.nextTestName();
  if (TestName.Kind != TokenKind::Word) {
    Stream.Ahead = TestName;
    return failExpected("the name of the test");
  }
  T.Name = TestName.Text.str();
  return peek().Kind == TokenKind::NewLine || peek().is("{") ||
         failExpected("the end of the line after the name");
}

bool TestParser::parseDescription(ParsedTest &T) {
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

bool TestParser::parseInitialValues(Declaration &D) {
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

bool TestParser::parseDeclaration(Declaration &D) {
  if (takeIf("global"))
    D.Kind = DeclarationKind::Global;
  else if (takeIf("local"))
    D.Kind = DeclarationKind::Local;
  else if (takeIf("barrier"))
    D.Kind = DeclarationKind::Barrier;
  else
    return failExpected("a declaration (global, local or barrier) or '}'");
  if (D.Kind == DeclarationKind::Barrier)
    return parseName(D.Name, "barrier");
  if (!parseName(D.Name, "location"))
    return false;
  D.IsArray = takeIf("[");
  D.SizeWhere = peek().Where;
  if (D.IsArray &&
      (!parseCount(D.Size, "the number of elements") || !expect("]")))
    return false;
  return !takeIf("=") || parseInitialValues(D);
}

bool TestParser::parseDeclarations(std::vector<Declaration> &All) {
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

bool TestParser::parsePlacementLevels(Placement &P) {
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

bool TestParser::parseThread(Thread &T) {
  if (peek().Kind != TokenKind::Word || !isThreadName(peek().Text))
    return failExpected("the name of a thread (P0, P1, ...)");
  T.Name.Where = peek().Where;
  T.Name.Text = take().Text.str();
  if (takeIf("@") && !parsePlacementLevels(T.Placed))
    return false;
  return Statements.parseBlock(T.Body);
}

bool TestParser::parseTest(ParsedTest &T) {
  if (Stream.Input.Text.size() > MaxSourceSize)
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
  return ConditionParser(Stream).parse(T.Final) && expectEnd();
}

bool TestParser::parseWholeCondition(Condition &C) {
  return ConditionParser(Stream).parse(C) && expectEnd();
}

bool TestParser::parseWholePlacement(Placement &P) {
  return parsePlacementLevels(P) && expectEnd();
}

/// What \p Parse reads of \p Part, or why it could not.
template <typename T>
static llvm::Expected<T> parsed(const Source &S, llvm::StringRef Part,
                                bool (TestParser::*Parse)(T &)) {
  TokenStream Stream(S, Part);
  T Result;
  if ((TestParser(Stream).*Parse)(Result))
    return Result;
  assert(Stream.Problem && "failed without a reason");
  return llvm::make_error<InputError>(std::move(*Stream.Problem));
}

llvm::Expected<ParsedTest> parseTest(const Source &S) {
  return parsed(S, S.Text, &TestParser::parseTest);
}

llvm::Expected<Condition> parseCondition(const Source &S,
                                         llvm::StringRef Part) {
  return parsed(S, Part, &TestParser::parseWholeCondition);
}

llvm::Expected<Placement> parsePlacement(const Source &S,
                                         llvm::StringRef Part) {
  return parsed(S, Part, &TestParser::parseWholePlacement);
}

} // namespace fencepost::litmus
