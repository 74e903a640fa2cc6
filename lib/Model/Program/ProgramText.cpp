//===- ProgramText.cpp - Parts of a program in the litmus language's words ===//
// Expressions built in memory may be deep or share nodes; what is too
// deep or too long for a person to read is shown as "...".
//===----------------------------------------------------------------------===//
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Model/Instances.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::model {

static constexpr OperatorFacts Operators[] = {
    {.Kind = ExpressionKind::Mul, .Spelling = "*", .Precedence = 10},
    {.Kind = ExpressionKind::Add, .Spelling = "+", .Precedence = 9},
    {.Kind = ExpressionKind::Sub, .Spelling = "-", .Precedence = 9},
    {.Kind = ExpressionKind::Shl, .Spelling = "<<", .Precedence = 8},
    {.Kind = ExpressionKind::Shr, .Spelling = ">>", .Precedence = 8},
    {.Kind = ExpressionKind::Lt, .Spelling = "<", .Precedence = 7},
    {.Kind = ExpressionKind::Le, .Spelling = "<=", .Precedence = 7},
    {.Kind = ExpressionKind::Gt, .Spelling = ">", .Precedence = 7},
    {.Kind = ExpressionKind::Ge, .Spelling = ">=", .Precedence = 7},
    {.Kind = ExpressionKind::Eq, .Spelling = "==", .Precedence = 6},
    {.Kind = ExpressionKind::Ne, .Spelling = "!=", .Precedence = 6},
    {.Kind = ExpressionKind::And, .Spelling = "&", .Precedence = 5},
    {.Kind = ExpressionKind::Xor, .Spelling = "^", .Precedence = 4},
    {.Kind = ExpressionKind::Or, .Spelling = "|", .Precedence = 3},
    {.Kind = ExpressionKind::LogicalAnd, .Spelling = "&&", .Precedence = 2},
    {.Kind = ExpressionKind::LogicalOr, .Spelling = "||", .Precedence = 1},
};

/// LLVM IR's own, which the litmus language cannot write.
static constexpr OperatorFacts IrOperators[] = {
    {.Kind = ExpressionKind::ULt, .Spelling = "<u", .Precedence = 7},
    {.Kind = ExpressionKind::LShr, .Spelling = ">>u", .Precedence = 8},
};

const OperatorFacts *findOperator(ExpressionKind Kind) {
  for (llvm::ArrayRef<OperatorFacts> Table :
       {llvm::ArrayRef(Operators), llvm::ArrayRef(IrOperators)})
    for (const OperatorFacts &Row : Table)
      if (Row.Kind == Kind)
        return &Row;
  return nullptr;
}

const OperatorFacts *findOperator(llvm::StringRef Spelling) {
  const auto *It = llvm::find_if(Operators, [&](const OperatorFacts &Row) {
    return Row.Spelling == Spelling;
  });
  return It == std::end(Operators) ? nullptr : It;
}

namespace {
class ExpressionPrinter {
public:
  explicit ExpressionPrinter(const Thread &T) : T(T) {}

  /// \p Surrounding is the precedence below which parentheses are needed.
  std::string print(unsigned Node, unsigned Surrounding, unsigned DepthLeft);

private:
  std::string printBinary(const Expression &E, unsigned Surrounding,
                          unsigned DepthLeft);

  const Thread &T;
  unsigned NodesLeft = 1000;
};
} // namespace

std::string ExpressionPrinter::print(unsigned Node, unsigned Surrounding,
                                     unsigned DepthLeft) {
  if (DepthLeft == 0 || NodesLeft == 0)
    return "...";
  --NodesLeft;
  const Expression &E = T.Expressions[Node];
  auto Operand = [&](unsigned Child, unsigned Precedence) {
    return print(Child, Precedence, DepthLeft - 1);
  };
  switch (E.Kind) {
  case ExpressionKind::Constant:
    return llvm::itostr(E.Value);
  case ExpressionKind::Register:
    return T.Registers[E.A];
  case ExpressionKind::Undef:
    return "undef";
  case ExpressionKind::Not:
    return "!" + Operand(E.A, NotPrecedence);
  case ExpressionKind::Select: {
    std::string If = Operand(E.A, 1), Then = Operand(E.B, 1);
    return "(" + If + " ? " + Then + " : " + Operand(E.C, 1) + ")";
  }
  default:
    return printBinary(E, Surrounding, DepthLeft);
  }
}

std::string ExpressionPrinter::printBinary(const Expression &E,
                                           unsigned Surrounding,
                                           unsigned DepthLeft) {
  const OperatorFacts *Row = findOperator(E.Kind);
  assert(Row && "an operator without a spelling");
  // All binary operators associate to the left.
  std::string Text = print(E.A, Row->Precedence, DepthLeft - 1) + " " +
                     Row->Spelling.str() + " ";
  Text += print(E.B, Row->Precedence + 1, DepthLeft - 1);
  return Row->Precedence < Surrounding ? "(" + Text + ")" : Text;
}

std::string describeExpression(const Thread &T, unsigned Node) {
  return ExpressionPrinter(T).print(Node, 0, MaxExpressionDepth + 1);
}

static const Instruction &instructionAt(const Program &P, ProgramPoint Point) {
  return P.Threads[Point.Thread].Code[Point.Instruction];
}

static std::string addressText(const Program &P, const Thread &T,
                               const Address &A) {
  std::string Text = P.Locations[A.Location].Name;
  if (A.Index != None)
    Text += "[" + describeExpression(T, A.Index) + "]";
  return Text;
}

static llvm::StringRef mnemonic(const Instruction &I) {
  switch (I.Op) {
  case Opcode::Load:
    if (I.Available)
      return "load.vis";
    return isAtomic(I.Order) ? "load atomic" : "load";
  case Opcode::Store:
    if (I.Available)
      return "store.av";
    return isAtomic(I.Order) ? "store atomic" : "store";
  case Opcode::ReadModifyWrite:
    return "atomicrmw";
  case Opcode::CompareExchange:
    return "cmpxchg";
  case Opcode::Fence:
    return "fence";
  case Opcode::Barrier:
    return barrierOpName(I.Barrier);
  case Opcode::AsyncLoad:
    return "async.load";
  case Opcode::AsyncMark:
    return "asyncmark";
  case Opcode::AsyncWait:
    return "wait.asyncmark";
  case Opcode::Branch:
    return I.LoopCondition ? "while" : "if";
  case Opcode::Jump:
    return "jump";
  case Opcode::LoopEnter:
    return "loop";
  case Opcode::Iterate:
    return "iterate";
  case Opcode::EnterFunction:
    return "call";
  case Opcode::LeaveFunction:
    return "return";
  case Opcode::Assign:
    return "";
  }
  llvm_unreachable("an opcode without a case");
}

std::string describeBriefly(const Program &P, ProgramPoint Point) {
  const Thread &T = P.Threads[Point.Thread];
  const Instruction &I = instructionAt(P, Point);
  if (I.Op == Opcode::Assign)
    return T.Registers[I.Result] + " = " + describeExpression(T, I.Value);
  std::string Text = mnemonic(I).str();
  if (I.Op == Opcode::ReadModifyWrite)
    Text += " " + modifyOpName(I.Modify).str();
  if (I.Memory.Location != None)
    Text += " " + addressText(P, T, I.Memory);
  if (I.Op == Opcode::AsyncLoad)
    Text += " -> " + addressText(P, T, I.Destination);
  if (I.Op == Opcode::Barrier && I.Barrier != BarrierOp::Drop)
    Text += " " + barrierName(P, I.Object);
  if (I.Op == Opcode::Branch)
    Text += " (" + describeExpression(T, I.Value) + ")";
  return Text;
}

std::string describe(const Program &P, ProgramPoint Point) {
  const Thread &T = P.Threads[Point.Thread];
  const Instruction &I = instructionAt(P, Point);
  std::string Text = describeBriefly(P, Point);
  if (I.Op == Opcode::Assign || I.Op == Opcode::Branch)
    return Text;
  if (I.Compare != None)
    Text += ", " + describeExpression(T, I.Compare);
  if (I.Value != None)
    Text += (I.Op == Opcode::AsyncWait ? " " : ", ") +
            describeExpression(T, I.Value);
  if (isAtomic(I.Order))
    Text += " " + orderingName(I.Order).str();
  if (isAtomic(I.FailureOrder))
    Text += " " + orderingName(I.FailureOrder).str();
  if (isAtomic(I.Order) || I.Available)
    Text += " " + scopeName(I.Reach).str();
  for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global})
    if (I.Tags.has(Space))
      Text += " " + addressSpaceName(Space).str();
  return I.NoAv ? Text + " noav" : Text;
}

