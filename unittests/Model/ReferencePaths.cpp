//===- ReferencePaths.cpp - Every way one thread can go, values guessed ---===//
// Control flow, marks and barriers; accesses are in ReferenceAccesses.cpp. See
// ReferencePaths.h.
//===----------------------------------------------------------------------===//
#include "ReferenceWalker.h"

namespace fencepost::model::naive {

/// Adds \p A, which also depends on what controls it, and gives its bit.
uint64_t Walker::add(State &S, Act A) {
  A.Instruction = S.Pc;
  A.DependsOn |= S.control();
  bool Loads = A.Kind == ActKind::Read && !A.Async;
  for (Iteration &L : S.Loops)
    L.OnlyLoaded &= Loads;
  S.Acts.push_back(A);
  S.CompletedAt.push_back(None);
  if (S.Acts.size() >= 64)
    TooMany = true;
  return uint64_t(1) << ((S.Acts.size() - 1) % 64);
}

/// docs/model.md M20: an act precedes every later one, an async one only if it
/// was completed in between; its own read precedes its own write.
static std::vector<uint64_t> programOrder(const State &S) {
  std::vector<uint64_t> Before(S.Acts.size());
  for (unsigned B = 0; B != S.Acts.size(); ++B)
    for (unsigned A = 0; A != B; ++A) {
      bool Own =
          S.Acts[A].Async && S.Acts[A].Kind == ActKind::Read && B == A + 1;
      if (!S.Acts[A].Async || Own || S.CompletedAt[A] <= B)
        Before[B] |= uint64_t(1) << A;
    }
  return Before;
}

void Walker::finish(const State &S, PathEnd End, Path Base) {
  Base.Acts = S.Acts;
  Base.Before = programOrder(S);
  Base.Registers = S.values();
  Base.End = End;
  Base.EndDependsOn = S.Always;
  Paths.push_back(std::move(Base));
  if (Paths.size() > Limits.MaxPaths)
    TooMany = true;
}

bool Walker::cut(const State &S, Undefined Why) {
  Path Base;
  Base.Why = Why;
  finish(S, PathEnd::CutByUndefined, std::move(Base));
  return false;
}

void Walker::run(State S) {
  while (!TooMany) {
    leaveFrames(S);
    if (S.Pc >= Code.size())
      return finish(S, PathEnd::Ended);
    if (++S.Steps > Limits.MaxSteps) {
      TooMany = true;
      return;
    }
    if (!step(S))
      return;
  }
}

/// Executes the instruction at Pc; false if the path ended or was continued by
/// copies of \p S.
bool Walker::step(State &S) {
  const Instruction &I = Code[S.Pc];
  switch (I.Op) {
  case Opcode::Assign:
    S.Registers[I.Result] = eval(S, I.Value);
    break;
  case Opcode::Load:
  case Opcode::Store:
  case Opcode::ReadModifyWrite:
  case Opcode::CompareExchange:
    return access(S, I);
  case Opcode::Fence:
    add(S, fenceAct(S, I));
    break;
  case Opcode::Barrier:
    return barrier(S, I);
  case Opcode::AsyncLoad:
    return asyncLoad(S, I);
  case Opcode::AsyncMark:
    for (Iteration &L : S.Loops)
      L.OnlyLoaded = false;
    S.Marks.back().push_back(S.Acts.size());
    break;
  case Opcode::AsyncWait:
    asyncWait(S, I);
    break;
  case Opcode::Branch:
    return branch(S, I);
  case Opcode::Jump:
    S.Pc = I.Target;
    return true;
  case Opcode::LoopEnter:
    S.Loops[I.Loop] = Iteration();
    break;
  case Opcode::Iterate:
    return iterate(S, I);
  case Opcode::EnterFunction:
    S.Marks.emplace_back();
    break;
  case Opcode::LeaveFunction:
    S.Marks.pop_back();
    break;
  }
  ++S.Pc;
  return true;
}

/// docs/model.md M19: the oldest marks of this body are completed until at most
/// N are outstanding.
void Walker::asyncWait(State &S, const Instruction &I) {
  for (Iteration &L : S.Loops)
    L.OnlyLoaded = false;
  std::vector<unsigned> &Marks = S.Marks.back();
  int64_t Allowed = eval(S, I.Value).V.Number;
  while (static_cast<int64_t>(Marks.size()) > Allowed && !Marks.empty()) {
    for (unsigned A = 0; A != Marks.front(); ++A)
      if (S.CompletedAt[A] == None)
        S.CompletedAt[A] = S.Acts.size();
    Marks.erase(Marks.begin());
  }
}

/// docs/model.md B4: which object an instruction really acts on, given what the
/// wavefront joined last. Undefined behaviour cuts the thread in front of it.
std::optional<Undefined> Walker::barrierActsOn(const State &S, Act &A) const {
  if (A.Object.isTrap() && A.Op != BarrierOp::Drop)
    return Undefined::TrapBarrier;
  bool Waits = A.Op == BarrierOp::Wait && A.Object.isNamed();
  if (!Waits && A.Op != BarrierOp::Drop)
    A.ActsOn = A.Object;
  else if (S.Joined)
    A.ActsOn = *S.Joined;
  else if (A.Op == BarrierOp::Drop)
    return Undefined::LeaveWithoutJoin;
  else if (!A.Object.isNull())
    return Undefined::NotJoined;
  return std::nullopt;
}

bool Walker::barrier(State &S, const Instruction &I) {
  Act A;
  A.Kind = ActKind::Barrier;
  A.Op = I.Barrier;
  A.Object = I.Object;
  A.Instruction = S.Pc;
  if (I.Value != None)
    A.Count = eval(S, I.Value).V.Number;
  if (std::optional<Undefined> Bad = barrierActsOn(S, A))
    return cut(S, *Bad);

  Path Stopped;
  Stopped.Next = A;
  finish(S, PathEnd::Stopped, std::move(Stopped));

  if (A.Op == BarrierOp::Join)
    S.Joined = A.Object;
  if (A.Op == BarrierOp::Drop && !A.ActsOn.isNull())
    S.Joined = std::nullopt;
  bool Guess = A.Op == BarrierOp::ArriveIsFirst;
  for (bool First : {false, true}) {
    if (First && (!Guess || A.ActsOn.isNull()))
      continue;
    State Next = S;
    A.IsFirst = First;
    uint64_t Bit = add(Next, A);
    if (Guess && I.Result != None)
      Next.Registers[I.Result] = {Value::of(First), Bit};
    if (A.Op == BarrierOp::Wait && !A.ActsOn.isNull())
      Next.Always |= Bit;
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

bool Walker::branch(State &S, const Instruction &I) {
  Operand Condition = eval(S, I.Value);
  if (Condition.V.IsUndef)
    return cut(S, Undefined::UndefBranch);
  if (I.LoopCondition)
    S.Always |= Condition.DependsOn;
  else
    S.Frames.push_back({S.Pc, I.Join, Condition.DependsOn});
  S.Pc = Condition.V.Number ? S.Pc + 1 : I.Target;
  return true;
}

/// The registers that instructions between a branch and its join assign.
std::set<unsigned> Walker::assignedUnder(unsigned Branch) const {
  std::set<unsigned> Seen, Assigned;
  std::vector<unsigned> Work = {Branch + 1, Code[Branch].Target};
  while (!Work.empty()) {
    unsigned Pc = Work.back();
    Work.pop_back();
    if (Pc >= Code.size() || Pc == Code[Branch].Join || !Seen.insert(Pc).second)
      continue;
    const Instruction &I = Code[Pc];
    if (I.Result != None)
      Assigned.insert(I.Result);
    if (I.Op == Opcode::Jump || I.Op == Opcode::Branch)
      Work.push_back(I.Target);
    if (I.Op != Opcode::Jump)
      Work.push_back(Pc + 1);
  }
  return Assigned;
}

/// Where the sides of an `if` meet, what either side assigns depends on the
/// condition.
void Walker::leaveFrames(State &S) {
  for (unsigned F = S.Frames.size(); F-- > 0;) {
    if (S.Frames[F].Join != S.Pc)
      continue;
    for (unsigned Register : assignedUnder(S.Frames[F].Branch))
      S.Registers[Register].DependsOn |= S.Frames[F].DependsOn;
    S.Frames.erase(S.Frames.begin() + F);
  }
}

bool Walker::iterate(State &S, const Instruction &I) {
  Iteration &L = S.Loops[I.Loop];
  if (L.Number == Limits.Unroll) {
    Path Base;
    bool Same = L.Number && L.Registers == S.values();
    Base.CutMatters = !(Same && L.OnlyLoaded);
    finish(S, PathEnd::CutAtBound, std::move(Base));
    return false;
  }
  ++L.Number;
  L.Registers = S.values();
  L.OnlyLoaded = true;
  ++S.Pc;
  return true;
}

std::optional<std::vector<Path>> enumeratePaths(const Program &P, unsigned T,
                                                const Domain &Values,
                                                const PathLimits &Limits) {
  Walker W(P, T, Values, Limits);
  State Start;
  Start.Registers.resize(P.Threads[T].Registers.size());
  Start.Loops.resize(P.Threads[T].NumLoops);
  Start.Marks.emplace_back();
  W.run(std::move(Start));
  if (W.TooMany)
    return std::nullopt;
  return std::move(W.Paths);
}

} // namespace fencepost::model::naive
