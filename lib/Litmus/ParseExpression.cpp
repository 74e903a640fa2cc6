//===- ParseExpression.cpp - Expressions of the litmus language -----------===//
// Precedence climbing over C's table. The depth of the tree and the depth of
// the calls are limited separately: `1+1+1...` makes the one, `((((` the other.
//===----------------------------------------------------------------------===//
#include "ParserImpl.h"
#include "fencepost/Model/Describe.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/ScopeExit.h"

namespace fencepost::litmus {

using model::ExpressionKind;

/// Every level of a tree costs at most two calls, one for an operand on the
/// right and one for its parentheses.
static constexpr unsigned MaxCallDepth = 2 * model::MaxExpressionDepth + 2;

bool Parser::addNode(Expression &E, ExpressionNode N, unsigned &Node) {
  unsigned Depth = 0;
  for (unsigned Operand : {N.A, N.B})
    if (Operand != model::None)
      Depth = std::max(Depth, NodeDepths[Operand] + 1);
  if (Depth > model::MaxExpressionDepth)
    return fail(Diag::LitmusTooLarge, N.Where,
                "the expression is more than " +
                    llvm::Twine(model::MaxExpressionDepth) + " operators deep");
  Node = E.Nodes.size();
  E.Nodes.push_back(std::move(N));
  NodeDepths.push_back(Depth);
  return true;
}

bool Parser::parseOperand(Expression &E, unsigned &Node) {
  ExpressionNode N;
  N.Where = peek().Where;
  if (takeIf("(")) {
    IgnoreNewLines Scope(*this);
    return parseBinary(E, 1, Node) && expect(")");
  }
  if (takeIf("!")) {
    N.Kind = ExpressionKind::Not;
    return parseBinary(E, model::NotPrecedence, N.A) &&
           addNode(E, std::move(N), Node);
  }
  bool Negative = takeIf("-");
  if (Negative && peek().Kind != TokenKind::Number)
    return failExpected("a number behind '-' (0 - r0 negates a register)");
  if (peek().Kind == TokenKind::Number)
    return convertInteger(take(), Negative, N.Value) &&
           addNode(E, std::move(N), Node);
  if (peek().Kind != TokenKind::Word)
    return failExpected("an expression");
  Name Register;
  if (!parseName(Register, "register"))
    return false;
  N.Kind = ExpressionKind::Register;
  N.Register = std::move(Register.Text);
  return addNode(E, std::move(N), Node);
}

bool Parser::parseBinary(Expression &E, unsigned MinPrecedence,
                         unsigned &Node) {
  llvm::scope_exit Leave([&] { --CallDepth; });
  if (++CallDepth > MaxCallDepth)
    return fail(Diag::LitmusTooLarge, peek().Where,
                "the expression is nested too deeply");
  if (!parseOperand(E, Node))
    return false;
  while (peek().Kind == TokenKind::Symbol) {
    const model::OperatorFacts *Row = model::findOperator(peek().Text);
    if (!Row || Row->Precedence < MinPrecedence)
      return true;
    ExpressionNode N;
    N.Kind = Row->Kind;
    N.Where = take().Where;
    N.A = Node;
    if (!parseBinary(E, Row->Precedence + 1, N.B) ||
        !addNode(E, std::move(N), Node))
      return false;
  }
  return true;
}

bool Parser::parseExpression(Expression &E) {
  NodeDepths.clear();
  unsigned Root;
  return parseBinary(E, 1, Root);
}

bool Parser::parseParenthesized(Expression &E) {
  if (!expect("("))
    return false;
  IgnoreNewLines Scope(*this);
  if (!parseExpression(E))
    return false;
  if (peek().is("="))
    return failExpected("')' ('==' compares)");
  return expect(")");
}

bool Parser::parseConstant(Expression &E) {
  ExpressionNode N;
  N.Where = peek().Where;
  bool Parsed = parseInteger(N.Value);
  E.Nodes.push_back(std::move(N));
  return Parsed;
}

} // namespace fencepost::litmus