std::string describePlace(const Program &P, ProgramPoint Point) {
  return P.Threads[Point.Thread].Name + ", line " +
         llvm::utostr(instructionAt(P, Point).Where.Line);
}

std::string cellName(const Program &P, Cell C) {
  const Location &L = P.Locations[C.Location];
  std::string Name = L.Name;
  if (L.IsArray)
    Name += "[" + llvm::utostr(C.Element) + "]";
  if (L.Space != AddressSpace::Local)
    return Name;
  std::vector<unsigned> Workgroups = instanceNumbers(P, ScopeLevel::Workgroup);
  if (llvm::all_of(Workgroups, [](unsigned Number) { return Number == 0; }))
    return Name;
  size_t First = llvm::find(Workgroups, C.Copy) - Workgroups.begin();
  assert(First < Workgroups.size() && "a copy without a workgroup");
  return P.Threads[First].Name + ":" + Name;
}

namespace {
struct PredefinedBarrier {
  BarrierId Id;
  llvm::StringLiteral Name;
};
} // namespace

/// The objects that are not declared.
static constexpr PredefinedBarrier PredefinedBarriers[] = {
    {BarrierId::clusterTrap(), "cluster_trap"},
    {BarrierId::cluster(), "cluster"},
    {BarrierId::workgroupTrap(), "trap"},
    {BarrierId::workgroup(), "workgroup"},
    {BarrierId::null(), "null"},
};

std::string barrierName(const Program &P, BarrierId Object) {
  for (const PredefinedBarrier &Row : PredefinedBarriers)
    if (Row.Id == Object)
      return Row.Name.str();
  return P.NamedBarriers[Object.operand() - 1];
}

std::optional<BarrierId> parsePredefinedBarrier(llvm::StringRef Name) {
  for (const PredefinedBarrier &Row : PredefinedBarriers)
    if (Row.Name == Name)
      return Row.Id;
  return std::nullopt;
}

} // namespace fencepost::model
