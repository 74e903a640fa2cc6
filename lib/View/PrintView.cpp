//===- PrintView.cpp - A sync view as text --------------------------------===//
// Addresses are written with the names of the objects whose regions they are
// constants of: `tile + id.x * 4`.
//===----------------------------------------------------------------------===//
#include "fencepost/View/PrintView.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace fencepost::view {

static constexpr llvm::StringLiteral Axes[] = {"x", "y", "z"};
static llvm::StringRef nameOf(ObjectKind Kind) {
  switch (Kind) {
  case ObjectKind::Lds:
    return "lds";
  case ObjectKind::LdsArgument:
    return "lds argument";
  case ObjectKind::Global:
    return "global variable";
  case ObjectKind::Argument:
    return "argument";
  case ObjectKind::Private:
    return "private";
  case ObjectKind::NamedBarrier:
    return "named barrier";
  case ObjectKind::Unknown:
    return "unknown";
  }
  llvm_unreachable("no such kind of object");
}

static llvm::StringRef symbolOf(ValueKind Operator) {
  switch (Operator) {
  case ValueKind::Add:
    return "+";
  case ValueKind::Sub:
    return "-";
  case ValueKind::Mul:
    return "*";
  case ValueKind::UDiv:
    return "/";
  case ValueKind::SDiv:
    return "/s";
  case ValueKind::URem:
    return "%";
  case ValueKind::SRem:
    return "%s";
  case ValueKind::And:
    return "&";
  case ValueKind::Or:
    return "|";
  case ValueKind::Xor:
    return "^";
  case ValueKind::Shl:
    return "<<";
  case ValueKind::LShr:
    return ">>";
  case ValueKind::AShr:
    return ">>s";
  case ValueKind::Eq:
    return "==";
  case ValueKind::Ne:
    return "!=";
  case ValueKind::ULt:
    return "<";
  case ValueKind::ULe:
    return "<=";
  case ValueKind::SLt:
    return "<s";
  case ValueKind::SLe:
    return "<=s";
  default:
    llvm_unreachable("no operator with two operands");
  }
}

namespace {
class Printer {
public:
  Printer(llvm::raw_ostream &OS, const SyncView &View) : OS(OS), View(View) {
    countUses();
    measure();
  }
  void print();

private:
  void countUses();
  void measure();
  void use(ValueId Id, unsigned Times = 1);
  bool hasLine(ValueId Id) const;
  void printHeader();
  void printObject(unsigned Number);
  void printLoop(LoopId Number);
  void printBlock(BlockId Number);
  void printLines(BlockId Block);
  void printDefinition(ValueId Id);
  void printEvent(const Event &E);
  void printAccessRange(const AccessRange &T);
  void printEdges(const Block &B);
  void printValue(ValueId Id, bool Nested = false);
  void printOperator(const Value &V, bool Nested);
  void printConstant(const Value &V);
  void printPlace(const SourceLocation &P, llvm::StringRef Before = "  @");
  void printIgnored(llvm::ArrayRef<std::string> Names);

  llvm::raw_ostream &OS;
  const SyncView &View;
  std::vector<unsigned> Uses, Depths;
  std::vector<std::vector<ValueId>> Lines; ///< By block; everywhere is last.
};
} // namespace

void Printer::use(ValueId Id, unsigned Times) {
  if (Id != None)
    Uses[Id] += Times;
}

void Printer::countUses() {
  Uses.assign(View.Values.size(), 0);
  for (const Value &V : View.Values) {
    for (ValueId Id : {V.A, V.B, V.C})
      use(Id);
    for (const Incoming &Edge : V.From)
      use(Edge.Value);
  }
  for (const Block &B : View.Blocks) {
    for (const Event &E : B.Events)
      for (ValueId Id :
           {E.Memory.Address, E.Memory.Stored, E.Destination.Address, E.Target})
        use(Id);
    for (auto [I, Way] : llvm::enumerate(B.Next))
      if (I == 0 || Way.Condition != B.Next[0].Condition)
        use(Way.Condition);
  }
  for (const Loop &L : View.Loops)
    use(L.TripCount);
}

