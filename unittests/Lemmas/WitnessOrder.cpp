//===- WitnessOrder.cpp - spec/001 once more, on one shown execution ------===//
#include "WitnessOrder.h"
#include "fencepost/Model/Instances.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::lemmas {

WitnessOrder::WitnessOrder(const Program &P, const Execution &X, bool Letter)
    : P(P), X(X), Letter(Letter) {
  std::vector<std::vector<bool>> Empty(size(), std::vector<bool>(size()));
  Hb = LoWrite = LoRead = Empty;
  for (unsigned A = 0; A < size(); ++A)
    for (unsigned B = 0; B < size(); ++B)
      Hb[A][B] = programOrdered(A, B) || (isInitial(A) && !isInitial(B));
  for (const ShownEdge &E : X.Edges)
    if (E.Kind == EdgeKind::Synchronizes)
      Hb[E.From][E.To] = true;
  close();
  for (unsigned W = 0; W < size(); ++W) {
    if (!isWrite(W))
      continue;
    std::set<unsigned> Available;
    std::map<unsigned, ScopeLevel> Visible;
    if (!isInitial(W)) {
      Available = availability(W);
      Visible = visibility(W);
    }
    for (unsigned E = 0; E < size(); ++E) {
      if (E == W || !sameCell(W, E))
        continue;
      bool Before = isInitial(W) || programOrdered(W, E);
      LoWrite[W][E] = isWrite(E) && !isInitial(E) &&
                      (Before || llvm::any_of(Available, [&](unsigned Z) {
                         return Hb[Z][E] && includes(Z, E);
                       }));
      LoRead[W][E] =
          isRead(E) && (Before || llvm::any_of(Visible, [&](auto Z) {
                          return Z.first == E || programOrdered(Z.first, E);
                        }));
    }
  }
}

void WitnessOrder::close() {
  for (unsigned Via = 0; Via < size(); ++Via)
    for (unsigned A = 0; A < size(); ++A)
      for (unsigned B = 0; B < size(); ++B)
        Hb[A][B] = Hb[A][B] || (Hb[A][Via] && Hb[Via][B]);
}

bool WitnessOrder::isRead(unsigned E) const {
  EventKind K = X.Events[E].Kind;
  return K == EventKind::Read || K == EventKind::ReadModifyWrite;
}

bool WitnessOrder::isWrite(unsigned E) const {
  EventKind K = X.Events[E].Kind;
  return K == EventKind::Write || K == EventKind::ReadModifyWrite ||
         K == EventKind::Initial;
}

bool WitnessOrder::isInitial(unsigned E) const {
  return X.Events[E].Kind == EventKind::Initial;
}

bool WitnessOrder::sameCell(unsigned A, unsigned B) const {
  return (isRead(A) || isWrite(A)) && (isRead(B) || isWrite(B)) &&
         X.Events[A].Where == X.Events[B].Where;
}

/// Barrier events are left out: they belong to several threads and do not order
/// memory (docs/model.md M7).
bool WitnessOrder::programOrdered(unsigned A, unsigned B) const {
  return A < B && X.Events[A].Thread == X.Events[B].Thread && !isInitial(A) &&
         X.Events[A].Kind != EventKind::Barrier &&
         X.Events[B].Kind != EventKind::Barrier;
}

const Instruction &WitnessOrder::instruction(unsigned E) const {
  return P.Threads[X.Events[E].Thread].Code[X.Events[E].Instruction];
}

/// docs/model.md M3: accesses of local locations reach their workgroup at most.
ScopeLevel WitnessOrder::level(unsigned E) const {
  if (isInitial(E))
    return ScopeLevel::System;
  ScopeLevel Level = instruction(E).Reach.Level;
  bool Local =
      (isRead(E) || isWrite(E)) &&
      P.Locations[X.Events[E].Where.Location].Space == AddressSpace::Local;
  return Local ? narrower(Level, ScopeLevel::Workgroup) : Level;
}

bool WitnessOrder::includes(ScopeLevel Level, unsigned A, unsigned B) const {
  if (isInitial(A) || isInitial(B))
    return true;
  unsigned TA = X.Events[A].Thread, TB = X.Events[B].Thread;
  if (Level == ScopeLevel::SingleThread)
    return TA == TB;
  return sameInstance(P.Threads[TA].Where, P.Threads[TB].Where, Level);
}

bool WitnessOrder::includes(unsigned A, unsigned B) const {
  return includes(level(A), A, B);
}

bool WitnessOrder::inclusive(unsigned A, unsigned B) const {
  return includes(A, B) && includes(B, A);
}

Ordering WitnessOrder::order(unsigned E) const {
  const Instruction &I = instruction(E);
  bool Failed =
      I.Op == Opcode::CompareExchange && X.Events[E].Kind == EventKind::Read;
  return Failed ? I.FailureOrder : I.Order;
}

bool WitnessOrder::isAtomicAccess(unsigned E) const {
  return isInitial(E) || isAtomic(order(E));
}

