//===- InterpreterBarriers.cpp - Barrier instructions of a wavefront ------===//
// The threads of a wavefront execute a barrier instruction together
// (docs/model.md B1): each waits for the others before it, and a difference
// between them is remembered as divergence. What a barrier instruction does to
// its object is not decided here; see Barriers.h.
//===----------------------------------------------------------------------===//
#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

/// The wait does nothing: it concerns the null barrier (docs/model.md B4).
static bool concernsNull(const ThreadState &Th, BarrierId Object) {
  return Object.isNamed() && (Th.HasJoined ? Th.Joined : Object).isNull();
}

/// What undefined behaviour the instruction is by itself, apart from what other
/// wavefronts do.
bool Interpreter::barrierIsUndefined(ThreadState &Th,
                                     const Instruction &I) const {
  if (I.Barrier == BarrierOp::Drop && !Th.HasJoined)
    cut(Th, Undefined::LeaveWithoutJoin);
  else if (I.Barrier != BarrierOp::Drop && I.Object.isTrap())
    cut(Th, Undefined::TrapBarrier);
  else if (I.Barrier == BarrierOp::Wait && I.Object.isNamed() &&
           !I.Object.isNull() && !Th.HasJoined)
    cut(Th, Undefined::NotJoined);
  return Th.Status == ThreadStatus::Cut;
}

void Interpreter::barrier(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  ValueId V = valueOf(S, T, I.Value);
  auto Count = evaluate(S, V);
  if (!Count) {
    Th.Status = ThreadStatus::AtCount;
    Th.Needed = V;
    return;
  }
  if (Count->IsUndef)
    return cut(Th, Undefined::UndefBranch);
  if (barrierIsUndefined(Th, I))
    return;
  Th.Step = {I.Barrier, I.Object, Count->Number, {T, Th.Pc}};
  Th.Status = ThreadStatus::AtStep;
  resumeAtStep(S, T);
}

/// Whether another thread of the wavefront got the decision that \p T needs.
bool Interpreter::wasDecided(const State &S, unsigned T) const {
  const ThreadState &Th = S.Threads[T];
  bool Needs =
      Th.Status == ThreadStatus::AtWait || Th.Status == ThreadStatus::AtFirst;
  return Needs && Th.Steps < S.Waves[L.waveOf(T)].Steps.size();
}

/// Goes on once the rest of the wavefront has come as far, or stops if it never
/// will: because a thread has ended or been cut short, or is at a different
/// instruction. A different or missing instruction is divergence.
bool Interpreter::resumeAtStep(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  WaveState &W = S.Waves[L.waveOf(T)];
  bool Ended = false, Differs = false;
  for (unsigned Mate : L.Waves[L.waveOf(T)].Threads) {
    const ThreadState &Other = S.Threads[Mate];
    if (Mate == T || Other.Steps > Th.Steps)
      continue;
    switch (Other.Status) {
    case ThreadStatus::AtStep:
    case ThreadStatus::AtWait:
    case ThreadStatus::AtFirst:
      if (Other.Steps < Th.Steps)
        return false;
      Differs |= !Other.Step.sameAs(Th.Step);
      break;
    case ThreadStatus::Done:
      Differs = true;
      break;
    case ThreadStatus::Cut:
    case ThreadStatus::Stopped:
    case ThreadStatus::Unrolled:
      Ended = true;
      break;
    default:
      return false;
    }
  }
  W.Diverged |= Differs;
  if (Differs || Ended)
    Th.Status = ThreadStatus::Stopped;
  else
    decideStep(S, T);
  return Th.Status != ThreadStatus::AtStep;
}

void Interpreter::decideStep(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  unsigned Wave = L.waveOf(T);
  WaveState &W = S.Waves[Wave];
  if (Plan) {
    if (Th.Steps >= Plan->Solution->Passed[Wave]) {
      Th.Status = ThreadStatus::Stopped;
      return;
    }
    StepRef Ref{Wave, Th.Steps};
    return passStep(S, T,
                    llvm::is_contained(Plan->Solution->FirstArrivals, Ref));
  }
  if (Th.Steps < W.Steps.size()) {
    if (W.StuckAtLast && Th.Steps + 1 == W.Steps.size())
      Th.Status = ThreadStatus::Stopped;
    else
      passStep(S, T, W.First[Th.Steps]);
  } else if (I.Barrier == BarrierOp::Wait && !concernsNull(Th, I.Object)) {
    Th.Status = ThreadStatus::AtWait;
  } else if (I.Barrier == BarrierOp::ArriveIsFirst) {
    Th.Status = ThreadStatus::AtFirst;
  } else {
    passStep(S, T, 0);
  }
}

static void record(State &S, unsigned Wave, unsigned T, int First,
                   DependencyId D) {
  WaveState &W = S.Waves[Wave];
  ThreadState &Th = S.Threads[T];
  if (Th.Steps == W.Steps.size()) {
    W.Steps.push_back(Th.Step);
    W.Depends.push_back(D);
    W.First.push_back(First);
  } else {
    W.Depends[Th.Steps] = S.Depends.join(W.Depends[Th.Steps], D);
  }
}

void Interpreter::passStep(State &S, unsigned T, int First) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  unsigned Wave = L.waveOf(T);
  record(S, Wave, T, First,
         S.Depends.join(Th.Control, dependsOf(S, T, I.Value)));
  if (I.Barrier == BarrierOp::Join) {
    Th.Joined = I.Object;
    Th.HasJoined = true;
  } else if (I.Barrier == BarrierOp::Drop) {
    Th.HasJoined = Th.Joined.isNull();
  } else if (I.Barrier == BarrierOp::ArriveIsFirst) {
    assign(S, T, I.Result, S.Numbers.number(First),
           S.Depends.on(DependencySource::step(Wave, Th.Steps)));
  }
  ++Th.Steps;
  ++Th.Pc;
  Th.Status = ThreadStatus::Running;
}

void Interpreter::stickAtWait(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  unsigned Wave = L.waveOf(T);
  record(S, Wave, T, 0, Th.Control);
  S.Waves[Wave].StuckAtLast = true;
  Th.Status = ThreadStatus::Stopped;
}

} // namespace fencepost::model
