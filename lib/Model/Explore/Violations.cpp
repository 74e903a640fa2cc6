//===- Violations.cpp - Literal checks of the axioms ----------------------===//
#include "Violations.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

namespace {

class Check {
public:
  explicit Check(const Leaf &SearchLeaf)
      : SearchLeaf(SearchLeaf), S(SearchLeaf.S), M(SearchLeaf.communication()) {
  }

  std::vector<Violation> run() {
    happensBefore();
    coherence();
    atomicity();
    seqCst();
    thinAir();
    seeing();
    return std::move(Result);
  }

private:
  bool skips(Axiom A) const { return SearchLeaf.C.Options.Skip.has(A); }

  /// The relation between two neighbours of a cycle.
  std::string step(unsigned A, unsigned B) const {
    const Event &From = S.Events[A], &To = S.Events[B];
    if (programOrdered(From, To))
      return "po";
    if (S.Reads[B].Source == A && To.reads())
      return "rf";
    if (M.Mo.has(A, B))
      return "mo";
    if (M.Fr.has(A, B))
      return "fr";
    for (const SyncEdge &E : S.Sync)
      if (E.From == A && E.To == B)
        return "sw";
    return "hb";
  }

  void report(Axiom A, std::vector<unsigned> Cycle) {
    Violation V{A, std::move(Cycle), {}};
    for (unsigned I = 0; I < V.Cycle.size(); ++I)
      V.Steps.push_back(step(V.Cycle[I], V.Cycle[(I + 1) % V.Cycle.size()]));
    Result.push_back(std::move(V));
  }

  /// Program order between neighbours and synchronizes-with: what a path of
  /// happens-before is made of.
  Relation directHb(uint8_t Space) const {
    Relation Direct(S.Events.size());
    for (unsigned A = 0; A < S.Events.size(); ++A)
      for (unsigned B = 0; B < S.Events.size(); ++B)
        if (programOrdered(S.Events[A], S.Events[B]) ||
            (S.Events[A].isInitial() && !S.Events[B].isInitial()))
          Direct.add(A, B);
    for (const SyncEdge &E : S.Sync)
      if (S.Hb.size() == 1 || E.Spaces & Space)
        Direct.add(E.From, E.To);
    return Direct;
  }

  void happensBefore() {
    if (!skips(Axiom::HappensBefore) || !S.HbHasCycle)
      return;
    for (uint8_t Space : {GlobalBit, LocalBit})
      if (auto Cycle = directHb(Space).findCycle(); !Cycle.empty())
        return report(Axiom::HappensBefore, Cycle);
  }

  void coherence() {
    if (!skips(Axiom::Coherence))
      return;
    Relation Step = M.Rf | M.Mo | M.Fr, Eco = Step.closure();
    for (unsigned A = 0; A < S.Events.size(); ++A)
      for (unsigned B = 0; B < S.Events.size(); ++B) {
        if (!Eco.has(B, A) || !S.hb(S.Events[A].Space).has(A, B))
          continue;
        std::vector<unsigned> Cycle =
            directHb(S.Events[A].Space).findPath(A, B);
        std::vector<unsigned> Back = Step.findPath(B, A);
        Cycle.insert(Cycle.end(), Back.begin() + 1, Back.end() - 1);
        return report(Axiom::Coherence, Cycle);
      }
  }

  void atomicity() {
    if (!skips(Axiom::Atomicity))
      return;
    for (unsigned U = 0; U < S.Events.size(); ++U) {
      unsigned W = S.Reads[U].Source;
      if (S.Events[U].Kind != EventKind::ReadModifyWrite || W == None)
        continue;
      for (unsigned X = 0; X < S.Events.size(); ++X)
        if (M.Mo.has(W, X) && M.Mo.has(X, U))
          return report(Axiom::Atomicity, {W, X, U});
    }
  }

  void seqCst() {
    if (!skips(Axiom::SeqCst) || !SearchLeaf.seqCst().isNeeded())
      return;
    Relation Psc = SearchLeaf.seqCst().psc(M);
    std::vector<unsigned> Cycle = Psc.findCycle();
    if (Cycle.empty())
      return;
    report(Axiom::SeqCst, Cycle);
    for (std::string &Step : Result.back().Steps)
      Step = "psc";
  }

  void thinAir() {
    if (!skips(Axiom::ThinAir))
      return;
    std::vector<unsigned> Cycle = SearchLeaf.thinAir().findCycle();
    if (Cycle.empty())
      return;
    report(Axiom::ThinAir, Cycle);
    for (unsigned I = 0; I < Cycle.size(); ++I) {
      unsigned To = Cycle[(I + 1) % Cycle.size()];
      Result.back().Steps[I] =
          S.Events[To].reads() && S.Reads[To].Source == Cycle[I] ? "rf" : "dep";
    }
  }

  /// Whether read \p R has its value because it may see \p W: a read that
  /// returns another write's value would do so without seeing W too.
  bool matters(unsigned R, unsigned W) const {
    return S.Reads[R].Target != Resolution::FromWrite || S.Reads[R].Source == W;
  }

  /// Reads that see what the two exceptions of spec/001 forbid.
  void seeing() {
    for (unsigned R = 0; R < S.Events.size(); ++R)
      if (S.Events[R].reads())
        seeing(R);
  }

  /// Reports the first such write.
  void seeing(unsigned R) {
    for (unsigned W : SearchLeaf.CaseOf[R].Sees) {
      if (!matters(R, W))
        continue;
      if (skips(Axiom::Future) && S.hb(S.Events[R].Space).has(R, W)) {
        Result.push_back({Axiom::Future, {R, W}, {"hb", "may see"}});
        return;
      }
      for (unsigned X : S.WritesOf[S.Events[R].Cell])
        if (skips(Axiom::Overwritten) && X != W && X != R &&
            SearchLeaf.Order.beforeWrite(W, X) &&
            SearchLeaf.Order.beforeRead(X, R)) {
          Result.push_back({Axiom::Overwritten,
                            {W, X, R},
                            {"location-ordered before",
                             "location-ordered before", "may see"}});
          return;
        }
    }
  }

  const Leaf &SearchLeaf;
  const State &S;
  Communication M;
  std::vector<Violation> Result;
};

} // namespace

std::vector<Violation> violations(const Leaf &Leaf) {
  if (Leaf.C.Options.Skip.empty())
    return {};
  return Check(Leaf).run();
}

} // namespace fencepost::model
