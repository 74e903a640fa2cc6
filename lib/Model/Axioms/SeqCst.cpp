//===- SeqCst.cpp - psc as docs/model.md M9 writes it ---------------------===//
#include "SeqCst.h"

namespace fencepost::model {

static bool sameLocation(const Event &A, const Event &B) {
  return A.Kind != EventKind::Fence && B.Kind != EventKind::Fence &&
         A.Cell == B.Cell;
}

SeqCst::SeqCst(const State &S, const Synchronization &Sync) : S(S), Sync(Sync) {
  unsigned N = S.Events.size();
  for (unsigned E = 0; E < N; ++E)
    if (S.Events[E].isSeqCst())
      Events.push_back(E);
  if (!isNeeded())
    return;
  Relation Po(N), PoOther(N);
  for (unsigned A = 0; A < N; ++A)
    for (unsigned B = 0; B < N; ++B) {
      if (!programOrdered(S.Events[A], S.Events[B]))
        continue;
      Po.add(A, B);
      if (!sameLocation(S.Events[A], S.Events[B]))
        PoOther.add(A, B);
    }
  for (const Relation &Hb : S.Hb) {
    Relation OrSame = Hb, OnLocation(N);
    for (unsigned A = 0; A < N; ++A) {
      OrSame.add(A, A);
      forEach(Hb.row(A), [&](unsigned B) {
        if (sameLocation(S.Events[A], S.Events[B]))
          OnLocation.add(A, B);
      });
    }
    HbOrSame.push_back(OrSame);
    Base.push_back(Po | PoOther.then(Hb).then(PoOther) | OnLocation);
  }
}

Relation SeqCst::psc(const Communication &C) const {
  unsigned N = S.Events.size();
  Relation Result(N), Eco = C.eco();
  Relation IsSc(N), IsFence(N);
  for (unsigned E : Events)
    (S.Events[E].Kind == EventKind::Fence ? IsFence : IsSc).add(E, E);
  for (unsigned I = 0; I < S.Hb.size(); ++I) {
    Relation Scb = Base[I] | C.Mo | C.Fr;
    Relation Left = IsSc | IsFence.then(HbOrSame[I]);
    Relation Right = IsSc | HbOrSame[I].then(IsFence);
    Relation Fences = S.Hb[I] | S.Hb[I].then(Eco).then(S.Hb[I]);
    Result = Result | Left.then(Scb).then(Right) |
             IsFence.then(Fences).then(IsFence);
  }
  for (unsigned A : Events)
    for (unsigned B : Events)
      if (Result.has(A, B) && !Sync.inclusive(S.Events[A], S.Events[B]))
        Result.remove(A, B);
  return Result;
}

} // namespace fencepost::model
