//===- ReferenceAxioms.cpp - The axioms of memory, as they are written ----===//
// Every source for every atomic read, then every total order of the atomic
// writes of every cell. See ReferenceAxioms.h.
//===----------------------------------------------------------------------===//
#include "ReferenceAxioms.h"
#include "ReferenceValues.h"
#include <algorithm>

namespace fencepost::model::naive {

namespace {

class Checker {
public:
  Checker(const Candidate &C, const Places &Where, bool Letter, uint64_t &Work)
      : C(C), Where(Where), Letter(Letter), Work(Work), Size(C.Events.size()),
        Source(Size, None) {}

  void chooseSource(unsigned R);

  std::vector<Allowed> Result;

private:
  void judge();
  bool thinAir(const Values &V) const;
  std::map<Cell, std::vector<unsigned>> writesInOrder() const;
  void chooseOrder(const Values &V,
                   std::map<Cell, std::vector<unsigned>> &Orders,
                   std::map<Cell, std::vector<unsigned>>::iterator It);
  void judgeOrder(const Values &V,
                  const std::map<Cell, std::vector<unsigned>> &Orders);
  Relation
  modificationOrder(const Values &V,
                    const std::map<Cell, std::vector<unsigned>> &Orders) const;
  Relation fromRead(const Values &V, const Relation &Mo) const;
  Relation readsFrom(const Values &V) const;
  bool coherent(const Values &V, const Relation &Eco) const;
  bool atomicity(const Relation &Mo) const;
  bool seqCst(const Values &V, const Relation &Mo, const Relation &Fr,
              const Relation &Eco) const;
  Relation psc(const Values &V, AddressSpace Space, const Relation &Mo,
               const Relation &Fr, const Relation &Eco) const;
  void chooseFinals(const Values &V, const Relation &Mo,
                    std::vector<unsigned> &Prefix);
  std::vector<unsigned> finalsOf(const Values &V, const Relation &Mo,
                                 const Cell &Where) const;

  const Act &act(unsigned E) const { return C.Events[E].Action; }
  /// In mo, fr and coherence: everything but `unordered` (docs/model.md M10).
  bool unordered(unsigned E) const {
    return act(E).Order == Ordering::Unordered;
  }
  bool spend() { return Work && --Work; }

