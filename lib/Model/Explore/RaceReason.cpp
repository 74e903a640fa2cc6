//===- RaceReason.cpp - Why two accesses race, in words -------------------===//
#include "Collector.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

/// The scope of the synchronization that orders \p A before \p B: the narrower
/// end of the last edge on the way.
static ScopeLevel synchronizedAt(const State &S, const Relation &Hb, unsigned A,
                                 unsigned B) {
  ScopeLevel Level = ScopeLevel::System;
  for (const SyncEdge &Edge : S.Sync) {
    bool OnTheWay = (Edge.From == A || Hb.has(A, Edge.From)) &&
                    (Edge.To == B || Hb.has(Edge.To, B));
    if (OnTheWay)
      Level = narrower(S.Events[Edge.From].Level, S.Events[Edge.To].Level);
  }
  return Level;
}

static bool isAvailable(const Leaf &Found, unsigned W, unsigned To) {
  const State &S = Found.S;
  const Relation &Hb = S.hb(S.Events[W].Space);
  return llvm::any_of(Found.Order.availability(W), [&](const Propagation &Z) {
    return Hb.has(Z.Operation, To) &&
           Found.C.L.reaches(S.Events[Z.Operation].Thread, Z.Level,
                             S.Events[To].Thread);
  });
}

std::string raceReason(const Leaf &Found, const RacePair &Pair) {
  const State &S = Found.S;
  const Event &A = S.Events[Pair.First], &B = S.Events[Pair.Second];
  const Relation &Hb = S.hb(A.Space);
  unsigned First = Pair.First, Second = Pair.Second;
  if (Hb.has(Second, First))
    std::swap(First, Second);
  if (Hb.has(First, Second)) {
    ScopeLevel Level = synchronizedAt(S, Hb, First, Second);
    bool Available = isAvailable(Found, First, Second);
    return "happens-before, but not " +
           std::string(Available ? "visible" : "available") + " at " +
           scopeLevelName(Level).str() + " scope";
  }
  if (A.Thread == B.Thread)
    return "asynchronous, and not completed in between";
  if (A.isAtomic() && B.isAtomic() && Found.C.Sync.inclusive(A, B))
    return "atomic with inclusive scopes, but the read may also see a write "
           "that is not";
  if (A.isAtomic() && B.isAtomic())
    return "atomic, but their scopes are not inclusive, and neither happens "
           "before the other";
  if (A.isAtomic() || B.isAtomic())
    return "one is not atomic, and neither happens before the other";
  return "neither happens before the other";
}

} // namespace fencepost::model
