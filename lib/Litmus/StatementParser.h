//===- StatementParser.h - Statements and expressions ---------------------===//
// A statement ends at the end of its line, at `;`, or where its block ends.
// Expressions are read by precedence climbing over C's table.
// Tested by unittests/Litmus/ParserTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LITMUS_STATEMENTPARSER_H
#define FENCEPOST_LIB_LITMUS_STATEMENTPARSER_H

#include "TokenParser.h"

namespace fencepost::litmus {

class StatementParser : TokenParser {
public:
  explicit StatementParser(TokenStream &Stream) : TokenParser(Stream) {}

  bool parseBlock(std::vector<Statement> &Body);

private:
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

  unsigned NumStatements = 0; ///< Of all blocks.
  unsigned BlockDepth = 0;
  /// How deep the functions for expressions call each other.
  unsigned CallDepth = 0;
  /// The depth of each node of the expression that is being read.
  std::vector<unsigned> NodeDepths;
};

} // namespace fencepost::litmus

#endif
