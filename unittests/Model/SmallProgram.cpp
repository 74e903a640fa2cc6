//===- SmallProgram.cpp - Programs as trees, for tests --------------------===//
// See SmallProgram.h. Leaves are printed by ProgramText.h from the lowered
// program.
//===----------------------------------------------------------------------===//
#include "SmallProgram.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace fencepost::model {

namespace {

/// Lowers one thread.
class Lowering {
public:
  explicit Lowering(Thread &To) : To(To) {}

  void block(const std::vector<Statement> &Statements) {
    for (const Statement &S : Statements)
      statement(S);
  }

  std::map<const Statement *, unsigned> Positions; ///< Where leaves ended up.

private:
  unsigned node(Expression E) {
    To.Expressions.push_back(E);
    return To.Expressions.size() - 1;
  }
  unsigned constant(int32_t N) {
    Expression E;
    E.Value = N;
    return node(E);
  }
  unsigned registerNumber(unsigned R) {
    std::string Name = "r" + std::to_string(R);
    auto It = llvm::find(To.Registers, Name);
    unsigned Number = It - To.Registers.begin();
    if (It == To.Registers.end())
      To.Registers.push_back(Name);
    return Number;
  }
  unsigned expression(const SmallExpression &E);
  unsigned expression(const std::optional<SmallExpression> &E) {
    return E ? expression(*E) : None;
  }
  unsigned emit(Instruction I) {
    To.Code.push_back(I);
    return To.Code.size() - 1;
  }
  unsigned branch(const Statement &S, bool Loop);
  unsigned jump(unsigned Target = None);
  void statement(const Statement &S);
  void leaf(const Statement &S);
  void choice(const Statement &S);
  void loop(const Statement &S);
  void call(const Statement &S);

  Thread &To;
};

} // namespace

unsigned Lowering::expression(const SmallExpression &E) {
  if (!E.Register)
    return constant(E.Number);
  Expression R;
  R.Kind = ExpressionKind::Register;
  R.A = registerNumber(*E.Register);
  unsigned Left = node(R);
  if (E.Operator == ExpressionKind::Register)
    return Left;
  Expression Whole;
  Whole.Kind = E.Operator;
  Whole.A = Left;
  Whole.B = constant(E.Number);
  return node(Whole);
}

void Lowering::leaf(const Statement &S) {
  Instruction I = S.Inner;
  I.Value = expression(S.Value);
  I.Compare = expression(S.Compare);
  I.Memory.Index = expression(S.Index);
  I.Destination.Index = expression(S.DestinationIndex);
  if (I.Result != None)
    I.Result = registerNumber(I.Result);
  Positions[&S] = emit(I);
}

unsigned Lowering::branch(const Statement &S, bool Loop) {
  Instruction I;
  I.Op = Opcode::Branch;
  I.Value = expression(S.Value);
  I.LoopCondition = Loop;
  return emit(I);
}

unsigned Lowering::jump(unsigned Target) {
  Instruction I;
  I.Op = Opcode::Jump;
  I.Target = Target;
  return emit(I);
}

void Lowering::choice(const Statement &S) {
  unsigned Branch = branch(S, false);
  block(S.Then);
  if (S.Else.empty()) {
    To.Code[Branch].Target = To.Code[Branch].Join = To.Code.size();
    return;
  }
  unsigned Over = jump();
  To.Code[Branch].Target = To.Code.size();
  block(S.Else);
  To.Code[Over].Target = To.Code[Branch].Join = To.Code.size();
}

void Lowering::loop(const Statement &S) {
  Instruction I;
  I.Op = Opcode::LoopEnter;
  I.Loop = To.NumLoops++;
  unsigned Head = emit(I) + 1;
  unsigned Branch = branch(S, true);
  I.Op = Opcode::Iterate;
  emit(I);
  block(S.Then);
  jump(Head);
  To.Code[Branch].Target = To.Code[Branch].Join = To.Code.size();
}

void Lowering::call(const Statement &S) {
  Instruction I;
  I.Op = Opcode::EnterFunction;
  emit(I);
  block(S.Then);
  I.Op = Opcode::LeaveFunction;
  emit(I);
}

void Lowering::statement(const Statement &S) {
  switch (S.Kind) {
  case Shape::Leaf:
    return leaf(S);
  case Shape::If:
    return choice(S);
  case Shape::While:
    return loop(S);
  case Shape::Call:
    return call(S);
  }
}

