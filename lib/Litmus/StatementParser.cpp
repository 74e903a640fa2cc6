//===- StatementParser.cpp - Statements of the litmus language ------------===//
//===----------------------------------------------------------------------===//
#include "StatementParser.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace fencepost::litmus {

bool StatementParser::parseBlock(std::vector<Statement> &Body) {
  skipNewLines();
  Spot Begin = peek().Where;
  if (!expect("{"))
    return false;
  llvm::scope_exit Leave([&] { --BlockDepth; });
  if (++BlockDepth > MaxNesting)
    return fail(Diag::LitmusTooLarge, Begin,
                "more than " + llvm::Twine(MaxNesting) + " nested blocks");
  skipSeparators();
  while (!takeIf("}")) {
    if (peek().Kind == TokenKind::End)
      return fail(Diag::LitmusSyntax, Begin,
                  "the block that begins here is not closed by '}'");
    if (NumStatements++ == MaxStatements)
      return fail(Diag::LitmusTooLarge, peek().Where,
                  "more than " + llvm::Twine(MaxStatements) + " statements");
    if (!parseStatement(Body.emplace_back()))
      return false;
    skipSeparators();
  }
  return true;
}

bool StatementParser::parseStatement(Statement &S) {
  const Token &First = peek();
  S.Where = First.Where;
  if (First.Kind != TokenKind::Word)
    return failExpected("a statement or '}'");
  llvm::StringRef Word = First.Text;
  if (Word == "if")
    return parseIf(S);
  if (Word == "while")
    return parseWhile(S);
  if (Word == "load" || Word == "load.vis" || Word == "barrier.arrive.isfirst")
    return fail(Diag::LitmusSyntax, First.Where,
                "the result of '" + Word + "' needs a register: r0 = " + Word);
  if (Word == "store" || Word == "store.av")
    return parseStore(S);
  if (Word == "atomicrmw")
    return parseReadModifyWrite(S);
  if (Word == "cmpxchg")
    return parseCompareExchange(S);
  if (Word == "fence")
    return parseFence(S);
  if (parseBarrierOp(Word))
    return parseBarrier(S);
  if (Word == "async.load" || Word == "asyncmark" || Word == "wait.asyncmark")
    return parseAsync(S);
  return parseAssignment(S);
}

/// What can follow the end of a thread.
static bool beginsNextPart(llvm::StringRef Word) {
  return Word == "thread" || Word == "exists" || Word == "forall";
}

bool StatementParser::parseAssignment(Statement &S) {
  Token First = peek();
  bool IsName = !isKeyword(First.Text) && !First.Text.contains('.');
  if (IsName)
    take();
  if (!IsName || !peek().is("="))
    return fail(Diag::LitmusSyntax, First.Where,
                "expected a statement, found " + First.describe() +
                    (beginsNextPart(First.Text)
                         ? " (is a '}' missing?)"
                         : didYouMean(First.Text, statementWords())));
  take();
  if (isThreadName(First.Text))
    return fail(Diag::LitmusSemantics, First.Where,
                "'" + First.Text + "' names a thread, not a register");
  S.Result = {First.Text.str(), First.Where};
  llvm::StringRef Word = peek().Text;
  if (peek().Kind == TokenKind::Word) {
    if (Word == "load" || Word == "load.vis")
      return parseLoad(S);
    if (Word == "atomicrmw")
      return parseReadModifyWrite(S);
    if (Word == "cmpxchg")
      return parseCompareExchange(S);
    if (Word == "barrier.arrive.isfirst")
      return parseBarrier(S);
    if (llvm::is_contained(statementWords(), Word))
      return fail(Diag::LitmusSyntax, peek().Where,
                  "'" + Word + "' gives no value");
  }
  S.Kind = StatementKind::Assign;
  return parseExpression(S.Value) && expectEndOfStatement();
}

bool StatementParser::parseAccess(Access &A) {
  if (!parseName(A.Location, "location"))
    return false;
  if (!takeIf("["))
    return true;
  IgnoreNewLines Scope(*this);
  return parseExpression(A.Index) && expect("]");
}

