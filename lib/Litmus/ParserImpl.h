//===- ParserImpl.h - The parser's own class ------------------------------===//
// Every parse function returns whether it succeeded; the first failure is kept
// in Problem and everything above it returns at once. Parser.cpp reads the
// outer structure, ParseStatement.cpp statements and expressions, and
// ParseCondition.cpp the final condition.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LITMUS_PARSERIMPL_H
#define FENCEPOST_LIB_LITMUS_PARSERIMPL_H

#include "Lexer.h"
#include "fencepost/Litmus/Parser.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::litmus {

class Parser {
public:
  Parser(const Source &S, llvm::StringRef Part) : Input(S), Words(S, Part) {}

  bool parseTest(ParsedTest &T);
  bool parseWholeCondition(Condition &C);
  bool parseWholePlacement(Placement &P);
  llvm::Error takeError();

private:
  /// While one of these lives, the end of a line is a space.
  struct IgnoreNewLines {
    explicit IgnoreNewLines(Parser &P) : P(P) { ++P.NewLinesIgnored; }
    ~IgnoreNewLines() { --P.NewLinesIgnored; }
    Parser &P;
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

  bool parseHeader(ParsedTest &T);
  bool parseDescription(ParsedTest &T);
  bool parseDeclarations(std::vector<Declaration> &All);
  bool parseDeclaration(Declaration &D);
  bool parseInitialValues(Declaration &D);
  bool parsePlacementLevels(Placement &P);
  bool parseThread(Thread &T);

  bool parseBlock(std::vector<Statement> &Body);
  bool parseStatement(Statement &S);
  bool parseAssignment(Statement &S);
  bool parseStore(Statement &S);
  bool parseLoad(Statement &S);
  bool parseReadModifyWrite(Statement &S);
  bool parseCompareExchange(Statement &S);
  bool parseFence(Statement &S);
  bool parseBarrier(Statement &S);
  bool parseBarrierCount(Statement &S);
  bool parseAsync(Statement &S);
  bool parseIf(Statement &S);
  bool parseWhile(Statement &S);
  bool parseAccess(Access &A);
  bool parseConstant(Expression &E);
  bool parseOrder(Ordering &Order, Spot &Where);
  enum class Tags : uint8_t { Refused, Allowed };
  bool parseScopeAndTags(Statement &S, Tags Spaces = Tags::Refused);

  bool parseExpression(Expression &E);
  bool parseParenthesized(Expression &E);
  bool parseBinary(Expression &E, unsigned MinPrecedence, unsigned &Node);
  bool parseOperand(Expression &E, unsigned &Node);
  bool addNode(Expression &E, ExpressionNode N, unsigned &Node);

  bool parseCondition(Condition &C);
  bool parseOr(Condition &C, unsigned &Node);
  bool parseAnd(Condition &C, unsigned &Node);
  bool parseNot(Condition &C, unsigned &Node);
  bool parseAtom(FormulaNode &N);
  bool parseObserved(FormulaNode &N);
  bool parseRegister(FormulaNode &N);
  bool parseThreadReference(Name &N);
  bool addNode(Condition &C, FormulaNode N, unsigned &Node);

  const Source &Input;
  Lexer Words;
  std::optional<Token> Ahead;
  unsigned NewLinesIgnored = 0;
  unsigned NumStatements = 0;
  unsigned BlockDepth = 0;
  /// How deep the functions for expressions and formulas call each other.
  unsigned CallDepth = 0;
  /// The depth of each node of the expression that is being read.
  std::vector<unsigned> NodeDepths;
  std::optional<Finding> Problem;
};

} // namespace fencepost::litmus

#endif
