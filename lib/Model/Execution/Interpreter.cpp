//===- Interpreter.cpp - Instructions become events -----------------------===//
#include "Interpreter.h"

namespace fencepost::model {

/// Of all threads. Closing happens-before takes their number cubed.
static constexpr unsigned MaxEvents = 4096;

State Interpreter::start() const {
  State S;
  S.Hb.resize(F.HasPartialCover ? 2 : 1);
  S.WritesOf.resize(L.Cells.size());
  S.ReadsOf.resize(L.Cells.size());
  S.Waves.resize(L.Waves.size());
  for (unsigned C = 0; C < L.Cells.size(); ++C) {
    const Location &Loc = P.Locations[L.Cells[C].Location];
    if (Loc.Initial.empty())
      continue;
    Event E;
    E.Kind = EventKind::Initial;
    E.Order = Ordering::Monotonic;
    E.Space = Loc.Space == AddressSpace::Local ? LocalBit : GlobalBit;
    E.StoreAvailable = true;
    E.Cell = C;
    E.Written = S.Numbers.number(Loc.Initial[L.Cells[C].Element]);
    add(S, E);
  }
  S.NumInitial = S.Events.size();
  for (const Thread &T : P.Threads) {
    ThreadState Th;
    Th.Registers.assign(T.Registers.size(), Values::Zero);
    Th.RegisterDepends.assign(T.Registers.size(), Dependencies::Empty);
    Th.Loops.resize(T.NumLoops);
    S.Threads.push_back(std::move(Th));
  }
  return S;
}

/// A new event has no successors yet, so closing happens-before over it is a
/// matter of its column: whatever leads to a program-order predecessor leads to
/// it.
static void addToHappensBefore(State &S, Relation &Hb, unsigned Id) {
  const Event &E = S.Events[Id];
  Hb.resize(Id + 1);
  if (E.Thread == None)
    return;
  EventSet Before(Id + 1);
  const std::vector<unsigned> &Mine = S.Threads[E.Thread].Events;
  bool Nearest = true;
  for (unsigned I = Mine.size(); I-- > 0;) {
    const Event &Earlier = S.Events[Mine[I]];
    if (!programOrdered(Earlier, E))
      continue;
    if (Nearest || Earlier.Async)
      Before.set(Mine[I]);
    // Everything before a synchronous event is covered by it, save what was
    // asynchronous and still under way then.
    Nearest &= Earlier.Async;
  }
  for (unsigned I = 0; I < Id; ++I) {
    bool Leads = S.Events[I].isInitial() || Before.has(I);
    llvm::ArrayRef<Word> Row = Hb.row(I);
    for (unsigned W = 0; W < Row.size() && !Leads; ++W)
      Leads = Row[W] & Before.words()[W];
    if (Leads)
      Hb.add(I, Id);
  }
}

unsigned Interpreter::add(State &S, Event E) const {
  unsigned Id = S.Events.size();
  if (E.Thread != None) {
    E.Position = S.Threads[E.Thread].Events.size();
    E.OrderedFrom = E.Async ? ~0u : E.Position + 1;
  }
  S.Events.push_back(E);
  S.Reads.emplace_back();
  for (Relation &Hb : S.Hb)
    addToHappensBefore(S, Hb, Id);
  if (E.Thread != None)
    S.Threads[E.Thread].Events.push_back(Id);
  if (E.writes())
    S.WritesOf[E.Cell].push_back(Id);
  if (E.reads())
    S.ReadsOf[E.Cell].push_back(Id);
  return Id;
}

void Interpreter::cut(ThreadState &Th, Undefined Reason) const {
  Th.Status = ThreadStatus::Cut;
  Th.CutBy = Reason;
}

ValueId Interpreter::valueOf(State &S, unsigned T, unsigned Expr) const {
  if (Expr == None)
    return Values::Zero;
  const Expression &E = P.Threads[T].Expressions[Expr];
  switch (E.Kind) {
  case ExpressionKind::Constant:
    return S.Numbers.number(E.Value);
  case ExpressionKind::Undef:
    return S.Numbers.undef();
  case ExpressionKind::Register:
    return S.Threads[T].Registers[E.A];
  default: {
    ValueId A = valueOf(S, T, E.A), B = valueOf(S, T, E.B);
    return S.Numbers.operation(E.Kind, A, B, valueOf(S, T, E.C));
  }
  }
}

DependencyId Interpreter::dependsOf(State &S, unsigned T, unsigned Expr) const {
  if (Expr == None)
    return Dependencies::Empty;
  const Expression &E = P.Threads[T].Expressions[Expr];
  if (E.Kind == ExpressionKind::Register)
    return S.Threads[T].RegisterDepends[E.A];
  if (E.Kind == ExpressionKind::Constant || E.Kind == ExpressionKind::Undef)
    return Dependencies::Empty;
  DependencyId D = S.Depends.join(dependsOf(S, T, E.A), dependsOf(S, T, E.B));
  return S.Depends.join(D, dependsOf(S, T, E.C));
}

unsigned Interpreter::cellOf(State &S, unsigned T, const Address &A,
                             unsigned Operand) const {
  ThreadState &Th = S.Threads[T];
  if (A.Index == None)
    return L.cell(T, A.Location, 0);
  if (Th.AssumedIndex[Operand] >= 0)
    return L.cell(T, A.Location, Th.AssumedIndex[Operand]);
  ValueId V = valueOf(S, T, A.Index);
  auto Index = evaluate(S, V);
  if (!Index) {
    Th.Status = ThreadStatus::AtIndex;
    Th.Needed = V;
    Th.NeededFor = Operand;
    return None;
  }
  if (Index->IsUndef)
    cut(Th, Undefined::UndefBranch);
  else if (Index->Number < 0 ||
           Index->Number >= static_cast<int>(P.Locations[A.Location].Size))
    cut(Th, Undefined::OutOfBounds);
  else
    return L.cell(T, A.Location, Index->Number);
  return None;
}

void Interpreter::assign(State &S, unsigned T, unsigned Register, ValueId V,
                         DependencyId D) const {
  ThreadState &Th = S.Threads[T];
  if (Register == None)
    return;
  Th.Registers[Register] = V;
  Th.RegisterDepends[Register] = S.Depends.join(D, Th.Control);
}

/// What an instruction's ordering, scope and marks mean (docs/model.md M3, M4,
/// M13).
Event Interpreter::eventOf(State &S, unsigned T, EventKind Kind) const {
  const ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  Event E;
  E.Kind = Kind;
  E.Order = I.Order;
  E.Level = clampedLevel(P, I);
  E.Thread = T;
  E.Instruction = Th.Pc;
  E.Depends = Th.Control;
  E.StepsBefore = Th.Steps;
  if (I.Memory.Location != None)
    E.Space = P.Locations[I.Memory.Location].Space == AddressSpace::Local
                  ? LocalBit
                  : GlobalBit;
  if (Kind != EventKind::Fence && I.Reach.OneAddressSpace)
    E.Covers = E.Space;
  if (Kind == EventKind::Fence && !I.Tags.empty())
    E.Covers = (I.Tags.has(AddressSpace::Global) ? GlobalBit : 0) |
               (I.Tags.has(AddressSpace::Local) ? LocalBit : 0);
  if (Kind == EventKind::Fence && I.Tags.empty())
    E.CoversPaired = I.Reach.OneAddressSpace;
  bool Reaches = I.Available || isAtomic(I.Order);
  E.StoreAvailable = E.writes() && Reaches;
  E.LoadVisible = E.reads() && Reaches;
  bool Releases = E.writes() || Kind == EventKind::Fence;
  bool Acquires = E.reads() || Kind == EventKind::Fence;
  E.MakesAvailable = Releases && isRelease(I.Order) && !I.NoAv;
  E.MakesVisible = Acquires && isAcquire(I.Order) && !I.NoAv;
  return E;
}

void Interpreter::advance(State &S) const {
  for (bool Moved = true; Moved && !S.TooLarge;) {
    Moved = false;
    for (unsigned T = 0; T < S.Threads.size(); ++T) {
      if (S.Threads[T].Status == ThreadStatus::AtStep || wasDecided(S, T))
        Moved |= resumeAtStep(S, T);
      if (S.Threads[T].Status != ThreadStatus::Running)
        continue;
      run(S, T);
      Moved = true;
    }
  }
}

void Interpreter::run(State &S, unsigned T) const {
  while (S.Threads[T].Status == ThreadStatus::Running) {
    ThreadState &Th = S.Threads[T];
    if (S.Events.size() > S.NumInitial + MaxEvents) {
      S.TooLarge = true;
      return;
    }
    while (!Th.Regions.empty() && Th.Regions.back().Join == Th.Pc) {
      Th.Control = Th.Regions.back().Outside;
      Th.Regions.pop_back();
    }
    if (Th.Pc >= P.Threads[T].Code.size())
      Th.Status = ThreadStatus::Done;
    else
      step(S, T);
  }
}

void Interpreter::step(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  switch (I.Op) {
  case Opcode::Assign: {
    ValueId V = valueOf(S, T, I.Value);
    assign(S, T, I.Result, V, dependsOf(S, T, I.Value));
    break;
  }
  case Opcode::Load:
  case Opcode::Store:
  case Opcode::ReadModifyWrite: {
    unsigned Cell = cellOf(S, T, I.Memory, 0);
    if (Cell == None)
      return;
    EventKind Kind = I.Op == Opcode::Load    ? EventKind::Read
                     : I.Op == Opcode::Store ? EventKind::Write
                                             : EventKind::ReadModifyWrite;
    Event E = eventOf(S, T, Kind);
    E.Cell = Cell;
    E.Depends = S.Depends.join(E.Depends, dependsOf(S, T, I.Memory.Index));
    E.Depends = S.Depends.join(E.Depends, dependsOf(S, T, I.Value));
    ValueId Operand = valueOf(S, T, I.Value);
    unsigned Id = S.Events.size();
    ValueId Old = E.reads() ? S.Numbers.read(Id) : Values::Zero;
    if (E.writes())
      E.Written =
          E.reads() ? S.Numbers.modify(I.Modify, Old, Operand) : Operand;
    add(S, E);
    if (E.reads() && I.Result != None)
      assign(S, T, I.Result, Old, S.Depends.on(Id));
    break;
  }
  case Opcode::CompareExchange:
    return compareExchange(S, T);
  case Opcode::Fence:
    add(S, eventOf(S, T, EventKind::Fence));
    break;
  case Opcode::Barrier:
    return barrier(S, T);
  case Opcode::AsyncLoad:
    return asyncLoad(S, T);
  case Opcode::AsyncMark:
    Th.Marks.back().push_back(Th.Events.size());
    break;
  case Opcode::AsyncWait:
    asyncWait(S, T);
    break;
  case Opcode::Branch:
    return branch(S, T);
  case Opcode::Jump:
    Th.Pc = I.Target;
    return;
  case Opcode::LoopEnter:
    Th.Loops[I.Loop] = {};
    break;
  case Opcode::Iterate:
    iterate(S, T);
    if (Th.Status != ThreadStatus::Running)
      return;
    break;
  case Opcode::EnterFunction:
    Th.Marks.emplace_back();
    break;
  case Opcode::LeaveFunction:
    Th.Marks.pop_back();
    break;
  }
  Th.AssumedIndex[0] = Th.AssumedIndex[1] = -1;
  ++Th.Pc;
}

void Interpreter::branch(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  ValueId V = valueOf(S, T, P.Threads[T].Code[Th.Pc].Value);
  auto Condition = evaluate(S, V);
  if (!Condition) {
    Th.Status = ThreadStatus::AtBranch;
    Th.Needed = V;
  } else if (Condition->IsUndef) {
    cut(Th, Undefined::UndefBranch);
  } else {
    takeBranch(S, T, Condition->Number != 0);
  }
}

/// Everything inside the branches depends on the condition, and so does every
/// register that either side assigns; what comes after a loop depends on its
/// condition for good (docs/model.md M11).
void Interpreter::takeBranch(State &S, unsigned T, bool Truth) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  DependencyId D = dependsOf(S, T, I.Value);
  if (I.LoopCondition) {
    Th.Control = S.Depends.join(Th.Control, D);
    for (ControlRegion &Region : Th.Regions)
      Region.Outside = S.Depends.join(Region.Outside, D);
  } else if (D != Dependencies::Empty) {
    Th.Regions.push_back({I.Join, Th.Control});
    Th.Control = S.Depends.join(Th.Control, D);
    for (unsigned R : F.Threads[T].Assigned[Th.Pc])
      Th.RegisterDepends[R] = S.Depends.join(Th.RegisterDepends[R], D);
  }
  Th.Pc = Truth ? Th.Pc + 1 : I.Target;
  Th.Status = ThreadStatus::Running;
}