/// Phis, unknowns, and values with several uses.
bool Printer::hasLine(ValueId Id) const {
  const Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Phi || V.Kind == ValueKind::Unknown)
    return true;
  auto IsSmall = [&](ValueId Operand) {
    return Operand == None || !isOperator(View.Values[Operand].Kind);
  };
  bool Small = IsSmall(V.A) && IsSmall(V.B) && IsSmall(V.C);
  return isOperator(V.Kind) && (Depths[Id] == 0 || (Uses[Id] > 1 && !Small));
}

/// Measures how deep operators are nested in a line; deeper values get a line
/// of their own.
void Printer::measure() {
  constexpr unsigned MaxDepth = 12;
  Depths.assign(View.Values.size(), 1);
  Lines.resize(View.Blocks.size() + 1);
  for (ValueId Id = 0; Id != View.Values.size(); ++Id) {
    const Value &V = View.Values[Id];
    for (ValueId Operand : {V.A, V.B, V.C})
      if (Operand != None && isOperator(V.Kind) && !hasLine(Operand))
        Depths[Id] = std::max(Depths[Id], Depths[Operand] + 1);
    if (Depths[Id] > MaxDepth)
      Depths[Id] = 0;
    if (hasLine(Id))
      Lines[V.Block == None ? View.Blocks.size() : V.Block].push_back(Id);
  }
}

void Printer::printConstant(const Value &V) {
  constexpr uint64_t Reach = 1 << 16, Before = 1 << 12;
  for (const Object &O : View.Objects)
    if (V.Bits >= 32 && V.Number >= O.Base &&
        V.Number - O.Base <= std::max(O.Size, Reach)) {
      OS << O.Name;
      if (V.Number != O.Base)
        OS << " + " << V.Number - O.Base;
      return;
    }
  for (const Object &O : View.Objects)
    if (V.Bits >= 32 && V.Number < O.Base && O.Base - V.Number <= Before) {
      OS << O.Name << " - " << O.Base - V.Number;
      return;
    }
  if (V.Bits == 1)
    OS << (V.Number ? "true" : "false");
  else
    OS << asSigned(V.Number, V.Bits);
}

void Printer::printOperator(const Value &V, bool Nested) {
  switch (V.Kind) {
  case ValueKind::Select:
    OS << "select(";
    printValue(V.A);
    OS << ", ";
    printValue(V.B);
    OS << ", ";
    printValue(V.C);
    OS << ')';
    return;
  case ValueKind::ZExt:
  case ValueKind::SExt:
  case ValueKind::Trunc:
    OS << (V.Kind == ValueKind::ZExt   ? "zext"
           : V.Kind == ValueKind::SExt ? "sext"
                                       : "trunc")
       << unsigned(V.Bits) << '(';
    printValue(V.A);
    OS << ')';
    return;
  default:
    break;
  }
  // An object comes first, as in the source.
  ValueId A = V.A, B = V.B;
  if (V.Kind == ValueKind::Add && View.Values[B].Kind == ValueKind::Constant &&
      View.Values[B].Number >> 24 &&
      asSigned(View.Values[B].Number, V.Bits) > 0)
    std::swap(A, B);
  OS << (Nested ? "(" : "");
  printValue(A, true);
  OS << ' ' << symbolOf(V.Kind) << ' ';
  printValue(B, true);
  OS << (Nested ? ")" : "");
}

