//===- CompletionOrders.cpp - What modification order must look like ------===//
// What happens-before, the reads and the observed final values demand of the
// modification orders (docs/model.md M10, M14), and whether orders exist that
// grant it.
//===----------------------------------------------------------------------===//
#include "Completion.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

/// The initial write is first (docs/model.md M14), modification order agrees
/// with happens-before, and a plain write that counts as initial comes before
/// what it is location-ordered before.
bool Completion::demandBase(unsigned Cell) {
  bool Coherent = !C.Options.Skip.has(Axiom::Coherence);
  const std::vector<unsigned> &Writes = Cells[Cell].Writes;
  for (unsigned A : Writes)
    for (unsigned B : Writes) {
      if (A == B || Promoted.has(B))
        continue;
      bool Ordered = Promoted.has(A) ? Order.beforeWrite(A, B)
                     : S.Events[A].isInitial()
                         ? true
                         : Coherent && S.hb(S.Events[A].Space).has(A, B);
      if (Ordered && !Orders[Cell].demand(MemberIndex[A], MemberIndex[B]))
        return false;
    }
  return true;
}

/// What the resolved read \p R demands of its cell's modification order. Every
/// cycle of hb ; (mo U rf U fr)+ passes one of these patterns: a write before
/// the read and its source, the read before a write, two reads.
bool Completion::demandRead(unsigned R) {
  const Event &E = S.Events[R];
  const ReadState &Read = S.Reads[R];
  if (Read.Target == Resolution::Open || Read.Target == Resolution::Undef ||
      E.Order == Ordering::Unordered)
    return true;
  unsigned Source = Read.Source;
  if (MemberIndex[Source] == None)
    return !sharesSource(R);
  if (!Cells[E.Cell].Regular)
    return true;
  const Relation &Hb = S.hb(E.Space);
  if (!C.Options.Skip.has(Axiom::Coherence)) {
    for (unsigned X : Cells[E.Cell].Writes) {
      if (X == Source || X == R)
        continue;
      if ((Hb.has(X, R) && !demandPair(X, Source)) ||
          (Hb.has(R, X) && !demandPair(Source, X)))
        return false;
    }
    for (unsigned Other : S.ReadsOf[E.Cell]) {
      unsigned Second = S.Reads[Other].Source;
      if (Other == R || Second == None || Second == Source ||
          MemberIndex[Second] == None ||
          S.Events[Other].Order == Ordering::Unordered)
        continue;
      if ((Hb.has(Other, R) && !demandPair(Second, Source)) ||
          (Hb.has(R, Other) && !demandPair(Source, Second)))
        return false;
    }
  }
  if (E.Kind != EventKind::ReadModifyWrite)
    return true;
  WriteOrder &Mo = Orders[E.Cell];
  return C.Options.Skip.has(Axiom::Atomicity)
             ? Mo.demand(MemberIndex[Source], MemberIndex[R])
             : Mo.glue(MemberIndex[Source], MemberIndex[R]);
}

/// Whether another read-modify-write reads the same write as \p R. For a write
/// outside modification order, an `unordered` one, this is all that is left of
/// coming directly after it.
bool Completion::sharesSource(unsigned R) const {
  const Event &E = S.Events[R];
  if (E.Kind != EventKind::ReadModifyWrite ||
      C.Options.Skip.has(Axiom::Atomicity))
    return false;
  return llvm::any_of(S.WritesOf[E.Cell], [&](unsigned X) {
    return X != R && S.Events[X].reads() &&
           S.Reads[X].Source == S.Reads[R].Source &&
           C.Sync.inclusive(S.Events[X], E);
  });
}

/// Rules out that \p B comes before \p A in modification order. A plain write
/// that counts as initial comes before what it is location-ordered before, and
/// behind nothing.
bool Completion::demandPair(unsigned A, unsigned B) {
  if (Promoted.has(A))
    return true;
  if (Promoted.has(B))
    return !Order.beforeWrite(B, A);
  return Orders[S.Events[A].Cell].demand(MemberIndex[A], MemberIndex[B]);
}

/// The writes of a cell that no other one is known to follow.
llvm::SmallVector<unsigned, 4>
Completion::finalCandidates(unsigned Cell) const {
  llvm::SmallVector<unsigned, 4> Last;
  for (unsigned W : S.WritesOf[Cell])
    if (llvm::none_of(S.WritesOf[Cell], [&](unsigned X) {
          return X != W && Order.beforeWrite(W, X);
        }))
      Last.push_back(W);
  return Last;
}

/// "[x] is the final value, as an atomic read at system scope after everything
/// would return it" (docs/litmus.md, "A test").
bool Completion::chooseFinal(unsigned Next) {
  if (!Out.goOn())
    return false;
  if (Next == C.Observed.size() || !Undefined.empty() || HasUnrolledThread)
    return !orderExists() || emit();
  unsigned Cell = C.Observed[Next];
  llvm::SmallVector<unsigned, 4> Last = finalCandidates(Cell);
  bool Atomic = llvm::all_of(Last, [&](unsigned A) {
    return S.Events[A].isOrdered() && llvm::all_of(Last, [&](unsigned B) {
             return C.Sync.inclusive(S.Events[A], S.Events[B]);
           });
  });
  if (Last.size() < 2 || !Atomic) {
    FinalWrite[Next] = Last.size() == 1 ? Last.front() : None;
    return chooseFinal(Next + 1);
  }
  for (unsigned F : Last) {
    WriteOrder Saved = Orders[Cell];
    size_t NumDemands = LastDemands.size();
    bool Possible = true;
    for (unsigned X : Last) {
      if (X == F || !Possible)
        continue;
      if (Cells[Cell].Regular)
        Possible = Orders[Cell].demand(MemberIndex[X], MemberIndex[F]);
      else
        LastDemands.push_back({X, F});
    }
    FinalWrite[Next] = F;
    bool GoOn = !Possible || chooseFinal(Next + 1);
    Orders[Cell] = Saved;
    LastDemands.resize(NumDemands);
    if (!GoOn)
      return false;
  }
  return true;
}

/// What is known of modification order, as a relation over events.
Relation Completion::knownOrder() const {
  Relation Known(S.Events.size());
  for (unsigned Cell = 0; Cell < Cells.size(); ++Cell) {
    const std::vector<unsigned> &Writes = Cells[Cell].Writes;
    for (unsigned A : Writes)
      for (unsigned B : Writes) {
        if (A == B)
          continue;
        if (Cells[Cell].Regular) {
          if (Orders[Cell].before(MemberIndex[A], MemberIndex[B]))
            Known.add(A, B);
        } else if (S.Events[A].isInitial() ||
                   (Promoted.has(A) && Order.beforeWrite(A, B))) {
          Known.addClosed(A, B);
        } else if (S.Events[B].Kind == EventKind::ReadModifyWrite &&
                   S.Reads[B].Source == A) {
          Known.addClosed(A, B);
        }
      }
  }
  for (auto [Before, After] : LastDemands)
    Known.addClosed(Before, After);
  return Known;
}

bool Completion::orderExists() {
  if (!NeedsOrderSearch)
    return true;
  OrderSearch Search(S, C.Sync, Sc, C.Options.Skip, C.Until);
  Relation Known = knownOrder();
  if (Known.isReflexiveSomewhere())
    return false;
  bool Exists = Search.find(Cells, Known, Promoted).has_value();
  if (!Exists && isPast(C.Until))
    Out.timeIsUp();
  return Exists;
}

} // namespace fencepost::model