/// At the unroll bound the thread is cut; that is harmless if the last
/// iteration only loaded and left every register as it was (docs/model.md,
/// "Limits"), which may not be known before the end.
void Interpreter::iterate(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  LoopState &Loop = Th.Loops[P.Threads[T].Code[Th.Pc].Loop];
  if (++Loop.Iterations > Unroll) {
    Th.Status = ThreadStatus::Unrolled;
    Th.CutMayBeHarmless = Loop.Iterations > 1 && Loop.FirstStep == Th.Steps;
    for (unsigned I = Loop.FirstEvent; I < Th.Events.size(); ++I)
      Th.CutMayBeHarmless &= S.Events[Th.Events[I]].Kind == EventKind::Read &&
                             !S.Events[Th.Events[I]].Async;
    for (unsigned R = 0; R < Th.Registers.size() && Th.CutMayBeHarmless; ++R)
      if (Loop.Registers[R] != Th.Registers[R])
        Th.MustBeEqual.push_back({Loop.Registers[R], Th.Registers[R]});
    return;
  }
  Loop.FirstEvent = Th.Events.size();
  Loop.FirstStep = Th.Steps;
  Loop.Registers = Th.Registers;
}

//===- Accesses that are more than one event ------------------------------===//
// cmpxchg, which writes or not depending on what it reads, and asynchronous
// loads with their marks.
//===----------------------------------------------------------------------===//

