//===- ReferencePaths.cpp - Every way one thread can go, values guessed ---===//
// An interpreter that copies its whole state at every guess. See
// ReferencePaths.h.
//===----------------------------------------------------------------------===//
#include "ReferencePaths.h"
#include "ReferenceExpression.h"

namespace fencepost::model::naive {

namespace {

/// The sides of an `if` that the thread is in.
struct Frame {
  unsigned Branch;
  unsigned Join;
  uint64_t DependsOn;
};

/// What is remembered of the latest iteration of a loop.
struct Iteration {
  unsigned Number = 0;
  std::vector<Value> Registers; ///< When it began.
  bool OnlyLoaded = true;
};

/// An async operation is completed by a wait that completes a later mark
/// (MODEL.md M19). Marks and completions are given as numbers of acts.
struct State {
  unsigned Pc = 0;
  unsigned Steps = 0;
  std::vector<Operand> Registers;
  std::vector<Act> Acts;
  std::vector<unsigned> CompletedAt; ///< Per act; None: never.
  uint64_t Always = 0; ///< Conditions of loops, and waits (MODEL.md M11).
  std::vector<Frame> Frames;
  std::vector<Iteration> Loops;
  std::vector<std::vector<unsigned>> Marks; ///< Per function body.
  std::optional<BarrierId> Joined;

  uint64_t control() const {
    uint64_t Bits = Always;
    for (const Frame &F : Frames)
      Bits |= F.DependsOn;
    return Bits;
  }
  std::vector<Value> values() const {
    std::vector<Value> List;
    for (const Operand &R : Registers)
      List.push_back(R.V);
    return List;
  }
};

/// A cell, or the undefined behaviour that the address is.
struct Target {
  Cell Where;
  AddressSpace Space = AddressSpace::Global;
  uint64_t DependsOn = 0;
  std::optional<Undefined> Bad;
};

class Walker {
public:
  Walker(const Program &P, unsigned T, const Domain &Values,
         const PathLimits &Limits)
      : P(P), T(T), Code(P.Threads[T].Code), Values(Values), Limits(Limits),
        Where(P) {}

  void run(State S);

  std::vector<Path> Paths;
  bool TooMany = false;

private:
  bool step(State &S);
  bool access(State &S, const Instruction &I);
  bool load(State &S, const Instruction &I, const Target &To);
  bool store(State &S, const Instruction &I, const Target &To);
  bool update(State &S, const Instruction &I, const Target &To);
  bool compareExchange(State &S, const Instruction &I, const Target &To);
  bool asyncLoad(State &S, const Instruction &I);
  bool barrier(State &S, const Instruction &I);
  bool branch(State &S, const Instruction &I);
  bool iterate(State &S, const Instruction &I);
  void asyncWait(State &S, const Instruction &I);
  void leaveFrames(State &S);

  Target target(const State &S, const Address &A) const;
  std::vector<Value> guesses(const Cell &C) const;
  Act accessAct(const State &S, const Instruction &I, const Target &To,
                ActKind Kind, Ordering Order) const;
  Act fenceAct(const State &S, const Instruction &I) const;
  std::optional<Undefined> barrierActsOn(const State &S, Act &A) const;
  Operand eval(const State &S, unsigned Node) const {
    return evaluate(P.Threads[T], Node, S.Registers);
  }
  uint64_t add(State &S, Act A);
  void finish(const State &S, PathEnd End, Path Base = {});
  bool cut(const State &S, Undefined Why);
  std::set<unsigned> assignedUnder(unsigned Branch) const;

