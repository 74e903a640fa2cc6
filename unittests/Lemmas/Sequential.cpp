//===- Sequential.cpp - Sequentially consistent outcomes ------------------===//
#include "Sequential.h"
#include "fencepost/Model/Instances.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>

namespace fencepost::model::lemmas {

namespace {

struct ThreadMachine {
  unsigned Pc = 0;
  std::vector<Value> Registers;
  std::vector<unsigned> Iterations; ///< Per loop.

  auto operator<=>(const ThreadMachine &) const = default;
};

struct Machine {
  std::vector<ThreadMachine> Threads;
  std::map<Cell, Value> Memory;

  auto operator<=>(const Machine &) const = default;
};

class Interleaver {
public:
  Interleaver(const Program &P, const std::vector<Cell> &Observed,
              unsigned Unroll)
      : P(P), Observed(Observed), Unroll(Unroll),
        Workgroups(instanceNumbers(P, ScopeLevel::Workgroup)) {}

  std::set<Outcome> run();

private:
  const Instruction &next(const Machine &M, unsigned T) const {
    return P.Threads[T].Code[M.Threads[T].Pc];
  }
  bool ended(const Machine &M, unsigned T) const {
    return M.Threads[T].Pc >= P.Threads[T].Code.size();
  }
  Value evaluate(const Machine &M, unsigned T, unsigned Node) const;
  std::optional<Cell> cellOf(const Machine &M, unsigned T, Address A) const;
  bool stepLocally(Machine &M, unsigned T) const;
  bool access(Machine &M, unsigned T) const;
  void visit(Machine M);
  void finish(const Machine &M);

