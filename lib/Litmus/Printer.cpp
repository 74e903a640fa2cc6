//===- Printer.cpp - Litmus tests as text ---------------------------------===//
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::litmus {

using model::ExpressionKind;
using model::FormulaKind;

namespace {
/// The text of a node and how tightly its outermost operator binds.
struct NodeText {
  std::string Text;
  unsigned Precedence;

  std::string within(unsigned Surrounding) const {
    return Precedence < Surrounding ? "(" + Text + ")" : Text;
  }
};
constexpr unsigned LeafPrecedence = 100;
} // namespace

static NodeText textOf(const ExpressionNode &N,
                       llvm::ArrayRef<NodeText> Before) {
  if (N.Kind == ExpressionKind::Constant)
    return {llvm::itostr(N.Value), LeafPrecedence};
  if (N.Kind == ExpressionKind::Register)
    return {N.Register, LeafPrecedence};
  if (N.Kind == ExpressionKind::Not)
    return {"!" + Before[N.A].within(model::NotPrecedence),
            model::NotPrecedence};
  const model::OperatorFacts *Row = model::findOperator(N.Kind);
  assert(Row && "an operator the litmus language does not have");
  return {Before[N.A].within(Row->Precedence) + " " + Row->Spelling.str() +
              " " + Before[N.B].within(Row->Precedence + 1),
          Row->Precedence};
}

std::string print(const Expression &E) {
  assert(!E.empty() && "no expression to print");
  std::vector<NodeText> Texts;
  for (const ExpressionNode &N : E.Nodes)
    Texts.push_back(textOf(N, Texts));
  return Texts.back().Text;
}

static std::string print(const Access &A) {
  if (A.Index.empty())
    return A.Location.Text;
  return A.Location.Text + "[" + print(A.Index) + "]";
}

/// " release agent noav" and the like, as far as the statement has them.
static std::string orderAndScope(const Statement &S) {
  std::string Text;
  if (isAtomic(S.Order))
    Text += " " + orderingName(S.Order).str();
  if (isAtomic(S.FailureOrder))
    Text += " " + orderingName(S.FailureOrder).str();
  if (isAtomic(S.Order) || S.Available)
    Text += " " + scopeName(S.Reach).str();
  for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global})
    if (S.Tags.has(Space))
      Text += " " + addressSpaceName(Space).str();
  return S.NoAv ? Text + " noav" : Text;
}

static std::string printBarrier(const Statement &S) {
  std::string Text = barrierOpName(S.Barrier).str();
  if (!S.Object.empty())
    Text += " " + S.Object.Text;
  return S.Value.empty() ? Text : Text + ", " + print(S.Value);
}

static std::string withoutResult(const Statement &S) {
  const char *Atomic = isAtomic(S.Order) ? " atomic" : "";
  switch (S.Kind) {
  case StatementKind::Assign:
    return print(S.Value);
  case StatementKind::Load:
    return (S.Available ? "load.vis " : "load" + std::string(Atomic) + " ") +
           print(S.Memory) + orderAndScope(S);
  case StatementKind::Store:
    return (S.Available ? "store.av " : "store" + std::string(Atomic) + " ") +
           print(S.Memory) + ", " + print(S.Value) + orderAndScope(S);
  case StatementKind::ReadModifyWrite:
    return "atomicrmw " + modifyOpName(S.Modify).str() + " " + print(S.Memory) +
           ", " + print(S.Value) + orderAndScope(S);
  case StatementKind::CompareExchange:
    return "cmpxchg " + print(S.Memory) + ", " + print(S.Compare) + ", " +
           print(S.Value) + orderAndScope(S);
  case StatementKind::Fence:
    return "fence" + orderAndScope(S);
  case StatementKind::Barrier:
    return printBarrier(S);
  case StatementKind::AsyncLoad:
    return "async.load " + print(S.Memory) + " -> " + print(S.Destination);
  case StatementKind::AsyncMark:
    return "asyncmark";
  case StatementKind::AsyncWait:
    return "wait.asyncmark " + print(S.Value);
  case StatementKind::If:
    return "if (" + print(S.Value) + ")";
  case StatementKind::While:
    return "while (" + print(S.Value) + ")";
  }
  llvm_unreachable("a statement without a case");
}

std::string printHead(const Statement &S) {
  return S.Result.empty() ? withoutResult(S)
                          : S.Result.Text + " = " + withoutResult(S);
}

