//===- InterpreterAccesses.cpp - Accesses that are more than one event ----===//
// cmpxchg, which writes or not depending on what it reads, and asynchronous
// loads with their marks.
//===----------------------------------------------------------------------===//
#include "Interpreter.h"

namespace fencepost::model {

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
void Interpreter::cutShort(State &S, unsigned T, Undefined By) const {
  ThreadState &Th = S.Threads[T];
  if (Th.PendingCompare != None) {
    const Instruction &I = P.Threads[T].Code[Th.Pc];
    Event &E = S.Events[Th.PendingCompare];
    E.Pending = false;
    E.MakesVisible = isAcquire(I.FailureOrder) && !I.NoAv;
  }
  cut(Th, By);
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