bool WitnessOrder::makesAvailable(unsigned E) const {
  EventKind K = X.Events[E].Kind;
  return (K == EventKind::Fence || (isWrite(E) && !isInitial(E))) &&
         isRelease(order(E)) && !instruction(E).NoAv;
}

bool WitnessOrder::makesVisible(unsigned E) const {
  EventKind K = X.Events[E].Kind;
  return (K == EventKind::Fence || isRead(E)) && isAcquire(order(E)) &&
         !instruction(E).NoAv;
}

/// spec/001, "Availability Operation".
std::set<unsigned> WitnessOrder::availability(unsigned W) const {
  std::set<unsigned> Found;
  if (isAtomicAccess(W) || instruction(W).Available)
    Found.insert(W);
  for (unsigned Z = 0; Z < size(); ++Z)
    if (makesAvailable(Z) && programOrdered(W, Z))
      Found.insert(Z);
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (unsigned Z = 0; Z < size(); ++Z)
      if (makesAvailable(Z) && includes(Z, W) && !Found.count(Z) &&
          llvm::any_of(Found, [&](unsigned Before) {
            return Hb[Before][Z] && includes(Before, Z);
          })) {
        Found.insert(Z);
        Grew = true;
      }
  }
  return Found;
}

/// spec/001, "Visibility Operation".
std::map<unsigned, ScopeLevel> WitnessOrder::visibility(unsigned W) const {
  std::map<unsigned, ScopeLevel> Found;
  auto Widen = [&](unsigned Y, ScopeLevel Level) {
    auto [It, New] = Found.emplace(Y, Level);
    bool Grew = New || It->second < Level;
    It->second = std::max(It->second, Level);
    return Grew;
  };
  auto CanBe = [&](unsigned Y) {
    bool LoadVisible = isRead(Y) && sameCell(W, Y) &&
                       (isAtomicAccess(Y) || instruction(Y).Available);
    return LoadVisible || makesVisible(Y);
  };
  for (unsigned Z : availability(W))
    for (unsigned Y = 0; Y < size(); ++Y)
      if (!isInitial(Y) && CanBe(Y) && Hb[Z][Y] && inclusive(Z, Y))
        Widen(Y, narrower(level(Z), level(Y)));
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (auto [Before, Level] : std::map(Found))
      for (unsigned Y = 0; Y < size(); ++Y)
        if (!isInitial(Y) && CanBe(Y) && Hb[Before][Y] &&
            includes(Level, Before, Y) && includes(Y, Before))
          Grew |= Widen(Y, narrower(Level, level(Y)));
  }
  return Found;
}

bool WitnessOrder::beforeWrite(unsigned W, unsigned To) const {
  return LoWrite[W][To];
}

bool WitnessOrder::beforeRead(unsigned W, unsigned R) const {
  return LoRead[W][R];
}

std::vector<unsigned> WitnessOrder::maySee(unsigned R) const {
  std::vector<unsigned> Seen;
  for (unsigned W = 0; W < size(); ++W) {
    if (W == R || !isWrite(W) || !sameCell(W, R) || Hb[R][W])
      continue;
    bool Overwritten = false;
    for (unsigned Other = 0; Other < size(); ++Other)
      Overwritten |= Other != R && Other != W && isWrite(Other) &&
                     LoWrite[W][Other] && LoRead[Other][R];
    if (!Overwritten)
      Seen.push_back(W);
  }
  return Seen;
}

bool WitnessOrder::allInclusive(const std::vector<unsigned> &Set) const {
  return llvm::all_of(Set, [&](unsigned A) {
    return isAtomicAccess(A) &&
           llvm::all_of(Set, [&](unsigned B) { return inclusive(A, B); });
  });
}

/// The exception of docs/model.md M15.
bool WitnessOrder::countsAsInitial(unsigned W, unsigned R,
                                   const std::vector<unsigned> &Sees) const {
  return !isAtomicAccess(W) && LoRead[W][R] &&
         llvm::all_of(Sees, [&](unsigned Other) {
           return Other == W || LoWrite[W][Other];
         });
}

bool WitnessOrder::isCase2(unsigned R,
                           const std::vector<unsigned> &Sees) const {
  std::vector<unsigned> All{R};
  bool Used = Letter;
  for (unsigned W : Sees)
    if (!Used && countsAsInitial(W, R, Sees))
      Used = true;
    else
      All.push_back(W);
  return allInclusive(All);
}

unsigned WitnessOrder::caseOf(unsigned R) const {
  std::vector<unsigned> Sees = maySee(R);
  bool Ordered = false;
  for (unsigned W = 0; W < size(); ++W)
    Ordered |= isWrite(W) && LoRead[W][R];
  if (!Ordered)
    return 1;
  if (isCase2(R, Sees))
    return 2;
  if (llvm::any_of(Sees, [&](unsigned W) { return !LoRead[W][R]; }))
    return 3;
  return Sees.size() == 1 ? 4 : 5;
}

Value WitnessOrder::valueOf(unsigned R) const {
  return caseOf(R) == 4 ? X.Events[maySee(R).front()].Written : Value::undef();
}

} // namespace fencepost::model::lemmas
