//===- Skeleton.cpp - Following threads without their reads ---------------===//
#include "Skeleton.h"
#include "Execution/Values.h"

namespace fencepost::model {

namespace {

class SkeletonRun {
public:
  SkeletonRun(const Thread &T, const ThreadFacts &F, unsigned Number,
              unsigned Unroll)
      : T(T), F(F), Number(Number), Unroll(Unroll),
        Registers(T.Registers.size(), Value::of(0)), Loops(T.NumLoops) {}

  std::optional<std::vector<BarrierStep>> run() {
    while (Pc < T.Code.size())
      if (!step())
        return std::nullopt;
    return std::move(Steps);
  }

private:
  using Known = std::optional<Value>;

  Known valueOf(unsigned Expr) const {
    if (Expr == None)
      return Value::of(0);
    const Expression &E = T.Expressions[Expr];
    if (E.Kind == ExpressionKind::Constant)
      return Value::of(E.Value);
    if (E.Kind == ExpressionKind::Undef)
      return Value::undef();
    if (E.Kind == ExpressionKind::Register)
      return Registers[E.A];
    Known A = valueOf(E.A), B = valueOf(E.B), C = valueOf(E.C);
    if (!A || !B || !C)
      return std::nullopt;
    return apply(E.Kind, *A, *B, *C);
  }

  bool step() {
    const Instruction &I = T.Code[Pc];
    switch (I.Op) {
    case Opcode::Assign:
      Registers[I.Result] = valueOf(I.Value);
      break;
    case Opcode::Branch:
      return branch(I);
    case Opcode::Jump:
      Pc = I.Target;
      return true;
    case Opcode::LoopEnter:
      Loops[I.Loop] = 0;
      break;
    case Opcode::Iterate:
      if (++Loops[I.Loop] > Unroll)
        return false;
      break;
    case Opcode::Barrier:
      if (!barrier(I))
        return false;
      break;
    default:
      if (I.Result != None)
        Registers[I.Result] = std::nullopt;
    }
    ++Pc;
    return true;
  }

  /// An unknown condition is no obstacle if it guards no barrier: both sides
  /// lead to the same place, with some registers unknown.
  bool branch(const Instruction &I) {
    Known Condition = valueOf(I.Value);
    if (Condition && !Condition->IsUndef) {
      Pc = Condition->Number ? Pc + 1 : I.Target;
      return true;
    }
    if (Condition || F.GuardsBarrier[Pc] || I.Join == None)
      return false;
    for (unsigned R : F.Assigned[Pc])
      Registers[R] = std::nullopt;
    Pc = I.Join;
    return true;
  }

  bool barrier(const Instruction &I) {
    Known Count = valueOf(I.Value);
    bool Waits = I.Barrier == BarrierOp::Wait && I.Object.isNamed();
    bool NeedsJoin =
        I.Barrier == BarrierOp::Drop || (Waits && !I.Object.isNull());
    if (!Count || Count->IsUndef || (NeedsJoin && !HasJoined) ||
        (I.Barrier != BarrierOp::Drop && I.Object.isTrap()))
      return false;
    if (I.Barrier == BarrierOp::Join) {
      HasJoined = true;
      Joined = I.Object;
    } else if (I.Barrier == BarrierOp::Drop) {
      HasJoined = Joined.isNull();
    }
    if (I.Result != None)
      Registers[I.Result] = std::nullopt;
    Steps.push_back({I.Barrier, I.Object, Count->Number, {Number, Pc}});
    return true;
  }

  const Thread &T;
  const ThreadFacts &F;
  unsigned Number;
  unsigned Unroll;
  unsigned Pc = 0;
  std::vector<Known> Registers;
  std::vector<unsigned> Loops;
  bool HasJoined = false;
  BarrierId Joined = BarrierId::null();
  std::vector<BarrierStep> Steps;
};

} // namespace

static bool sameSteps(const std::vector<BarrierStep> &A,
                      const std::vector<BarrierStep> &B) {
  return A.size() == B.size() &&
         std::equal(A.begin(), A.end(), B.begin(),
                    [](const BarrierStep &X, const BarrierStep &Y) {
                      return X.sameAs(Y);
                    });
}

std::optional<BarrierProblem> barrierSkeleton(const Program &P, const Layout &L,
                                              const ProgramFacts &F,
                                              unsigned Unroll) {
  BarrierProblem Problem;
  Problem.Names = P.NamedBarriers;
  for (const Layout::Wave &W : L.Waves) {
    WaveSteps Steps;
    Steps.Workgroup = W.Workgroup;
    Steps.Cluster = W.Cluster;
    for (unsigned T : W.Threads) {
      auto Mine = SkeletonRun(P.Threads[T], F.Threads[T], T, Unroll).run();
      if (!Mine || (T != W.Threads.front() && !sameSteps(*Mine, Steps.Steps)))
        return std::nullopt;
      if (T == W.Threads.front())
        Steps.Steps = std::move(*Mine);
    }
    Problem.Waves.push_back(std::move(Steps));
  }
  return Problem;
}

} // namespace fencepost::model
