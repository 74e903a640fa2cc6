//===- Races.cpp - Accesses of two threads that nothing orders ------------===//
// See Races.h. Pairs are looked at region by region; a pair of accesses that is
// known to race is not looked at again. Equal questions have equal terms, so
// the solver answers most of them from memory.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Races.h"
#include "fencepost/Check/Search.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::check {

using namespace view;

/// Atomics race with each other only if a scope leaves out the other thread.
static bool reachesWorkgroup(const Event &E) {
  return E.Op.isAtomic() && includes(E.Op.Reach.Level, ScopeLevel::Workgroup);
}

std::optional<ConflictKind> conflict(const SyncView &View, AccessSite A,
                                     AccessSite B) {
  const Event &X = A.At.in(View), &Y = B.At.in(View);
  const Touch &S = A.in(View), &T = B.in(View);
  if (!S.Writes && !T.Writes)
    return std::nullopt;
  bool IsDma = X.Kind == EventKind::Transfer || Y.Kind == EventKind::Transfer;
  if (!IsDma && reachesWorkgroup(X) && reachesWorkgroup(Y))
    return std::nullopt;
  if (IsDma)
    return ConflictKind::Dma;
  if (X.Op.isAtomic() || Y.Op.isAtomic())
    return ConflictKind::AtomicPlain;
  if (S.Writes && T.Writes)
    return ConflictKind::WriteWrite;
  return S.Writes ? ConflictKind::WriteRead : ConflictKind::ReadWrite;
}

namespace {

class RaceFinder {
public:
  RaceFinder(Analysis &In, const Boundaries &Bounds)
      : In(In), Bounds(Bounds), Builder(In.Eval, Bounds),
        Runs(In.View, Bounds) {}

  std::vector<Finding> run();

private:
  using Key = std::pair<AccessSite, AccessSite>;

  void checkRegion(const Region &R);
  void collect(const Region &R, RegionPairs &Pairs, uint32_t Node);
  void collectTouch(RegionPairs &Pairs, AccessSite At, uint32_t Node);
  void checkPair(RegionPairs &Pairs, const RegionAccess &A,
                 const RegionAccess &B);
  Finding judged(const PairQuestion &Q, const RegionAccess &A,
                 const RegionAccess &B, const Model &How);
  Model smallModel(const PairQuestion &Q, const Model &How);
  bool dependsOnArguments(const PairQuestion &Q, const Model &How);
  bool survives(const PairQuestion &Q, TermId Argument, uint64_t Value,
                bool &Feasible);
  void report(Finding F);
  void notUnderstood(Site At, std::string Reason);

  Analysis &In;
  const Boundaries &Bounds;
  RegionBuilder Builder;
  Machine Runs;
  /// By object, the accesses of the region.
  llvm::MapVector<uint32_t, std::vector<RegionAccess>> ByObject;
  std::map<Key, Finding> Found;
  std::map<Site, std::string> Unclear;
};

bool canRace(const SyncView &View, const Touch &T) {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object == None)
    return false;
  const Object &Of = View.Objects[T.Object];
  return Of.Kind != ObjectKind::Private &&
         Of.Kind != ObjectKind::NamedBarrier &&
         Of.Space != AddressSpace::Private &&
         Of.Space != AddressSpace::Constant;
}

void RaceFinder::notUnderstood(Site At, std::string Reason) {
  Unclear.try_emplace(At, std::move(Reason));
}

void RaceFinder::collectTouch(RegionPairs &Pairs, AccessSite At,
                              uint32_t Node) {
  const Touch &T = At.in(In.View);
  if (!T.Reads && !T.Writes)
    return;
  const Event &E = At.At.in(In.View);
  if (T.Object == None && E.Op.Space != AddressSpace::Private &&
      E.Op.Space != AddressSpace::Constant)
    return notUnderstood(At.At, "it is not known which object is accessed");
  if (!canRace(In.View, T))
    return;
  if (T.Address == None || T.Bytes == 0)
    return notUnderstood(At.At, "the bytes that are accessed are not known");
  ByObject[T.Object].push_back(Pairs.access(At, Node));
}