/// Whether it writes is known once its read is: a failed cmpxchg is a load with
/// its failure ordering (docs/model.md M13).
void Interpreter::compareExchange(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  if (Th.PendingCompare == None) {
    unsigned Cell = cellOf(S, T, I.Memory, 0);
    if (Cell == None)
      return;
    Event E = eventOf(S, T, EventKind::Read);
    E.Order = I.FailureOrder;
    E.MakesVisible = false;
    E.Pending = true;
    E.Cell = Cell;
    E.Depends = S.Depends.join(E.Depends, dependsOf(S, T, I.Memory.Index));
    E.Depends = S.Depends.join(E.Depends, dependsOf(S, T, I.Compare));
    E.Depends = S.Depends.join(E.Depends, dependsOf(S, T, I.Value));
    Th.PendingCompare = add(S, E);
  }
  ValueId Difference =
      S.Numbers.operation(ExpressionKind::Eq, S.Numbers.read(Th.PendingCompare),
                          valueOf(S, T, I.Compare), Values::Zero);
  auto Same = evaluate(S, Difference);
  if (!Same) {
    Th.Status = ThreadStatus::AtCompare;
    Th.Needed = Difference;
  } else if (Same->IsUndef) {
    cutShort(S, T, Undefined::UndefBranch);
  } else {
    finishCompare(S, T, Same->Number != 0);
  }
}