  const Program &P;
  const std::vector<Cell> &Observed;
  unsigned Unroll;
  std::vector<unsigned> Workgroups;
  std::set<Machine> Seen;
  std::set<Outcome> Found;
};

} // namespace

static int32_t compute(ExpressionKind Kind, int32_t A, int32_t B) {
  auto U = static_cast<uint32_t>(A), V = static_cast<uint32_t>(B);
  switch (Kind) {
  case ExpressionKind::Add:
    return U + V;
  case ExpressionKind::Sub:
    return U - V;
  case ExpressionKind::Mul:
    return U * V;
  case ExpressionKind::And:
    return U & V;
  case ExpressionKind::Or:
    return U | V;
  case ExpressionKind::Xor:
    return U ^ V;
  case ExpressionKind::Shl:
    return U << (V & 31);
  case ExpressionKind::Shr:
    return A >> (V & 31);
  case ExpressionKind::Eq:
    return A == B;
  case ExpressionKind::Ne:
    return A != B;
  case ExpressionKind::Lt:
    return A < B;
  case ExpressionKind::Le:
    return A <= B;
  case ExpressionKind::Gt:
    return A > B;
  case ExpressionKind::Ge:
    return A >= B;
  case ExpressionKind::LogicalAnd:
    return A && B;
  case ExpressionKind::LogicalOr:
    return A || B;
  default:
    return !A;
  }
}

static int32_t modify(ModifyOp Op, int32_t Old, int32_t By) {
  auto U = static_cast<uint32_t>(Old), V = static_cast<uint32_t>(By);
  switch (Op) {
  case ModifyOp::Xchg:
    return By;
  case ModifyOp::Add:
    return U + V;
  case ModifyOp::Sub:
    return U - V;
  case ModifyOp::And:
    return U & V;
  case ModifyOp::Or:
    return U | V;
  case ModifyOp::Xor:
    return U ^ V;
  case ModifyOp::Max:
    return std::max(Old, By);
  case ModifyOp::Min:
    return std::min(Old, By);
  case ModifyOp::UMax:
    return std::max(U, V);
  case ModifyOp::UMin:
    return std::min(U, V);
  default:
    return 0;
  }
}

Value Interleaver::evaluate(const Machine &M, unsigned T, unsigned Node) const {
  const Expression &E = P.Threads[T].Expressions[Node];
  if (E.Kind == ExpressionKind::Constant)
    return Value::of(E.Value);
  if (E.Kind == ExpressionKind::Register)
    return M.Threads[T].Registers[E.A];
  Value A = evaluate(M, T, E.A);
  Value B = E.B == None ? Value::of(0) : evaluate(M, T, E.B);
  if (A.IsUndef || B.IsUndef)
    return Value::undef();
  return Value::of(compute(E.Kind, A.Number, B.Number));
}

std::optional<Cell> Interleaver::cellOf(const Machine &M, unsigned T,
                                        Address A) const {
  const Location &L = P.Locations[A.Location];
  Value Index = A.Index == None ? Value::of(0) : evaluate(M, T, A.Index);
  if (Index.IsUndef || Index.Number < 0 ||
      static_cast<unsigned>(Index.Number) >= L.Size)
    return std::nullopt;
  unsigned Copy = L.Space == AddressSpace::Local ? Workgroups[T] : 0;
  return Cell{A.Location, static_cast<unsigned>(Index.Number), Copy};
}

/// Everything but accesses; false if the run ends nowhere.
bool Interleaver::stepLocally(Machine &M, unsigned T) const {
  ThreadMachine &Th = M.Threads[T];
  const Instruction &I = next(M, T);
  ++Th.Pc;
  switch (I.Op) {
  case Opcode::Assign:
    Th.Registers[I.Result] = evaluate(M, T, I.Value);
    return true;
  case Opcode::Branch: {
    Value Condition = evaluate(M, T, I.Value);
    if (!Condition.IsUndef && Condition.Number == 0)
      Th.Pc = I.Target;
    return !Condition.IsUndef;
  }
  case Opcode::Jump:
    Th.Pc = I.Target;
    return true;
  case Opcode::LoopEnter:
    Th.Iterations[I.Loop] = 0;
    return true;
  case Opcode::Iterate:
    return ++Th.Iterations[I.Loop] <= Unroll;
  default:
    return true;
  }
}

static bool isAccess(const Instruction &I) {
  return I.Op == Opcode::Load || I.Op == Opcode::Store ||
         I.Op == Opcode::ReadModifyWrite || I.Op == Opcode::CompareExchange;
}

bool Interleaver::access(Machine &M, unsigned T) const {
  const Instruction &I = next(M, T);
  std::optional<Cell> Where = cellOf(M, T, I.Memory);
  if (!Where)
    return false;
  Value Old = M.Memory[*Where];
  if (I.Op != Opcode::Load) {
    Value By = evaluate(M, T, I.Value);
    if (I.Op == Opcode::ReadModifyWrite && I.Modify != ModifyOp::Xchg)
      By = Old.IsUndef || By.IsUndef
               ? Value::undef()
               : Value::of(modify(I.Modify, Old.Number, By.Number));
    bool Writes = true;
    if (I.Op == Opcode::CompareExchange) {
      Value Compare = evaluate(M, T, I.Compare);
      if (Old.IsUndef || Compare.IsUndef)
        return false;
      Writes = Old == Compare;
    }
    if (Writes)
      M.Memory[*Where] = By;
  }
  if (I.Op != Opcode::Store && I.Result != None)
    M.Threads[T].Registers[I.Result] = Old;
  ++M.Threads[T].Pc;
  return true;
}

void Interleaver::finish(const Machine &M) {
  Outcome End;
  for (const ThreadMachine &Th : M.Threads)
    End.Registers.insert(End.Registers.end(), Th.Registers.begin(),
                         Th.Registers.end());
  for (const Cell &C : Observed)
    End.Locations.push_back(M.Memory.at(C));
  Found.insert(End);
}

void Interleaver::visit(Machine M) {
  for (unsigned T = 0; T < P.Threads.size(); ++T)
    while (!ended(M, T) && !isAccess(next(M, T)))
      if (!stepLocally(M, T))
        return;
  if (!Seen.insert(M).second)
    return;
  bool Ended = true;
  for (unsigned T = 0; T < P.Threads.size(); ++T) {
    if (ended(M, T))
      continue;
    Ended = false;
    Machine Next = M;
    if (access(Next, T))
      visit(std::move(Next));
  }
  if (Ended)
    finish(M);
}

std::set<Outcome> Interleaver::run() {
  Machine Start;
  for (const Thread &T : P.Threads) {
    ThreadMachine Th;
    Th.Registers.assign(T.Registers.size(), Value::of(0));
    Th.Iterations.assign(T.NumLoops, 0);
    Start.Threads.push_back(std::move(Th));
  }
  for (unsigned L = 0; L < P.Locations.size(); ++L)
    for (unsigned E = 0; E < P.Locations[L].Size; ++E)
      for (unsigned Copy = 0; Copy < P.Threads.size(); ++Copy)
        Start.Memory[{L, E, Copy}] = P.Locations[L].Initial.empty()
                                         ? Value::undef()
                                         : Value::of(P.Locations[L].Initial[E]);
  visit(std::move(Start));
  return std::move(Found);
}

std::set<Outcome> sequentialOutcomes(const Program &P,
                                     const std::vector<Cell> &Observed,
                                     unsigned Unroll) {
  return Interleaver(P, Observed, Unroll).run();
}

} // namespace fencepost::model::lemmas