static void printBlock(llvm::raw_ostream &OS,
                       const std::vector<Statement> &Body, unsigned Indent) {
  OS << "{\n";
  for (const Statement &S : Body) {
    OS.indent(Indent + 2) << printHead(S);
    if (S.Kind == StatementKind::If || S.Kind == StatementKind::While) {
      OS << ' ';
      printBlock(OS, S.Body, Indent + 2);
    }
    if (!S.Else.empty()) {
      OS << " else ";
      printBlock(OS, S.Else, Indent + 2);
    }
    OS << '\n';
  }
  OS.indent(Indent) << '}';
}

static void printDeclaration(llvm::raw_ostream &OS, const Declaration &D) {
  static constexpr EnumName<DeclarationKind> Kinds[] = {
      {DeclarationKind::Global, "global "},
      {DeclarationKind::Local, "local "},
      {DeclarationKind::Barrier, "barrier "},
  };
  static_assert(isIndexedBy(Kinds), "a kind without a keyword");
  OS << "  " << rowOf(Kinds, D.Kind).Name << D.Name.Text;
  if (D.IsArray)
    OS << '[' << D.Size << ']';
  if (D.InitialIsList) {
    OS << " = {";
    llvm::ListSeparator Comma;
    for (int32_t Value : D.Initial)
      OS << Comma << Value;
    OS << '}';
  } else if (!D.Initial.empty()) {
    OS << " = " << D.Initial.front();
  }
  OS << ";\n";
}

static std::string observed(const FormulaNode &N) {
  std::string Text = N.Thread.empty() ? "" : N.Thread.Text + ":";
  Text += N.Name.Text;
  return N.Element ? Text + "[" + llvm::utostr(*N.Element) + "]" : Text;
}

static NodeText textOf(const FormulaNode &N, llvm::ArrayRef<NodeText> Before) {
  constexpr unsigned OrBinds = 1, AndBinds = 2, NotBinds = 3;
  switch (N.Kind) {
  case FormulaKind::RegisterIs:
    return {observed(N) + " = " + llvm::itostr(N.Value), LeafPrecedence};
  case FormulaKind::LocationIs:
    return {"[" + observed(N) + "] = " + llvm::itostr(N.Value), LeafPrecedence};
  case FormulaKind::RegisterIsUndef:
    return {"undef(" + observed(N) + ")", LeafPrecedence};
  case FormulaKind::LocationIsUndef:
    return {"undef([" + observed(N) + "])", LeafPrecedence};
  case FormulaKind::Race:
    return {"race", LeafPrecedence};
  case FormulaKind::Undefined:
    return {"ub", LeafPrecedence};
  case FormulaKind::Hang:
    return {"hang", LeafPrecedence};
  case FormulaKind::Not:
    return {"not " + Before[N.A].within(NotBinds), NotBinds};
  case FormulaKind::And:
    return {Before[N.A].within(AndBinds) + " /\\ " +
                Before[N.B].within(AndBinds + 1),
            AndBinds};
  case FormulaKind::Or:
    return {Before[N.A].within(OrBinds) + " \\/ " +
                Before[N.B].within(OrBinds + 1),
            OrBinds};
  }
  llvm_unreachable("a formula without a case");
}

std::string print(const Condition &C) {
  assert(!C.Nodes.empty() && "no condition to print");
  std::vector<NodeText> Texts;
  for (const FormulaNode &N : C.Nodes)
    Texts.push_back(textOf(N, Texts));
  return model::quantifierName(C.Kind).str() + " (" + Texts.back().Text + ")";
}

static void printDescription(llvm::raw_ostream &OS, llvm::StringRef Text) {
  OS << '"';
  for (char C : Text) {
    if (C == '"' || C == '\\')
      OS << '\\';
    OS << C;
  }
  OS << "\"\n";
}

std::string print(const ParsedTest &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "AMDGPU " << T.Name << '\n';
  if (!T.Description.empty())
    printDescription(OS, T.Description);
  OS << "{\n";
  for (const Declaration &D : T.Declarations)
    printDeclaration(OS, D);
  OS << "}\n";
  for (const Thread &Each : T.Threads) {
    OS << "thread " << Each.Name.Text << ' ';
    if (!Each.Placed.empty())
      OS << "@ ";
    for (const PlacementLevel &L : Each.Placed)
      OS << scopeLevelName(L.Level) << ' ' << L.Number << ' ';
    printBlock(OS, Each.Body, 0);
    OS << '\n';
  }
  OS << print(T.Final) << '\n';
  return Text;
}

} // namespace fencepost::litmus
