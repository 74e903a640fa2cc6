//===- LocationOrder.cpp - The definitions of spec/001, "Ordering" --------===//
#include "LocationOrder.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

LocationOrder::LocationOrder(const State &S, const Layout &L,
                             bool ByHappensBefore)
    : S(S), L(L), Simple(ByHappensBefore) {
  if (Simple)
    return;
  ToWrite.resize(S.Events.size());
  ToRead.resize(S.Events.size());
  for (const auto &Writes : S.WritesOf)
    for (unsigned W : Writes)
      orderFrom(W);
}

static bool coversSpace(const Event &E, uint8_t Space) {
  return E.Covers & Space;
}

/// "An operation X is an availability operation on a write W if": X is W and
/// store-available; or X is a MakeAvailable that follows W in program order; or
/// X is a MakeAvailable whose scope instance includes W, and an availability
/// operation Z on W happens before X with X in Z's scope instance.
std::vector<Propagation> LocationOrder::availability(unsigned W) const {
  const Event &Write = S.Events[W];
  const Relation &Hb = S.hb(Write.Space);
  std::vector<Propagation> Found;
  if (Write.StoreAvailable)
    Found.push_back({W, Write.Level, None});
  EventSet Seen(S.Events.size());
  Seen.set(W);
  auto Consider = [&](unsigned X, unsigned Because) {
    Seen.set(X);
    Found.push_back({X, S.Events[X].Level, Because});
  };
  for (unsigned X = 0; X < S.Events.size(); ++X)
    if (X != W && S.Events[X].MakesAvailable &&
        coversSpace(S.Events[X], Write.Space) &&
        programOrdered(Write, S.Events[X]))
      Consider(X, None);
  for (unsigned I = 0; I < Found.size(); ++I) {
    Propagation Z = Found[I];
    for (unsigned X = 0; X < S.Events.size(); ++X) {
      const Event &E = S.Events[X];
      if (!E.MakesAvailable || Seen.has(X) || !coversSpace(E, Write.Space) ||
          !Hb.has(Z.Operation, X))
        continue;
      if (L.reaches(E.Thread, E.Level, Write.Thread) &&
          L.reaches(S.Events[Z.Operation].Thread, Z.Level, E.Thread))
        Consider(X, Z.Operation);
    }
  }
  return Found;
}

/// "An operation Y is a visibility operation on a write W if" it is
/// load-visible to the same address or a MakeVisible, and builds on an
/// availability operation with inclusive scopes, or on a visibility operation
/// that makes W visible in an instance that includes Y and lies in Y's own.
/// Every instance in question contains Y, so the widest one says it all.
std::vector<Propagation>
LocationOrder::visibility(unsigned W,
                          const std::vector<Propagation> &Available) const {
  const Event &Write = S.Events[W];
  const Relation &Hb = S.hb(Write.Space);
  std::vector<Propagation> Found;
  std::vector<unsigned> Place(S.Events.size(), None); ///< In Found.
  auto CanSee = [&](const Event &E) {
    return (E.LoadVisible && E.Cell == Write.Cell) ||
           (E.MakesVisible && coversSpace(E, Write.Space));
  };
  std::vector<unsigned> Work;
  auto Reach = [&](unsigned Y, ScopeLevel Level, unsigned Because) {
    if (Place[Y] == None) {
      Place[Y] = Found.size();
      Found.push_back({Y, Level, Because});
    } else if (Found[Place[Y]].Level < Level) {
      Found[Place[Y]] = {Y, Level, Because};
    } else {
      return;
    }
    Work.push_back(Y);
  };
  for (unsigned Y = 0; Y < S.Events.size(); ++Y) {
    const Event &E = S.Events[Y];
    if (Y == W || E.isInitial() || !CanSee(E))
      continue;
    for (const Propagation &X : Available) {
      const Event &A = S.Events[X.Operation];
      if (Hb.has(X.Operation, Y) &&
          L.inclusive(A.Thread, X.Level, E.Thread, E.Level))
        Reach(Y, narrower(X.Level, E.Level), X.Operation);
    }
  }
  while (!Work.empty()) {
    Propagation X = Found[Place[Work.back()]];
    Work.pop_back();
    unsigned From = S.Events[X.Operation].Thread;
    forEach(Hb.row(X.Operation), [&](unsigned Y) {
      const Event &E = S.Events[Y];
      if (Y != W && !E.isInitial() && CanSee(E) &&
          L.reaches(From, X.Level, E.Thread) &&
          L.reaches(E.Thread, E.Level, From))
        Reach(Y, narrower(X.Level, E.Level), X.Operation);
    });
  }
  return Found;
}

/// The four cases of "Location Order".
void LocationOrder::orderFrom(unsigned W) {
  const Event &Write = S.Events[W];
  const auto &Reads = S.ReadsOf[Write.Cell];
  const auto &Writes = S.WritesOf[Write.Cell];
  if (Write.isInitial()) {
    for (unsigned X : Writes)
      if (X != W)
        ToWrite.add(W, X);
    for (unsigned R : Reads)
      ToRead.add(W, R);
    return;
  }
  const Relation &Hb = S.hb(Write.Space);
  std::vector<Propagation> Available = availability(W);
  std::vector<Propagation> Visible = visibility(W, Available);
  for (unsigned X : Writes)
    if (X != W && (programOrdered(Write, S.Events[X]) ||
                   (!S.Events[X].isInitial() &&
                    llvm::any_of(Available, [&](const Propagation &Z) {
                      return Hb.has(Z.Operation, X) &&
                             L.reaches(S.Events[Z.Operation].Thread, Z.Level,
                                       S.Events[X].Thread);
                    }))))
      ToWrite.add(W, X);
  for (unsigned R : Reads)
    if (R != W && (programOrdered(Write, S.Events[R]) ||
                   llvm::any_of(Visible, [&](const Propagation &Z) {
                     return Z.Operation == R ||
                            programOrdered(S.Events[Z.Operation], S.Events[R]);
                   })))
      ToRead.add(W, R);
}

} // namespace fencepost::model