  const Program &P;
  unsigned T;
  const std::vector<Instruction> &Code;
  const Domain &Values;
  const PathLimits &Limits;
  Places Where;
};

} // namespace

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

/// MODEL.md M20: an act precedes every later one, an async one only if it was
/// completed in between; its own read precedes its own write.
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

Target Walker::target(const State &S, const Address &A) const {
  const Location &L = P.Locations[A.Location];
  Target To;
  To.Space = L.Space;
  To.Where.Location = A.Location;
  if (L.Space == AddressSpace::Local)
    To.Where.Copy = Where.instance(ScopeLevel::Workgroup, T);
  if (A.Index == None)
    return To;
  Operand Index = eval(S, A.Index);
  To.DependsOn = Index.DependsOn;
  if (Index.V.IsUndef)
    To.Bad = Undefined::UndefBranch;
  else if (Index.V.Number < 0 || Index.V.Number >= static_cast<int64_t>(L.Size))
    To.Bad = Undefined::OutOfBounds;
  else
    To.Where.Element = Index.V.Number;
  return To;
}

std::vector<Value> Walker::guesses(const Cell &C) const {
  std::set<Value> All = {Value::undef()};
  if (auto It = Values.find(C); It != Values.end())
    All.insert(It->second.begin(), It->second.end());
  return {All.begin(), All.end()};
}

/// MODEL.md M3, M4, M13. What only reads does not make available, and what only
/// writes does not make visible (spec/001, the note under "The Vulkan Memory
/// Model").
Act Walker::accessAct(const State &, const Instruction &I, const Target &To,
                      ActKind Kind, Ordering Order) const {
  Act A;
  A.Kind = Kind;
  A.DependsOn = To.DependsOn;
  A.Where = To.Where;
  A.Space = To.Space;
  A.Order = Order;
  A.Level = I.Reach.Level;
  if (To.Space == AddressSpace::Local && A.Level > ScopeLevel::Workgroup)
    A.Level = ScopeLevel::Workgroup;
  A.StoreAvailable = A.writes() && (isAtomic(Order) || I.Available);
  A.LoadVisible = A.reads() && (isAtomic(Order) || I.Available);
  A.MakesAvailable = A.writes() && isRelease(Order) && !I.NoAv;
  A.MakesVisible = A.reads() && isAcquire(Order) && !I.NoAv;
  A.Covers = {AddressSpace::Global, AddressSpace::Local};
  if (I.Reach.OneAddressSpace)
    A.Covers = {To.Space};
  return A;
}

Act Walker::fenceAct(const State &, const Instruction &I) const {
  Act A;
  A.Kind = ActKind::Fence;
  A.Order = I.Order;
  A.Level = I.Reach.Level;
  A.MakesAvailable = isRelease(I.Order) && !I.NoAv;
  A.MakesVisible = isAcquire(I.Order) && !I.NoAv;
  A.Covers = {AddressSpace::Global, AddressSpace::Local};
  if (!I.Tags.empty())
    A.Covers = I.Tags;
  A.CoversPaired = I.Tags.empty() && I.Reach.OneAddressSpace;
  return A;
}

bool Walker::access(State &S, const Instruction &I) {
  Target To = target(S, I.Memory);
  if (To.Bad)
    return cut(S, *To.Bad);
  switch (I.Op) {
  case Opcode::Load:
    return load(S, I, To);
  case Opcode::Store:
    return store(S, I, To);
  case Opcode::ReadModifyWrite:
    return update(S, I, To);
  default:
    return compareExchange(S, I, To);
  }
}

bool Walker::load(State &S, const Instruction &I, const Target &To) {
  for (Value V : guesses(To.Where)) {
    State Next = S;
    Act A = accessAct(S, I, To, ActKind::Read, I.Order);
    A.Read = V;
    uint64_t Bit = add(Next, A);
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

bool Walker::store(State &S, const Instruction &I, const Target &To) {
  Operand New = eval(S, I.Value);
  Act A = accessAct(S, I, To, ActKind::Write, I.Order);
  A.Written = New.V;
  A.DependsOn |= New.DependsOn;
  add(S, A);
  ++S.Pc;
  return true;
}

bool Walker::update(State &S, const Instruction &I, const Target &To) {
  Operand New = eval(S, I.Value);
  for (Value V : guesses(To.Where)) {
    State Next = S;
    Act A = accessAct(S, I, To, ActKind::Update, I.Order);
    A.Read = V;
    A.Written = modify(I.Modify, V, New.V);
    A.DependsOn |= New.DependsOn;
    uint64_t Bit = add(Next, A);
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

/// Comparing with undef is undef-branch (MODEL.md M17); the read has happened.
bool Walker::compareExchange(State &S, const Instruction &I, const Target &To) {
  Operand Wanted = eval(S, I.Compare), New = eval(S, I.Value);
  for (Value V : guesses(To.Where)) {
    State Next = S;
    bool Compares = !V.IsUndef && !Wanted.V.IsUndef;
    bool Success = Compares && V == Wanted.V;
    Act A = accessAct(S, I, To, Success ? ActKind::Update : ActKind::Read,
                      Success ? I.Order : I.FailureOrder);
    A.Read = V;
    A.Written = New.V;
    A.DependsOn |= Wanted.DependsOn | New.DependsOn;
    uint64_t Bit = add(Next, A);
    if (!Compares) {
      cut(Next, Undefined::UndefBranch);
      continue;
    }
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

bool Walker::asyncLoad(State &S, const Instruction &I) {
  Target From = target(S, I.Memory), To = target(S, I.Destination);
  if (From.Bad)
    return cut(S, *From.Bad);
  if (To.Bad)
    return cut(S, *To.Bad);
  for (Value V : guesses(From.Where)) {
    State Next = S;
    Act Read = accessAct(S, I, From, ActKind::Read, Ordering::NotAtomic);
    Read.Read = V;
    Read.Async = true;
    Act Write = accessAct(S, I, To, ActKind::Write, Ordering::NotAtomic);
    Write.Written = V;
    Write.Async = true;
    Write.DependsOn |= add(Next, Read);
    add(Next, Write);
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

/// MODEL.md M19: the oldest marks of this body are completed until at most N
/// are outstanding.
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

/// MODEL.md B4: which object an instruction really acts on, given what the
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