void RaceFinder::collect(const Region &R, RegionPairs &Pairs, uint32_t Node) {
  const RegionNode &N = R.Nodes[Node];
  if (N.Reach == TermTable::False)
    return;
  for (uint32_t E = N.First; E < N.End; ++E) {
    Site At{N.Block, E};
    const Event &Ev = At.in(In.View);
    if (Ev.Kind == EventKind::Opaque)
      notUnderstood(At, Ev.Text);
    if (Ev.Kind != EventKind::Access && Ev.Kind != EventKind::Transfer)
      continue;
    collectTouch(Pairs, {At, false}, Node);
    if (Ev.Kind == EventKind::Transfer)
      collectTouch(Pairs, {At, true}, Node);
  }
}

void RaceFinder::checkRegion(const Region &R) {
  if (!R.IsComplete)
    notUnderstood(R.Start.value_or(Site{0, 0}),
                  "too much code follows without a barrier");
  ByObject.clear();
  RegionPairs Pairs(In.Eval, R);
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node)
    collect(R, Pairs, Node);
  for (auto &[Object, List] : ByObject)
    for (size_t I = 0; I < List.size(); ++I)
      for (size_t J = I; J < List.size(); ++J)
        checkPair(Pairs, List[I], List[J]);
}

/// Keeps the best that is known of a pair of accesses.
void RaceFinder::report(Finding F) {
  Key Pair = std::minmax(F.First, F.Second);
  auto [It, New] = Found.try_emplace(Pair, F);
  if (!New && F.Sure < It->second.Sure)
    It->second = std::move(F);
}

void RaceFinder::checkPair(RegionPairs &Pairs, const RegionAccess &A,
                           const RegionAccess &B) {
  std::optional<ConflictKind> Kind = conflict(In.View, A.Site, B.Site);
  if (!Kind)
    return;
  auto Known = Found.find(std::minmax(A.Site, B.Site));
  if (Known != Found.end() && Known->second.Sure == Certainty::Error)
    return;
  if (++In.Counts.Pairs > In.Limits.Pairs)
    return notUnderstood(A.Site.At, "too many pairs of accesses to compare");
  PairQuestion Q = Pairs.ask(A, B);
  if (Q.ProvedApart) {
    ++In.Counts.ProvedCheaply;
    return;
  }
  Model How;
  Answer Is = In.Solve.ask(In.Terms.both(Q.Reached, Q.Overlaps), &How);
  if (Is == Answer::No)
    return;
  Finding F;
  if (Is == Answer::Yes) {
    F = judged(Q, A, B, How);
  } else {
    F.Sure = Certainty::Unknown;
    F.Reason = "the solver gave up on whether the addresses can be equal";
  }
  if ((A.BehindOther || B.BehindOther) && F.Sure == Certainty::Error) {
    F.Sure = Certainty::Possible;
    F.Reason = "another barrier, or something not understood, may order them";
  }
  F.First = A.Site;
  F.Second = B.Site;
  F.Conflict = *Kind;
  AddressSpace Space = In.View.Objects[A.Site.in(In.View).Object].Space;
  F.Kind = Space == AddressSpace::Local ? FindingKind::LdsRace
                                        : FindingKind::GlobalRace;
  report(std::move(F));
}

/// A model with early iterations and small arguments, if there is one: it is
/// quicker to replay and nicer to read.
Model RaceFinder::smallModel(const PairQuestion &Q, const Model &How) {
  TermId Small = In.Terms.both(Q.Reached, Q.Overlaps);
  std::vector<TermId> Symbols;
  for (auto [Id, Value] : How)
    Symbols.push_back(Id);
  llvm::sort(Symbols);
  for (TermId Id : Symbols) {
    SymbolKind Kind = In.Terms[Id].Sym.Kind;
    uint64_t Limit = Kind == SymbolKind::Iteration   ? 4
                     : Kind == SymbolKind::Argument  ? 1024
                     : Kind == SymbolKind::WorkGroup ? 4
                                                     : 0;
    unsigned Bits = In.Terms.bits(Id);
    if (Limit && Bits > 10)
      Small = In.Terms.both(Small,
                            In.Terms.less(Id, In.Terms.constant(Limit, Bits)));
  }
  Model Result;
  return In.Solve.ask(Small, &Result) == Answer::Yes ? Result : How;
}

