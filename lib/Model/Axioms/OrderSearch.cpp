//===- OrderSearch.cpp - Completing modification orders -------------------===//
#include "OrderSearch.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

Communication OrderSearch::communication(const std::vector<OrderedCell> &Cells,
                                         const Relation &Order) const {
  Communication C(S.Events.size());
  for (const OrderedCell &Cell : Cells)
    for (unsigned A : Cell.Writes)
      for (unsigned B : Cell.Writes) {
        const Event &First = S.Events[A], &Second = S.Events[B];
        bool Inclusive = !First.isAtomic() || !Second.isAtomic() ||
                         Sync.inclusive(First, Second);
        if (Order.has(A, B) && Inclusive)
          C.Mo.add(A, B);
      }
  for (unsigned R = 0; R < S.Events.size(); ++R) {
    const ReadState &Read = S.Reads[R];
    if (Read.Source == None || Read.Target == Resolution::Open ||
        S.Events[R].Order == Ordering::Unordered)
      continue;
    C.Rf.add(Read.Source, R);
    forEach(C.Mo.row(Read.Source), [&](unsigned Later) {
      if (Later != R)
        C.Fr.add(R, Later);
    });
  }
  return C;
}

/// hb ; (mo U rf U fr)+ is irreflexive (docs/model.md M10).
bool OrderSearch::isIncoherent(const Communication &C) const {
  Relation Eco = C.eco();
  for (unsigned A = 0; A < S.Events.size(); ++A) {
    bool Found = false;
    forEach(Eco.row(A),
            [&](unsigned B) { Found |= S.hb(S.Events[A].Space).has(B, A); });
    if (Found)
      return true;
  }
  return false;
}

bool OrderSearch::breaksAtomicity(const OrderedCell &Cell,
                                  const Communication &C) const {
  for (unsigned U : Cell.Writes) {
    const ReadState &Read = S.Reads[U];
    if (S.Events[U].Kind != EventKind::ReadModifyWrite || Read.Source == None)
      continue;
    for (unsigned X : Cell.Writes)
      if (C.Mo.has(Read.Source, X) && C.Mo.has(X, U))
        return true;
    if (C.Mo.has(U, Read.Source))
      return true;
  }
  return false;
}

bool OrderSearch::violates(const std::vector<OrderedCell> &Cells,
                           const Communication &C) const {
  bool AllRegular =
      llvm::all_of(Cells, [](const OrderedCell &Cell) { return Cell.Regular; });
  if (!AllRegular && !Skip.has(Axiom::Coherence) && isIncoherent(C))
    return true;
  if (!Skip.has(Axiom::Atomicity))
    for (const OrderedCell &Cell : Cells)
      if (breaksAtomicity(Cell, C))
        return true;
  return Sc.isNeeded() && !Skip.has(Axiom::SeqCst) &&
         Sc.psc(C).closure().isReflexiveSomewhere();
}

std::optional<Communication>
OrderSearch::find(const std::vector<OrderedCell> &Cells, const Relation &Order,
                  const EventSet &First) const {
  Communication C = communication(Cells, Order);
  if (violates(Cells, C) || isPast(Until))
    return std::nullopt;
  for (const OrderedCell &Cell : Cells)
    for (unsigned A : Cell.Writes)
      for (unsigned B : Cell.Writes) {
        if (A >= B || Order.has(A, B) || Order.has(B, A) || First.has(A) ||
            First.has(B))
          continue;
        for (auto [From, To] : {std::pair{A, B}, std::pair{B, A}}) {
          Relation More = Order;
          More.addClosed(From, To);
          if (auto Found = find(Cells, More, First))
            return Found;
        }
        return std::nullopt;
      }
  return C;
}

} // namespace fencepost::model
