//===- ConditionParser.cpp - The final condition of a litmus test ---------===//
//===----------------------------------------------------------------------===//
#include "ConditionParser.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::litmus {

using model::FormulaKind;

bool ConditionParser::addNode(Condition &C, FormulaNode N, unsigned &Node) {
  if (C.Nodes.size() == MaxFormulaNodes)
    return fail(Diag::LitmusTooLarge, peek().Where,
                "the condition has more than " + llvm::Twine(MaxFormulaNodes) +
                    " parts");
  Node = C.Nodes.size();
  C.Nodes.push_back(std::move(N));
  return true;
}

bool ConditionParser::parseThreadReference(Name &N) {
  N.Where = peek().Where;
  if (peek().Kind == TokenKind::Number &&
      llvm::all_of(peek().Text, llvm::isDigit))
    N.Text = "P" + take().Text.str();
  else if (peek().Kind == TokenKind::Word && isThreadName(peek().Text))
    N.Text = take().Text.str();
  else
    return failExpected("a thread");
  return true;
}

/// `P1:r0`. A register may have any word as its name here: LLVM IR's contain
/// dots.
bool ConditionParser::parseRegister(FormulaNode &N) {
  if (!parseThreadReference(N.Thread) || !expect(":"))
    return false;
  const Token &T = peek();
  if (T.Kind != TokenKind::Word && T.Kind != TokenKind::Number)
    return failExpected("the name of a register");
  N.Name = {T.Text.str(), T.Where};
  take();
  return true;
}

/// `[x]`, `[x[2]]`, `[P1:buf]`; the first bracket is gone.
bool ConditionParser::parseObserved(FormulaNode &N) {
  bool HasThread =
      peek().Kind == TokenKind::Number ||
      (peek().Kind == TokenKind::Word && isThreadName(peek().Text));
  if (HasThread && (!parseThreadReference(N.Thread) || !expect(":")))
    return false;
  if (!parseName(N.Name, "location"))
    return false;
  if (takeIf("[")) {
    uint32_t Element;
    if (!parseCount(Element, "the number of an element") || !expect("]"))
      return false;
    N.Element = Element;
  }
  return expect("]");
}

bool ConditionParser::parseAtom(FormulaNode &N) {
  bool Undef = takeIf("undef");
  if (Undef && !expect("("))
    return false;
  if (peek().Kind == TokenKind::Word && !isThreadName(peek().Text) &&
      !isKeyword(peek().Text))
    return fail(Diag::LitmusSyntax, peek().Where,
                "expected a part of the condition, found " + peek().describe() +
                    "; a location is written [" + peek().Text.take_front(40) +
                    "], a register P0:" + peek().Text.take_front(40));
  bool IsLocation = takeIf("[");
  if (!IsLocation && peek().Kind != TokenKind::Number &&
      peek().Kind != TokenKind::Word)
    return failExpected("a part of the condition (P0:r0 = 1, [x] = 1, "
                        "undef(P0:r0), race, ub, hang)");
  if (IsLocation ? !parseObserved(N) : !parseRegister(N))
    return false;
  if (Undef) {
    N.Kind = IsLocation ? FormulaKind::LocationIsUndef
                        : FormulaKind::RegisterIsUndef;
    return expect(")");
  }
  N.Kind = IsLocation ? FormulaKind::LocationIs : FormulaKind::RegisterIs;
  if (!peek().is("="))
    return failExpected("'=' and a number");
  take();
  if (peek().is("undef"))
    return fail(Diag::LitmusSyntax, peek().Where,
                "nothing is equal to undef; write undef(...)");
  return parseInteger(N.Value);
}

bool ConditionParser::parseNot(Condition &C, unsigned &Node) {
  llvm::scope_exit Leave([&] { --CallDepth; });
  if (++CallDepth > model::MaxExpressionDepth)
    return fail(Diag::LitmusTooLarge, peek().Where,
                "the condition is nested too deeply");
  if (takeIf("("))
    return parseOr(C, Node) && expect(")");
  FormulaNode N;
  if (takeIf("not")) {
    N.Kind = FormulaKind::Not;
    return parseNot(C, N.A) && addNode(C, std::move(N), Node);
  }
  if (takeIf("race"))
    N.Kind = FormulaKind::Race;
  else if (takeIf("ub"))
    N.Kind = FormulaKind::Undefined;
  else if (takeIf("hang"))
    N.Kind = FormulaKind::Hang;
  else if (!parseAtom(N))
    return false;
  return addNode(C, std::move(N), Node);
}

bool ConditionParser::parseAnd(Condition &C, unsigned &Node) {
  if (!parseNot(C, Node))
    return false;
  while (takeIf("/\\")) {
    FormulaNode N;
    N.Kind = FormulaKind::And;
    N.A = Node;
    if (!parseNot(C, N.B) || !addNode(C, std::move(N), Node))
      return false;
  }
  if (peek().is("&&") || peek().is("||"))
    return failExpected("'/\\', '\\/' or the end of the condition");
  return true;
}

bool ConditionParser::parseOr(Condition &C, unsigned &Node) {
  if (!parseAnd(C, Node))
    return false;
  while (takeIf("\\/")) {
    FormulaNode N;
    N.Kind = FormulaKind::Or;
    N.A = Node;
    if (!parseAnd(C, N.B) || !addNode(C, std::move(N), Node))
      return false;
  }
  return true;
}

bool ConditionParser::parse(Condition &C) {
  IgnoreNewLines Scope(*this);
  if (takeIf("exists"))
    C.Kind = model::Quantifier::Exists;
  else if (takeIf("forall"))
    C.Kind = model::Quantifier::Forall;
  else if (takeIf("~"))
    C.Kind = model::Quantifier::NotExists;
  else
    return failExpected("a thread or the final condition (exists, ~exists or "
                        "forall)");
  if (C.Kind == model::Quantifier::NotExists && !expect("exists"))
    return false;
  unsigned Root;
  return parseOr(C, Root);
}

} // namespace fencepost::litmus