/// With \p Argument fixed to \p Value: is the race still there?
bool RaceFinder::survives(const PairQuestion &Q, TermId Argument,
                          uint64_t Value, bool &Feasible) {
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = In.Terms[Id];
    return T.Sym.Kind == SymbolKind::Argument && Id == Argument
               ? In.Terms.constant(Value, T.Bits)
               : Id;
  };
  TermId Reached = In.Terms.renamed(Q.Reached, Memo, Fix);
  Feasible = In.Solve.ask(Reached) == Answer::Yes;
  if (!Feasible)
    return false;
  TermId Overlaps = In.Terms.renamed(Q.Overlaps, Memo, Fix);
  return In.Solve.ask(In.Terms.both(Reached, Overlaps)) == Answer::Yes;
}

/// Whether the accesses collide only for some values of an argument. They do
/// not if the two threads of the model collide whenever both get there, or if
/// some threads do for each of a few other values.
bool RaceFinder::dependsOnArguments(const PairQuestion &Q, const Model &How) {
  std::vector<TermId> Arguments;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    In.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (In.Terms[Id].Sym.Kind == SymbolKind::Argument)
        Arguments.push_back(Id);
    });
  if (Arguments.empty())
    return false;
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = In.Terms[Id];
    auto It = How.find(Id);
    if (T.Sym.Kind == SymbolKind::Argument || It == How.end())
      return Id;
    return In.Terms.constant(It->second, T.Bits);
  };
  TermId Reached = In.Terms.renamed(Q.Reached, Memo, Fix);
  TermId Apart = In.Terms.negated(In.Terms.renamed(Q.Overlaps, Memo, Fix));
  if (In.Solve.ask(In.Terms.both(Reached, Apart)) == Answer::No)
    return false;
  llvm::sort(Arguments);
  for (TermId Argument : Arguments) {
    unsigned Survived = 0;
    for (uint64_t Value : {17, 64, 256, 1000}) {
      bool Feasible = true;
      if (survives(Q, Argument, Value, Feasible))
        ++Survived;
      else if (Feasible)
        return true;
    }
    if (Survived == 0)
      return true;
  }
  return false;
}

Finding RaceFinder::judged(const PairQuestion &Q, const RegionAccess &A,
                           const RegionAccess &B, const Model &How) {
  Finding F;
  F.Sure = Certainty::Possible;
  Model Small = smallModel(Q, How);
  Candidate Try = candidateOf(In, Small);
  std::optional<Shown> Seen = replay(In, Runs, Try, A.Site, B.Site);
  bool FromUnknown = A.FromUnknown || B.FromUnknown;
  if (!Seen && !FromUnknown)
    Seen = search(In, Runs, Try, A.Site, B.Site);
  if (Seen)
    F.Shown = std::move(Seen->How);
  if (FromUnknown || (Seen && Seen->FromUnknown))
    F.Reason = "an address or a condition depends on a value that is not known";
  else if (!Seen)
    F.Reason = "no two threads were found that collide from the kernel's start";
  else if (A.Site == B.Site && !A.Stored && !A.Site.in(In.View).Reads)
    F.Reason = "the values that are stored are not known, and may be the same";
  else if (dependsOnArguments(Q, Small))
    F.Reason = "it depends on the values of arguments";
  else
    F.Sure = Certainty::Error;
  return F;
}

std::vector<Finding> RaceFinder::run() {
  if (!In.View.Reducible) {
    notUnderstood({0, 0}, "the control flow is not reducible");
  } else {
    for (const std::optional<Site> &Start : Builder.starts())
      checkRegion(Builder.build(Start));
  }
  std::vector<Finding> Result;
  for (auto &[Pair, F] : Found)
    Result.push_back(std::move(F));
  for (auto &[At, Reason] : Unclear) {
    Finding F;
    F.Kind = FindingKind::NotUnderstood;
    F.Sure = Certainty::Unknown;
    F.First = F.Second = {At, false};
    F.Reason = Reason;
    Result.push_back(std::move(F));
  }
  In.Counts.Questions = In.Solve.numQuestions();
  return Result;
}

} // namespace

std::vector<Finding> findRaces(Analysis &In, const Boundaries &Bounds) {
  return RaceFinder(In, Bounds).run();
}

} // namespace fencepost::check
