//===- Condition.cpp - The final condition of a litmus test ---------------===//
// Nodes stand after their operands, so one pass from the first to the last
// evaluates or prints a formula of any depth without recursion.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Condition.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::model {

static Kleene fromBool(bool B) { return B ? Kleene::True : Kleene::False; }

/// A comparison with undef is maybe (docs/model.md M17).
static Kleene compare(const Value &V, int32_t Number) {
  return V.IsUndef ? Kleene::Maybe : fromBool(V.Number == Number);
}

/// A pseudo-state has no values: these atoms are false in it (docs/model.md
/// B7).
static bool asksForValue(FormulaKind Kind) {
  return Kind == FormulaKind::RegisterIs || Kind == FormulaKind::LocationIs ||
         Kind == FormulaKind::RegisterIsUndef ||
         Kind == FormulaKind::LocationIsUndef;
}

static Kleene evaluateNode(const Formula &F, const Outcome &O,
                           llvm::ArrayRef<Kleene> Before) {
  if (asksForValue(F.Kind) && !O.Undefined.empty())
    return Kleene::False;
  switch (F.Kind) {
  case FormulaKind::RegisterIs:
    return compare(O.Registers[F.Register], F.Value);
  case FormulaKind::LocationIs:
    return compare(O.Locations[F.Observed], F.Value);
  case FormulaKind::RegisterIsUndef:
    return fromBool(O.Registers[F.Register].IsUndef);
  case FormulaKind::LocationIsUndef:
    return fromBool(O.Locations[F.Observed].IsUndef);
  case FormulaKind::Race:
    return fromBool(O.Race);
  case FormulaKind::Undefined:
    return fromBool(!O.Undefined.empty());
  case FormulaKind::Hang:
    return fromBool(O.Undefined.has(Undefined::Hang));
  case FormulaKind::Not:
    return static_cast<Kleene>(2 - static_cast<int>(Before[F.A]));
  case FormulaKind::And:
    return std::min(Before[F.A], Before[F.B]);
  case FormulaKind::Or:
    return std::max(Before[F.A], Before[F.B]);
  }
  llvm_unreachable("a formula without a case");
}

Kleene evaluate(const Condition &C, const Outcome &O) {
  assert(!C.Nodes.empty() && "a condition without a formula");
  llvm::SmallVector<Kleene, 16> Results;
  for (const Formula &F : C.Nodes)
    Results.push_back(evaluateNode(F, O, Results));
  return Results.back();
}

bool isPositive(const Condition &C, const Outcome &O) {
  Kleene Answer = evaluate(C, O);
  return Answer == Kleene::True ||
         (Answer == Kleene::Maybe && C.Kind != Quantifier::Forall);
}

unsigned registerIndex(const Program &P, unsigned Thread, unsigned Register) {
  unsigned Index = Register;
  for (unsigned I = 0; I < Thread; ++I)
    Index += P.Threads[I].Registers.size();
  return Index;
}

namespace {
/// The text of a node and how tightly its outermost operator binds.
struct NodeText {
  std::string Text;
  unsigned Precedence;
};
constexpr unsigned OrBinds = 1, AndBinds = 2, NotBinds = 3, AtomBinds = 4;
} // namespace

static std::string inParentheses(const NodeText &Node, unsigned Surrounding) {
  return Node.Precedence < Surrounding ? "(" + Node.Text + ")" : Node.Text;
}

static std::string registerText(const Formula &F, const Program &P) {
  unsigned Own = F.Register - registerIndex(P, F.Thread, 0);
  return std::to_string(F.Thread) + ":" + P.Threads[F.Thread].Registers[Own];
}

static NodeText textOf(const Formula &F, const Condition &C, const Program &P,
                       llvm::ArrayRef<NodeText> Before) {
  auto Location = [&] {
    return "[" + cellName(P, C.Observed[F.Observed]) + "]";
  };
  auto Binary = [&](llvm::StringRef Operator, unsigned Precedence) {
    return NodeText{inParentheses(Before[F.A], Precedence) + Operator.str() +
                        inParentheses(Before[F.B], Precedence + 1),
                    Precedence};
  };
  switch (F.Kind) {
  case FormulaKind::RegisterIs:
    return {registerText(F, P) + "=" + std::to_string(F.Value), AtomBinds};
  case FormulaKind::LocationIs:
    return {Location() + "=" + std::to_string(F.Value), AtomBinds};
  case FormulaKind::RegisterIsUndef:
    return {"undef(" + registerText(F, P) + ")", AtomBinds};
  case FormulaKind::LocationIsUndef:
    return {"undef(" + Location() + ")", AtomBinds};
  case FormulaKind::Race:
    return {"race", AtomBinds};
  case FormulaKind::Undefined:
    return {"ub", AtomBinds};
  case FormulaKind::Hang:
    return {"hang", AtomBinds};
  case FormulaKind::Not:
    return {"not " + inParentheses(Before[F.A], NotBinds), NotBinds};
  case FormulaKind::And:
    return Binary(" /\\ ", AndBinds);
  case FormulaKind::Or:
    return Binary(" \\/ ", OrBinds);
  }
  llvm_unreachable("a formula without a case");
}

llvm::StringRef quantifierName(Quantifier Kind) {
  switch (Kind) {
  case Quantifier::Exists:
    return "exists";
  case Quantifier::NotExists:
    return "~exists";
  case Quantifier::Forall:
    return "forall";
  }
  llvm_unreachable("a quantifier without a case");
}

std::string str(const Condition &C, const Program &P) {
  assert(!C.Nodes.empty() && "a condition without a formula");
  std::vector<NodeText> Texts;
  for (const Formula &F : C.Nodes)
    Texts.push_back(textOf(F, C, P, Texts));
  return quantifierName(C.Kind).str() + " (" + Texts.back().Text + ")";
}

} // namespace fencepost::model