bool StatementParser::parseOrder(Ordering &Order, Spot &Where) {
  const Token &T = peek();
  std::optional<Ordering> Found =
      T.Kind == TokenKind::Word ? parseOrdering(T.Text) : std::nullopt;
  if (!Found || !isAtomic(*Found)) {
    std::string Hint =
        T.Kind == TokenKind::Word ? didYouMean(T.Text, orderingWords()) : "";
    return fail(Diag::LitmusSyntax, T.Where,
                T.Kind == TokenKind::Bad
                    ? T.Problem
                    : "expected an ordering (monotonic, acquire, release, "
                      "acq_rel or seq_cst), found " +
                          T.describe() + Hint);
  }
  Order = *Found;
  Where = take().Where;
  return true;
}

/// What follows the orderings: [SCOPE] [local|global]... [noav].
bool StatementParser::parseScopeAndTags(Statement &S, Tags Spaces) {
  if (peek().Kind == TokenKind::Word)
    if (std::optional<Scope> Found = parseScope(peek().Text)) {
      S.Reach = *Found;
      take();
    }
  while (true) {
    bool IsLocal = peek().is("local");
    if (Spaces == Tags::Allowed && (IsLocal || peek().is("global"))) {
      AddressSpace Space = IsLocal ? AddressSpace::Local : AddressSpace::Global;
      if (S.Tags.has(Space))
        return fail(Diag::LitmusSyntax, peek().Where,
                    peek().describe() + " is given twice");
      S.Tags.insert(Space);
      take();
    } else if (peek().is("noav")) {
      if (S.NoAv || S.Available)
        return fail(Diag::LitmusSyntax, peek().Where,
                    S.NoAv ? "'noav' is given twice"
                           : "'noav' does not fit an access that only makes "
                             "itself available or visible");
      S.NoAv = true;
      take();
    } else {
      break;
    }
  }
  if (peek().Kind != TokenKind::Word)
    return expectEndOfStatement();
  llvm::SmallVector<llvm::StringRef, 16> Next(scopeWords());
  Next.push_back("noav");
  if (parseOrdering(peek().Text) && S.Available)
    return failExpected("a scope (this access is not atomic)");
  return fail(Diag::LitmusSyntax, peek().Where,
              "expected the end of the statement, found " + peek().describe() +
                  didYouMean(peek().Text, Next));
}

bool StatementParser::parseStore(Statement &S) {
  S.Kind = StatementKind::Store;
  S.Available = take().Text == "store.av";
  bool Atomic = !S.Available && takeIf("atomic");
  if (!parseAccess(S.Memory) || !expect(",") || !parseExpression(S.Value))
    return false;
  if (Atomic && !parseOrder(S.Order, S.OrderWhere))
    return false;
  if (Atomic || S.Available)
    return parseScopeAndTags(S);
  return expectEndOfStatement(" ('store atomic' takes an ordering)");
}

bool StatementParser::parseLoad(Statement &S) {
  S.Kind = StatementKind::Load;
  S.Available = take().Text == "load.vis";
  bool Atomic = !S.Available && takeIf("atomic");
  if (!parseAccess(S.Memory))
    return false;
  if (Atomic && !parseOrder(S.Order, S.OrderWhere))
    return false;
  if (Atomic || S.Available)
    return parseScopeAndTags(S);
  return expectEndOfStatement(" ('load atomic' takes an ordering)");
}

bool StatementParser::parseReadModifyWrite(Statement &S) {
  S.Kind = StatementKind::ReadModifyWrite;
  take();
  std::optional<ModifyOp> Op = parseModifyOp(peek().Text);
  if (!Op || !model::isModelled(*Op))
    return failExpected("an operation (xchg, add, sub, and, or, xor, max, min, "
                        "umax or umin)");
  S.Modify = *Op;
  take();
  return parseAccess(S.Memory) && expect(",") && parseExpression(S.Value) &&
         parseOrder(S.Order, S.OrderWhere) && parseScopeAndTags(S);
}

bool StatementParser::parseCompareExchange(Statement &S) {
  S.Kind = StatementKind::CompareExchange;
  take();
  return parseAccess(S.Memory) && expect(",") && parseExpression(S.Compare) &&
         expect(",") && parseExpression(S.Value) &&
         parseOrder(S.Order, S.OrderWhere) &&
         parseOrder(S.FailureOrder, S.FailureOrderWhere) &&
         parseScopeAndTags(S);
}