using Leaves = std::map<const Statement *, unsigned>;

static Program lowerAll(const SmallProgram &S, std::vector<Leaves> &Positions) {
  Program P;
  P.Locations = S.Locations;
  for (unsigned B = 0; B != S.NumBarriers; ++B)
    P.NamedBarriers.push_back("b" + std::to_string(B));
  for (const SmallThread &Each : S.Threads) {
    Thread To;
    To.Name = "P" + std::to_string(P.Threads.size());
    To.Where = Each.Where;
    Lowering L(To);
    L.block(Each.Body);
    Positions.push_back(L.Positions);
    P.Threads.push_back(std::move(To));
  }
  return P;
}

Program SmallProgram::lower() const {
  std::vector<Leaves> Positions;
  return lowerAll(*this, Positions);
}

namespace {

class Printer {
public:
  Printer(llvm::raw_ostream &OS, const Program &P, unsigned T,
          const Leaves &Positions)
      : OS(OS), P(P), T(T), Positions(Positions) {}

  void block(const std::vector<Statement> &Statements, unsigned Depth) {
    for (const Statement &S : Statements)
      statement(S, Depth);
  }

private:
  void statement(const Statement &S, unsigned Depth) {
    OS.indent(2 * Depth);
    if (S.Kind == Shape::Leaf) {
      const Instruction &I = P.Threads[T].Code[Positions.at(&S)];
      if (I.Result != None && I.Op != Opcode::Assign)
        OS << P.Threads[T].Registers[I.Result] << " = ";
      OS << describe(P, {T, Positions.at(&S)}) << '\n';
      return;
    }
    if (S.Kind == Shape::Call) {
      OS << "// A call begins.\n";
      block(S.Then, Depth + 1);
      OS.indent(2 * Depth) << "// The call ends.\n";
      return;
    }
    OS << (S.Kind == Shape::If ? "if (" : "while (");
    condition(*S.Value);
    OS << ") {\n";
    block(S.Then, Depth + 1);
    OS.indent(2 * Depth) << '}';
    if (!S.Else.empty()) {
      OS << " else {\n";
      block(S.Else, Depth + 1);
      OS.indent(2 * Depth) << '}';
    }
    OS << '\n';
  }
  void condition(const SmallExpression &E) {
    if (!E.Register) {
      OS << E.Number;
      return;
    }
    OS << 'r' << *E.Register;
    if (const OperatorFacts *Op = findOperator(E.Operator))
      OS << ' ' << Op->Spelling << ' ' << E.Number;
  }

  llvm::raw_ostream &OS;
  const Program &P;
  unsigned T;
  const Leaves &Positions;
};

} // namespace

static void printDeclarations(llvm::raw_ostream &OS, const Program &P) {
  OS << "{";
  for (const Location &L : P.Locations) {
    OS << (L.Space == AddressSpace::Local ? " local " : " global ") << L.Name;
    if (L.IsArray)
      OS << '[' << L.Size << ']';
    if (!L.Initial.empty() && !L.IsArray)
      OS << " = " << L.Initial.front();
    if (!L.Initial.empty() && L.IsArray) {
      OS << " = {";
      llvm::interleaveComma(L.Initial, OS);
      OS << "}";
    }
    OS << ";";
  }
  for (const std::string &B : P.NamedBarriers)
    OS << " barrier " << B << ";";
  OS << " }\n";
}

std::string SmallProgram::text(llvm::StringRef Name) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::vector<Leaves> Positions;
  Program P = lowerAll(*this, Positions);
  OS << "AMDGPU " << Name << '\n';
  printDeclarations(OS, P);
  for (unsigned T = 0; T != Threads.size(); ++T) {
    const Place &W = Threads[T].Where;
    OS << "thread P" << T << " @ agent " << W.Agent << " cluster " << W.Cluster
       << " workgroup " << W.Workgroup << " wavefront " << W.Wavefront
       << " {\n";
    Printer(OS, P, T, Positions[T]).block(Threads[T].Body, 1);
    OS << "}\n";
  }
  OS << "exists (race \\/ ub";
  for (const Cell &C : Observed)
    OS << " \\/ [" << cellName(P, C) << "] = 1";
  OS << ")\n";
  return Text;
}

static unsigned count(const std::vector<Statement> &Statements) {
  unsigned Sum = 0;
  for (const Statement &S : Statements)
    Sum += 1 + count(S.Then) + count(S.Else);
  return Sum;
}