void Printer::printValue(ValueId Id, bool Nested) {
  if (Id == None) {
    OS << '?';
    return;
  }
  if (hasLine(Id)) {
    OS << 'v' << Id;
    return;
  }
  const Value &V = View.Values[Id];
  switch (V.Kind) {
  case ValueKind::Constant:
    return printConstant(V);
  case ValueKind::WorkItem:
    OS << "id." << Axes[V.Number];
    return;
  case ValueKind::WorkGroup:
    OS << "group." << Axes[V.Number];
    return;
  case ValueKind::Size:
    OS << "size." << Axes[V.Number];
    return;
  case ValueKind::Lane:
    OS << "lane";
    return;
  case ValueKind::Argument:
    if (V.Name.empty())
      OS << "arg" << V.Number;
    else
      OS << V.Name;
    return;
  default:
    return printOperator(V, Nested);
  }
}

void Printer::printDefinition(ValueId Id) {
  const Value &V = View.Values[Id];
  OS << "  v" << Id << " = ";
  if (V.Kind == ValueKind::Phi) {
    OS << "phi i" << unsigned(V.Bits);
    for (const Incoming &Edge : V.From) {
      OS << (&Edge == V.From.begin() ? " " : ", ") << 'b' << Edge.From << ": ";
      printValue(Edge.Value);
    }
  } else if (V.Kind == ValueKind::Unknown) {
    OS << "unknown i" << unsigned(V.Bits);
  } else {
    printOperator(V, false);
  }
  if (V.Uniform)
    OS << "  uniform";
  else if (V.WaveUniform)
    OS << "  wave-uniform";
  if (!V.Name.empty())
    OS << "  ; " << V.Name;
  OS << '\n';
}

void Printer::printLines(BlockId Block) {
  for (ValueId Id : Lines[Block == None ? View.Blocks.size() : Block])
    printDefinition(Id);
}

void Printer::printAccessRange(const AccessRange &T) {
  OS << (T.Reads && T.Writes ? "changes " : T.Writes ? "writes " : "reads ");
  if (T.Bytes)
    OS << T.Bytes << (T.Bytes == 1 ? " byte" : " bytes");
  else
    OS << "an unknown number of bytes";
  OS << " at ";
  printValue(T.Address);
  if (T.Object == None)
    OS << " (any object)";
  else if (T.Address == None)
    OS << " of " << View.Objects[T.Object].Name;
  if (T.Stored != None) {
    OS << ", stores ";
    printValue(T.Stored);
  }
  if (T.Added != 0)
    OS << ", adds " << int64_t(T.Added);
}

void Printer::printPlace(const SourceLocation &P, llvm::StringRef Before) {
  if (P.Line == 0)
    return;
  OS << Before;
  if (!P.File.empty())
    OS << P.File << ':';
  OS << P.Line;
  if (P.Column)
    OS << ':' << P.Column;
}

void Printer::printIgnored(llvm::ArrayRef<std::string> Names) {
  if (!Names.empty())
    OS << "  ignore " << llvm::join(Names, ", ");
}

/// "vmcnt(0) lgkmcnt(?)".
static std::string waitedCounts(llvm::ArrayRef<CounterWait> Waits) {
  std::string Text;
  for (const CounterWait &Wait : Waits)
    Text += (Text.empty() ? "" : " ") + counterName(Wait.Id).str() + "(" +
            (Wait.Value == CounterWait::Unknown ? "?"
                                                : std::to_string(Wait.Value)) +
            ")";
  return Text;
}

void Printer::printEvent(const Event &E) {
  OS << "  ";
  switch (E.Kind) {
  case EventKind::CounterWait:
    OS << "wait " << waitedCounts(E.Waits);
    break;
  case EventKind::WaveBarrier:
    OS << "wave barrier";
    break;
  case EventKind::Machine:
    OS << "instruction \"" << E.Text << "\"";
    break;
  case EventKind::Opaque:
    OS << "opaque: " << E.Text;
    break;
  default:
    OS << printOperation(E.Op);
  }
  if (E.Kind == EventKind::Access || E.Kind == EventKind::Transfer) {
    OS << ": ";
    printAccessRange(E.Memory);
  }
  if (E.Kind == EventKind::Transfer) {
    OS << "; ";
    printAccessRange(E.Destination);
  }
  if (E.Target != None) {
    OS << ": ";
    printValue(E.Target);
  }
  if (E.Result != None) {
    OS << " -> ";
    printValue(E.Result);
  }
  if (!E.Text.empty() && E.Kind < EventKind::CounterWait)
    OS << " (" << E.Text << ')';
  printPlace(E.Where);
  for (const SourceLocation &P : E.Calls)
    printPlace(P, " called @");
  printIgnored(E.Ignored);
  OS << '\n';
}