  const Candidate &C;
  const Places &Where;
  bool Letter;
  uint64_t &Work;
  unsigned Size;
  std::vector<unsigned> Source;
  Allowed Execution;
};

} // namespace

/// Any write of the guessed value may be the source of an atomic read; or it is
/// not in case 2 and has none.
void Checker::chooseSource(unsigned R) {
  while (R != Size && !(act(R).reads() && act(R).atomic()))
    ++R;
  if (R == Size)
    return judge();
  chooseSource(R + 1);
  for (unsigned W = 0; W != Size; ++W)
    if (W != R && act(W).writes() && act(W).Where == act(R).Where &&
        act(W).Written == act(R).Read) {
      Source[R] = W;
      chooseSource(R + 1);
    }
  Source[R] = None;
}

void Checker::judge() {
  if (!spend())
    return;
  Values V(C, Where, Letter, Source);
  if (!V.consistent() || thinAir(V))
    return;
  Execution = Allowed();
  Execution.Source = Source;
  std::map<Cell, std::vector<unsigned>> Orders = writesInOrder();
  chooseOrder(V, Orders, Orders.begin());
  if (Execution.Finals.empty())
    return;
  Execution.Races = V.races();
  Result.push_back(Execution);
}

/// docs/model.md M11: dependencies and reads-from have a cycle.
bool Checker::thinAir(const Values &V) const {
  std::vector<std::pair<unsigned, unsigned>> Edges = C.Dependencies;
  for (unsigned R = 0; R != Size; ++R)
    if (V.readsFrom()[R] != None)
      Edges.push_back({V.readsFrom()[R], R});
  std::map<unsigned, unsigned> Incoming;
  for (auto [From, To] : Edges) {
    Incoming[From] += 0;
    ++Incoming[To];
  }
  std::vector<unsigned> Free;
  for (auto [Node, Count] : Incoming)
    if (Count == 0)
      Free.push_back(Node);
  unsigned Removed = 0;
  for (; !Free.empty(); ++Removed) {
    unsigned Node = Free.back();
    Free.pop_back();
    for (auto [From, To] : Edges)
      if (From == Node && --Incoming[To] == 0)
        Free.push_back(To);
  }
  return Removed != Incoming.size();
}

std::map<Cell, std::vector<unsigned>> Checker::writesInOrder() const {
  std::map<Cell, std::vector<unsigned>> Writes;
  for (unsigned W = 0; W != Size; ++W)
    if (act(W).writes() && act(W).ordered() && !C.Events[W].initial())
      Writes[act(W).Where].push_back(W);
  return Writes;
}

void Checker::chooseOrder(const Values &V,
                          std::map<Cell, std::vector<unsigned>> &Orders,
                          std::map<Cell, std::vector<unsigned>>::iterator It) {
  if (It == Orders.end())
    return judgeOrder(V, Orders);
  std::sort(It->second.begin(), It->second.end());
  do {
    chooseOrder(V, Orders, std::next(It));
  } while (Work && std::next_permutation(It->second.begin(), It->second.end()));
}

/// docs/model.md M10; initial writes come first, and so does a plain write that
/// counts as one for a read (M15).
Relation Checker::modificationOrder(
    const Values &V,
    const std::map<Cell, std::vector<unsigned>> &Orders) const {
  Relation Mo(Size);
  for (const auto &[Where, Order] : Orders)
    for (unsigned B = 0; B != Order.size(); ++B) {
      for (unsigned A = 0; A != B; ++A)
        if (V.inclusive(Order[A], Order[B]))
          Mo.add(Order[A], Order[B]);
      for (unsigned I = 0; I != Size; ++I)
        if (C.Events[I].initial() && act(I).Where == Where)
          Mo.add(I, Order[B]);
      for (unsigned R = 0; R != Size; ++R)
        if (Source[R] != None && !act(Source[R]).atomic() &&
            V.beforeWrite(Source[R], Order[B]))
          Mo.add(Source[R], Order[B]);
    }
  return Mo;
}

Relation Checker::readsFrom(const Values &V) const {
  Relation Rf(Size);
  for (unsigned R = 0; R != Size; ++R)
    if (unsigned W = V.readsFrom()[R];
        W != None && !unordered(R) && !unordered(W))
      Rf.add(W, R);
  return Rf;
}

Relation Checker::fromRead(const Values &V, const Relation &Mo) const {
  Relation Fr(Size);
  for (unsigned R = 0; R != Size; ++R)
    for (unsigned W = 0; W != Size; ++W)
      if (V.readsFrom()[R] != None && !unordered(R) && W != R &&
          Mo.has(V.readsFrom()[R], W))
        Fr.add(R, W);
  return Fr;
}

/// hb ; (mo U rf U fr)+ is irreflexive, with the happens-before of the cell's
/// address space.
bool Checker::coherent(const Values &V, const Relation &Eco) const {
  for (unsigned A = 0; A != Size; ++A)
    for (unsigned B = 0; B != Size; ++B)
      if (Eco.has(B, A) && V.happensBefore(act(B).Space).has(A, B))
        return false;
  return true;
}

/// A read-modify-write that reads W is directly after W, so no two read the
/// same write, be it outside mo.
bool Checker::atomicity(const Relation &Mo) const {
  for (unsigned U = 0; U != Size; ++U) {
    unsigned W = Source[U];
    if (act(U).Kind != ActKind::Update || W == None)
      continue;
    if (Mo.has(U, W))
      return false;
    for (unsigned Between = 0; Between != Size; ++Between)
      if ((Mo.has(W, Between) && Mo.has(Between, U)) ||
          (Between != U && act(Between).Kind == ActKind::Update &&
           Source[Between] == W))
        return false;
  }
  return true;
}

/// docs/model.md M9, for one address space.
Relation Checker::psc(const Values &V, AddressSpace Space, const Relation &Mo,
                      const Relation &Fr, const Relation &Eco) const {
  const Relation &Hb = V.happensBefore(Space), &Po = V.programOrder();
  Relation Sc(Size), Fsc(Size), PoOtherPlace(Size), HbSamePlace(Size);
  for (unsigned A = 0; A != Size; ++A) {
    bool IsFence = act(A).Kind == ActKind::Fence;
    if (act(A).Order == Ordering::SequentiallyConsistent)
      (IsFence ? Fsc : Sc).add(A, A);
    for (unsigned B = 0; B != Size; ++B) {
      bool Same = act(A).isAccess() && act(B).isAccess() &&
                  act(A).Where == act(B).Where;
      if (Po.has(A, B) && !Same)
        PoOtherPlace.add(A, B);
      if (Hb.has(A, B) && Same)
        HbSamePlace.add(A, B);
    }
  }
  Relation Scb = Po;
  Scb.add(PoOtherPlace.then(Hb).then(PoOtherPlace));
  Scb.add(HbSamePlace);
  Scb.add(Mo);
  Scb.add(Fr);
  Relation Left = Sc, Right = Sc;
  Left.add(Fsc.then(Hb.orSame()));
  Right.add(Hb.orSame().then(Fsc));
  Relation Middle = Hb;
  Middle.add(Hb.then(Eco).then(Hb));
  Relation Psc = Left.then(Scb).then(Right);
  Psc.add(Fsc.then(Middle).then(Fsc));
  return Psc;
}

bool Checker::seqCst(const Values &V, const Relation &Mo, const Relation &Fr,
                     const Relation &Eco) const {
  Relation All(Size), Kept(Size);
  All.add(psc(V, AddressSpace::Global, Mo, Fr, Eco));
  All.add(psc(V, AddressSpace::Local, Mo, Fr, Eco));
  for (unsigned A = 0; A != Size; ++A)
    for (unsigned B = 0; B != Size; ++B)
      if (All.has(A, B) && V.inclusive(A, B))
        Kept.add(A, B);
  return Kept.closure().irreflexive();
}

void Checker::judgeOrder(const Values &V,
                         const std::map<Cell, std::vector<unsigned>> &Orders) {
  if (!spend())
    return;
  Relation Mo = modificationOrder(V, Orders), Fr = fromRead(V, Mo);
  Relation Eco = Mo;
  Eco.add(Fr);
  Eco.add(readsFrom(V));
  Eco = Eco.closure();
  if (!coherent(V, Eco) || !atomicity(Mo) || !seqCst(V, Mo, Fr, Eco))
    return;
  std::vector<unsigned> Prefix;
  chooseFinals(V, Mo, Prefix);
}

/// The final value of a cell (docs/litmus.md, "A test"): the write, or None for
/// undef. An `unordered` write is outside mo, so nothing says which of several
/// is last.
std::vector<unsigned> Checker::finalsOf(const Values &V, const Relation &Mo,
                                        const Cell &Where) const {
  std::vector<unsigned> Last;
  auto Writes = [&](unsigned W) {
    return act(W).writes() && act(W).Where == Where;
  };
  for (unsigned W = 0; W != Size; ++W) {
    bool Overwritten = false;
    for (unsigned W2 = 0; W2 != Size; ++W2)
      Overwritten |= Writes(W2) && V.beforeWrite(W, W2);
    if (Writes(W) && !Overwritten)
      Last.push_back(W);
  }
  if (Last.empty())
    return {None};
  if (Last.size() == 1)
    return Last;
  std::vector<unsigned> Maximal;
  for (unsigned A : Last) {
    bool Followed = false;
    for (unsigned B : Last) {
      if (!act(A).ordered() || !V.inclusive(A, B))
        return {None};
      Followed |= Mo.has(A, B);
    }
    if (!Followed)
      Maximal.push_back(A);
  }
  return Maximal;
}

void Checker::chooseFinals(const Values &V, const Relation &Mo,
                           std::vector<unsigned> &Prefix) {
  if (Prefix.size() == C.Observed.size()) {
    Execution.Finals.insert(Prefix);
    return;
  }
  for (unsigned W : finalsOf(V, Mo, C.Observed[Prefix.size()])) {
    Prefix.push_back(W);
    chooseFinals(V, Mo, Prefix);
    Prefix.pop_back();
  }
}

std::optional<std::vector<Allowed>> allowedExecutions(const Candidate &C,
                                                      const Places &Where,
                                                      bool Letter,
                                                      uint64_t &Work) {
  Checker Check(C, Where, Letter, Work);
  Check.chooseSource(0);
  if (!Work)
    return std::nullopt;
  return std::move(Check.Result);
}

} // namespace fencepost::model::naive