/// A cmpxchg that cannot compare has read all the same, as if it had failed.
void Interpreter::cutShort(State &S, unsigned T, Undefined Reason) const {
  ThreadState &Th = S.Threads[T];
  if (Th.PendingCompare != None) {
    const Instruction &I = P.Threads[T].Code[Th.Pc];
    Event &E = S.Events[Th.PendingCompare];
    E.Pending = false;
    E.MakesVisible = isAcquire(I.FailureOrder) && !I.NoAv;
  }
  cut(Th, Reason);
}

void Interpreter::finishCompare(State &S, unsigned T, bool Success) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  unsigned Id = Th.PendingCompare;
  Event &E = S.Events[Id];
  E.Order = Success ? I.Order : I.FailureOrder;
  E.Pending = false;
  E.MakesAvailable = Success && isRelease(I.Order) && !I.NoAv;
  E.MakesVisible = isAcquire(E.Order) && !I.NoAv;
  E.LoadVisible = true;
  E.StoreAvailable = Success;
  if (Success) {
    E.Kind = EventKind::ReadModifyWrite;
    E.Written = valueOf(S, T, I.Value);
    S.WritesOf[E.Cell].push_back(Id);
  }
  if (I.Result != None)
    assign(S, T, I.Result, S.Numbers.read(Id), S.Depends.on(Id));
  Th.PendingCompare = None;
  Th.AssumedIndex[0] = -1;
  Th.Status = ThreadStatus::Running;
  ++Th.Pc;
}

