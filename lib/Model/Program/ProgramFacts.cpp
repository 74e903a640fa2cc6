//===- ProgramFacts.cpp - Facts about a program before it runs ------------===//
#include "ProgramFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

bool mayWrite(const Instruction &I, unsigned &Location) {
  switch (I.Op) {
  case Opcode::Store:
  case Opcode::ReadModifyWrite:
  case Opcode::CompareExchange:
    Location = I.Memory.Location;
    return true;
  case Opcode::AsyncLoad:
    Location = I.Destination.Location;
    return true;
  default:
    return false;
  }
}

ScopeLevel clampedLevel(const Program &P, const Instruction &I) {
  bool IsLocal = I.Memory.Location != None &&
                 P.Locations[I.Memory.Location].Space == AddressSpace::Local;
  return IsLocal ? narrower(I.Reach.Level, ScopeLevel::Workgroup)
                 : I.Reach.Level;
}

llvm::SmallVector<unsigned, 2> successors(const Thread &T, unsigned Pc) {
  const Instruction &I = T.Code[Pc];
  if (I.Op == Opcode::Jump)
    return {I.Target};
  if (I.Op == Opcode::Branch)
    return {Pc + 1, I.Target};
  return {Pc + 1};
}

static std::vector<EventSet> writesFromHere(const Program &P, const Thread &T) {
  std::vector<EventSet> May(T.Code.size() + 1, EventSet(P.Locations.size()));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Pc = T.Code.size(); Pc-- > 0;) {
      unsigned Before = May[Pc].count(), Location = None;
      if (mayWrite(T.Code[Pc], Location))
        May[Pc].set(Location);
      for (unsigned Next : successors(T, Pc))
        forEach(May[Next].words(), [&](unsigned L) { May[Pc].set(L); });
      Changed |= May[Pc].count() != Before;
    }
  }
  return May;
}

/// The instructions between the branch at \p Pc and its join.
static std::vector<unsigned> region(const Thread &T, unsigned Pc) {
  std::vector<bool> Seen(T.Code.size() + 1);
  std::vector<unsigned> Region, Work{Pc};
  while (!Work.empty()) {
    unsigned Index = Work.back();
    Work.pop_back();
    for (unsigned Next : successors(T, Index)) {
      if (Next >= T.Code.size() || Next == T.Code[Pc].Join || Seen[Next])
        continue;
      Seen[Next] = true;
      Region.push_back(Next);
      Work.push_back(Next);
    }
  }
  return Region;
}

static ThreadFacts factsOf(const Program &P, const Thread &T) {
  ThreadFacts F;
  F.MayWrite = writesFromHere(P, T);
  F.Assigned.resize(T.Code.size());
  F.GuardsBarrier.resize(T.Code.size());
  for (unsigned Pc = 0; Pc < T.Code.size(); ++Pc) {
    if (T.Code[Pc].Op != Opcode::Branch)
      continue;
    for (unsigned Index : region(T, Pc)) {
      if (T.Code[Index].Result != None)
        F.Assigned[Pc].push_back(T.Code[Index].Result);
      if (T.Code[Index].Op == Opcode::Barrier)
        F.GuardsBarrier[Pc] = true;
    }
    llvm::sort(F.Assigned[Pc]);
    F.Assigned[Pc].erase(llvm::unique(F.Assigned[Pc]), F.Assigned[Pc].end());
  }
  return F;
}

namespace {
/// An instruction that may write a location, as a thread's operation.
struct Writer {
  unsigned Thread;
  ScopeLevel Level;
  bool Atomic;
};
} // namespace

/// Per cell, everybody who may write it; any element of an array that is
/// indexed.
static std::vector<std::vector<Writer>> writers(const Program &P,
                                                const Layout &L) {
  std::vector<std::vector<Writer>> Writers(L.Cells.size());
  for (unsigned T = 0; T < P.Threads.size(); ++T)
    for (const Instruction &I : P.Threads[T].Code) {
      unsigned Location = None;
      if (!mayWrite(I, Location))
        continue;
      bool Atomic = I.Op != Opcode::AsyncLoad && isAtomic(I.Order);
      for (unsigned E = 0; E < P.Locations[Location].Size; ++E)
        Writers[L.cell(T, Location, E)].push_back(
            {T, clampedLevel(P, I), Atomic});
    }
  return Writers;
}

static bool allInclusive(const Layout &L, llvm::ArrayRef<Writer> Writers) {
  for (const Writer &A : Writers)
    for (const Writer &B : Writers)
      if (!A.Atomic || !L.inclusive(A.Thread, A.Level, B.Thread, B.Level))
        return false;
  return true;
}

/// The writers of every element are the same, so the first one's will do.
static bool alwaysFromWrite(const Program &P, const Layout &L,
                            const std::vector<std::vector<Writer>> &Writers,
                            unsigned Thread, const Instruction &I) {
  bool Reads = I.Op == Opcode::Load || I.Op == Opcode::ReadModifyWrite ||
               I.Op == Opcode::CompareExchange;
  if (!Reads || !isAtomic(I.Order) ||
      P.Locations[I.Memory.Location].Initial.empty())
    return false;
  std::vector<Writer> All = Writers[L.cell(Thread, I.Memory.Location, 0)];
  All.push_back({Thread, clampedLevel(P, I), true});
  return allInclusive(L, All);
}

ProgramFacts::ProgramFacts(const Program &P, const Layout &L) {
  auto Writers = writers(P, L);
  for (unsigned Number = 0; Number < P.Threads.size(); ++Number) {
    const Thread &T = P.Threads[Number];
    Threads.push_back(factsOf(P, T));
    for (const Instruction &I : T.Code) {
      Threads.back().AlwaysFromWrite.push_back(
          alwaysFromWrite(P, L, Writers, Number, I));
      UsesAvailability |= I.NoAv || I.Available || I.Op == Opcode::AsyncLoad;
      HasPartialCover |= I.Reach.OneAddressSpace || !I.Tags.empty();
      HasRelease |= isRelease(I.Order);
      HasBarriers |= I.Op == Opcode::Barrier;
    }
  }
}

} // namespace fencepost::model