void Printer::printEdges(const Block &B) {
  if (B.Next.empty()) {
    OS << (B.Unreachable ? "  unreachable\n" : "  end\n");
    return;
  }
  bool IsBranch = B.Next.size() == 2 && B.Next[0].Condition != None &&
                  B.Next[0].Condition == B.Next[1].Condition;
  for (auto [I, Way] : llvm::enumerate(B.Next)) {
    OS << (I == 0 ? "  " : IsBranch || Way.Condition == None ? " else " : ", ");
    if (Way.Condition != None && !(IsBranch && I == 1)) {
      OS << (Way.Value ? "if " : "unless ");
      printValue(Way.Condition);
      OS << ' ';
    }
    OS << "-> b" << Way.To;
  }
  OS << (B.UniformExit ? "\n" : "  divergent\n");
}

void Printer::printBlock(BlockId Number) {
  const Block &B = View.Blocks[Number];
  OS << 'b' << Number << ':';
  if (!B.Name.empty())
    OS << " ; " << B.Name;
  if (B.Loop != None)
    OS << " in loop " << B.Loop;
  OS << llvm::format(" x%.4g\n", B.Frequency);
  printLines(Number);
  for (const Event &E : B.Events)
    printEvent(E);
  printEdges(B);
}

void Printer::printObject(unsigned Number) {
  const Object &O = View.Objects[Number];
  OS << "object " << O.Name << ": " << nameOf(O.Kind);
  if (O.Kind == ObjectKind::NamedBarrier)
    OS << ' ' << O.Barrier;
  else if (O.Kind == ObjectKind::Argument || O.Kind == ObjectKind::Global)
    OS << ", " << addressSpaceName(O.Space);
  if (O.Size)
    OS << ", " << O.Size << " bytes";
  if (O.NoAlias && O.Kind == ObjectKind::Argument)
    OS << ", noalias";
  OS << '\n';
}

void Printer::printLoop(LoopId Number) {
  const Loop &L = View.Loops[Number];
  OS << "loop " << Number << ": header b" << L.Header;
  if (L.Parent != None)
    OS << ", in loop " << L.Parent;
  OS << ", back edge taken ";
  if (L.TripCount != None)
    printValue(L.TripCount);
  else if (L.MostTrips != ~uint64_t(0))
    OS << "at most " << L.MostTrips << " times";
  else
    OS << "an unknown number of times";
  OS << '\n';
}

void Printer::printHeader() {
  OS << "kernel " << View.Kernel;
  printPlace(View.Where);
  printIgnored(View.Ignored);
  OS << "\nwork-group ";
  if (View.SizeIsExact)
    OS << View.Size[0] << 'x' << View.Size[1] << 'x' << View.Size[2];
  else
    OS << "of at most " << View.Most;
  OS << ", waves of " << View.WaveSize << '\n';
  if (!View.Reducible)
    OS << "irreducible\n";
}

void Printer::print() {
  printHeader();
  for (unsigned I = 0; I != View.Objects.size(); ++I)
    printObject(I);
  printLines(None);
  for (LoopId L : View.Loops.ids())
    printLoop(L);
  for (BlockId I = 0; I != View.Blocks.size(); ++I)
    printBlock(I);
}

void printSyncView(llvm::raw_ostream &OS, const SyncView &View) {
  Printer(OS, View).print();
}

} // namespace fencepost::view