/// A non-atomic read, then a non-atomic write of what it read (docs/model.md
/// M18).
void Interpreter::asyncLoad(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  unsigned From = cellOf(S, T, I.Memory, 0);
  if (From == None)
    return;
  unsigned To = cellOf(S, T, I.Destination, 1);
  if (To == None)
    return;
  Event Read = eventOf(S, T, EventKind::Read);
  Read.Async = true;
  Read.Cell = From;
  Read.Depends = S.Depends.join(Read.Depends, dependsOf(S, T, I.Memory.Index));
  unsigned ReadId = add(S, Read);
  Event Write = eventOf(S, T, EventKind::Write);
  Write.Async = true;
  Write.Cell = To;
  Write.Space = P.Locations[I.Destination.Location].Space == AddressSpace::Local
                    ? LocalBit
                    : GlobalBit;
  Write.Depends = S.Depends.join(
      S.Depends.join(Write.Depends, dependsOf(S, T, I.Destination.Index)),
      S.Depends.on(ReadId));
  Write.Written = S.Numbers.read(ReadId);
  add(S, Write);
  Th.AssumedIndex[0] = Th.AssumedIndex[1] = -1;
  ++Th.Pc;
}

/// Completes the oldest marks until at most N are left; a completed mark
/// completes every async operation before it (docs/model.md M19).
void Interpreter::asyncWait(State &S, unsigned T) const {
  ThreadState &Th = S.Threads[T];
  const Instruction &I = P.Threads[T].Code[Th.Pc];
  auto Count = evaluate(S, valueOf(S, T, I.Value));
  assert(Count && !Count->IsUndef && "the count is a constant");
  std::vector<unsigned> &Marks = Th.Marks.back();
  auto Keep = static_cast<size_t>(std::max(0, Count->Number));
  if (Marks.size() <= Keep)
    return;
  size_t Completed = Marks.size() - Keep;
  for (unsigned Position = 0; Position < Marks[Completed - 1]; ++Position) {
    Event &E = S.Events[Th.Events[Position]];
    if (E.Async && E.OrderedFrom == ~0u)
      E.OrderedFrom = Th.Events.size();
  }
  Marks.erase(Marks.begin(), Marks.begin() + Completed);
}

} // namespace fencepost::model