bool StatementParser::parseFence(Statement &S) {
  S.Kind = StatementKind::Fence;
  take();
  return parseOrder(S.Order, S.OrderWhere) &&
         parseScopeAndTags(S, Tags::Allowed);
}

bool StatementParser::parseBarrierCount(Statement &S) {
  bool MayHave = S.Barrier == BarrierOp::Init || S.Barrier == BarrierOp::Arrive;
  if (MayHave && takeIf(","))
    return parseConstant(S.Value) && expectEndOfStatement();
  if (S.Barrier == BarrierOp::Init)
    return failExpected("',' and the number of arrivals");
  return expectEndOfStatement();
}

bool StatementParser::parseBarrier(Statement &S) {
  S.Kind = StatementKind::Barrier;
  S.Barrier = *parseBarrierOp(take().Text);
  if (S.Barrier == BarrierOp::Drop)
    return expectEndOfStatement(" (barrier.leave names no barrier)");
  bool IsShort = S.Barrier == BarrierOp::ArriveWait &&
                 peek().Kind != TokenKind::Word &&
                 peek().Kind != TokenKind::Number;
  if (IsShort) {
    S.Object = {"workgroup", S.Where};
    return expectEndOfStatement();
  }
  if (peek().Kind == TokenKind::Word &&
      model::parsePredefinedBarrier(peek().Text)) {
    S.Object.Where = peek().Where;
    S.Object.Text = take().Text.str();
  } else if (!parseName(S.Object, "barrier")) {
    return false;
  }
  return parseBarrierCount(S);
}

bool StatementParser::parseAsync(Statement &S) {
  llvm::StringRef Word = take().Text;
  if (Word == "asyncmark") {
    S.Kind = StatementKind::AsyncMark;
    return expectEndOfStatement();
  }
  if (Word == "wait.asyncmark") {
    S.Kind = StatementKind::AsyncWait;
    return parseConstant(S.Value) && expectEndOfStatement();
  }
  S.Kind = StatementKind::AsyncLoad;
  return parseAccess(S.Memory) && expect("->") && parseAccess(S.Destination) &&
         expectEndOfStatement();
}

bool StatementParser::parseIf(Statement &S) {
  S.Kind = StatementKind::If;
  take();
  if (!parseParenthesized(S.Value) || !parseBlock(S.Body))
    return false;
  skipNewLines();
  return !takeIf("else") || parseBlock(S.Else);
}

bool StatementParser::parseWhile(Statement &S) {
  S.Kind = StatementKind::While;
  take();
  return parseParenthesized(S.Value) && parseBlock(S.Body);
}

//===- Expressions --------------------------------------------------------===//
// Precedence climbing over C's table. The depth of the tree and the depth of
// the calls are limited separately: `1+1+1...` makes the one, `((((` the other.
//===----------------------------------------------------------------------===//

using model::ExpressionKind;

/// Every level of a tree costs at most two calls, one for an operand on the
/// right and one for its parentheses.
static constexpr unsigned MaxCallDepth = 2 * model::MaxExpressionDepth + 2;

bool StatementParser::addNode(Expression &E, ExpressionNode N, unsigned &Node) {
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

bool StatementParser::parseOperand(Expression &E, unsigned &Node) {
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
  Sign Before = takeIf("-") ? Sign::Minus : Sign::Plus;
  if (Before == Sign::Minus && peek().Kind != TokenKind::Number)
    return failExpected("a number after '-' (0 - r0 negates a register)");
  if (peek().Kind == TokenKind::Number)
    return convertInteger(take(), Before, N.Value) &&
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

bool StatementParser::parseBinary(Expression &E, unsigned MinPrecedence,
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

bool StatementParser::parseExpression(Expression &E) {
  NodeDepths.clear();
  unsigned Root;
  return parseBinary(E, 1, Root);
}

bool StatementParser::parseParenthesized(Expression &E) {
  if (!expect("("))
    return false;
  IgnoreNewLines Scope(*this);
  if (!parseExpression(E))
    return false;
  if (peek().is("="))
    return failExpected("')' ('==' compares)");
  return expect(")");
}

bool StatementParser::parseConstant(Expression &E) {
  ExpressionNode N;
  N.Where = peek().Where;
  bool Parsed = parseInteger(N.Value);
  E.Nodes.push_back(std::move(N));
  return Parsed;
}

} // namespace fencepost::litmus