unsigned SmallProgram::numStatements() const {
  unsigned Sum = 0;
  for (const SmallThread &T : Threads)
    Sum += count(T.Body);
  return Sum;
}

static Statement access(Opcode Op, unsigned Result, unsigned Location,
                        Ordering Order, ScopeLevel Level) {
  Statement S;
  S.Inner.Op = Op;
  S.Inner.Result = Result;
  S.Inner.Memory.Location = Location;
  S.Inner.Order = Order;
  S.Inner.Reach.Level = Level;
  return S;
}

Statement load(unsigned Result, unsigned Location) {
  return loadAtomic(Result, Location, Ordering::NotAtomic);
}

Statement store(unsigned Location, SmallExpression Value) {
  return storeAtomic(Location, Value, Ordering::NotAtomic);
}

Statement loadAtomic(unsigned Result, unsigned Location, Ordering Order,
                     ScopeLevel Level) {
  return access(Opcode::Load, Result, Location, Order, Level);
}

Statement storeAtomic(unsigned Location, SmallExpression Value, Ordering Order,
                      ScopeLevel Level) {
  Statement S = access(Opcode::Store, None, Location, Order, Level);
  S.Value = Value;
  return S;
}

Statement update(unsigned Result, ModifyOp Op, unsigned Location,
                 SmallExpression Value, Ordering Order, ScopeLevel Level) {
  Statement S = access(Opcode::ReadModifyWrite, Result, Location, Order, Level);
  S.Inner.Modify = Op;
  S.Value = Value;
  return S;
}

Statement compareExchange(unsigned Result, unsigned Location, int32_t Wanted,
                          int32_t New, Ordering Success, Ordering Failure,
                          ScopeLevel Level) {
  Statement S =
      access(Opcode::CompareExchange, Result, Location, Success, Level);
  S.Inner.FailureOrder = Failure;
  S.Compare = SmallExpression::number(Wanted);
  S.Value = SmallExpression::number(New);
  return S;
}

Statement fence(Ordering Order, ScopeLevel Level) {
  return access(Opcode::Fence, None, None, Order, Level);
}

Statement barrier(BarrierOp Op, BarrierId Object, std::optional<int32_t> Count,
                  unsigned Result) {
  Statement S;
  S.Inner.Op = Opcode::Barrier;
  S.Inner.Barrier = Op;
  S.Inner.Object = Object;
  S.Inner.Result = Result;
  if (Count)
    S.Value = SmallExpression::number(*Count);
  return S;
}

Statement asyncLoad(unsigned From, unsigned To) {
  Statement S;
  S.Inner.Op = Opcode::AsyncLoad;
  S.Inner.Memory.Location = From;
  S.Inner.Destination.Location = To;
  return S;
}

Statement asyncMark() {
  Statement S;
  S.Inner.Op = Opcode::AsyncMark;
  return S;
}

Statement asyncWait(int32_t Outstanding) {
  Statement S;
  S.Inner.Op = Opcode::AsyncWait;
  S.Value = SmallExpression::number(Outstanding);
  return S;
}

Statement assign(unsigned Result, SmallExpression Value) {
  Statement S;
  S.Inner.Op = Opcode::Assign;
  S.Inner.Result = Result;
  S.Value = Value;
  return S;
}

Statement ifThen(SmallExpression Condition, std::vector<Statement> Then,
                 std::vector<Statement> Else) {
  Statement S;
  S.Kind = Shape::If;
  S.Value = Condition;
  S.Then = std::move(Then);
  S.Else = std::move(Else);
  return S;
}

Statement whileDo(SmallExpression Condition, std::vector<Statement> Body) {
  Statement S = ifThen(Condition, std::move(Body));
  S.Kind = Shape::While;
  return S;
}

Statement call(std::vector<Statement> Body) {
  Statement S;
  S.Kind = Shape::Call;
  S.Then = std::move(Body);
  return S;
}

Location globalLocation(llvm::StringRef Name, int32_t Initial) {
  Location L;
  L.Name = Name.str();
  L.Initial = {Initial};
  return L;
}

Location localLocation(llvm::StringRef Name, std::optional<int32_t> Initial) {
  Location L;
  L.Name = Name.str();
  L.Space = AddressSpace::Local;
  if (Initial)
    L.Initial = {*Initial};
  return L;
}

} // namespace fencepost::model
