//===- Races.cpp - Accesses of two threads that nothing orders ------------===//
// See Races.h. Pairs are looked at region by region; a pair of accesses that is
// known to race is not looked at again. Equal questions have equal terms, so
// the solver answers most of them from memory.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Races.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Check/Enumerate.h"
#include "fencepost/Check/Judge.h"
#include "fencepost/Check/Probe.h"
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

/// What the kernel writes anywhere.
struct WrittenMemory {
  explicit WrittenMemory(const SyncView &View);

  llvm::BitVector Objects;
  std::set<AddressSpace> Spaces;  ///< Of all writes.
  std::set<AddressSpace> Unknown; ///< Of writes to objects not known.
};

class RaceFinder {
public:
  RaceFinder(Analysis &In, const Boundaries &Bounds)
      : In(In), Bounds(Bounds), Builder(In.Eval, Bounds),
        ReplayBounds{&In.View,
                     Bounds.Fenced ? std::set<Site>() : Bounds.Transparent,
                     Bounds.Fenced},
        Runs(In.View, ReplayBounds, &In.Depends) {}

  std::vector<Finding> run();

private:
  using Key = std::pair<AccessSite, AccessSite>;

  void checkRegion(const Region &R);
  void collect(const Region &R, RegionPairs &Pairs, uint32_t Node);
  void collectTouch(RegionPairs &Pairs, AccessSite At, uint32_t Node);
  void checkPair(RegionPairs &Pairs, const RegionAccess &A,
                 const RegionAccess &B);
  std::optional<Finding> probed(const RegionAccess &A, const RegionAccess &B);
  Finding asked(RegionPairs &Pairs, const RegionAccess &A,
                const RegionAccess &B, bool &Exists);
  Finding judged(const RegionAccess &A, const RegionAccess &B,
                 const Model &How);
  std::vector<AccessSite> sitesToProbe() const;
  void report(Finding F);
  void notUnderstood(Site At, std::string Reason);
  void notKnown(AccessSite At, std::string Reason);
  bool mayBeWritten(AccessSite At);
  Finding undecided(const PairQuestion &Q) const;

  Analysis &In;
  const Boundaries &Bounds;
  RegionBuilder Builder;
  /// A replay that counts fences counts all barriers.
  Boundaries ReplayBounds;
  Machine Runs;
  std::optional<Probe> Probes;
  /// By object, the accesses of the region.
  llvm::MapVector<uint32_t, std::vector<RegionAccess>> ByObject;
  std::map<Key, Finding> Found;
  std::map<Site, std::string> Unclear;
  std::optional<WrittenMemory> Written;
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

static AddressSpace spaceOf(const SyncView &View, AccessSite At) {
  uint32_t Id = At.in(View).Object;
  return Id == None ? At.At.in(View).Op.Space : View.Objects[Id].Space;
}

WrittenMemory::WrittenMemory(const SyncView &View)
    : Objects(View.Objects.size()) {
  forEachEvent(View, [&](Site At, const Event &E) {
    for (AccessSite Access : {AccessSite{At, false}, AccessSite{At, true}}) {
      const Touch &T = Access.in(View);
      if (!T.Writes || isTensorTransfer(E))
        continue;
      if (T.Object != None)
        Objects.set(T.Object);
      else
        Unknown.insert(spaceOf(View, Access));
      Spaces.insert(spaceOf(View, Access));
    }
  });
}

/// Whether something in the kernel writes what \p At, of which too little is
/// known, may touch.
bool RaceFinder::mayBeWritten(AccessSite At) {
  const Touch &T = At.in(In.View);
  if (T.Writes)
    return true;
  if (!Written)
    Written.emplace(In.View);
  if (T.Object != None && Written->Objects[T.Object])
    return true;
  const std::set<AddressSpace> &Others =
      T.Object == None ? Written->Spaces : Written->Unknown;
  AddressSpace Space = spaceOf(In.View, At);
  return Space == AddressSpace::Generic
             ? !Others.empty()
             : Others.count(Space) || Others.count(AddressSpace::Generic);
}

/// A race of an access of which too little is known.
void RaceFinder::notKnown(AccessSite At, std::string Reason) {
  if (Found.count({At, At}) || !mayBeWritten(At))
    return;
  Finding F;
  F.Sure = Certainty::Possible;
  F.First = F.Second = At;
  F.Conflict = ConflictKind::WriteWrite;
  F.Kind = At.At.in(In.View).Op.Space == AddressSpace::Local
               ? FindingKind::LdsRace
               : FindingKind::GlobalRace;
  F.Reason = std::move(Reason);
  report(std::move(F));
}

void RaceFinder::collectTouch(RegionPairs &Pairs, AccessSite At,
                              uint32_t Node) {
  const Touch &T = At.in(In.View);
  if (!T.Reads && !T.Writes)
    return;
  const Event &E = At.At.in(In.View);
  if (isTensorTransfer(E))
    return; // Its bytes are in a descriptor; see Async.h.
  if (T.Object == None && E.Op.Space != AddressSpace::Private &&
      E.Op.Space != AddressSpace::Constant)
    return notKnown(At, "it is not known which object is accessed");
  if (!canRace(In.View, T))
    return;
  if (Bounds.Fenced && In.View.Objects[T.Object].Space != *Bounds.Fenced)
    return;
  if (T.Address == None || T.Bytes == 0)
    return notKnown(At, "the bytes that are accessed are not known");
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
  Finding F;
  bool Exists = true;
  if (std::optional<Finding> Seen = probed(A, B))
    F = std::move(*Seen);
  else
    F = asked(Pairs, A, B, Exists);
  if (!Exists)
    return;
  if ((A.BehindOther || B.BehindOther) && F.Sure == Certainty::Error) {
    F.Sure = Certainty::Possible;
    F.BehindOther = true;
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

/// The solver gave up. Where a value is not known, nothing but a possible race
/// could have come out.
Finding RaceFinder::undecided(const PairQuestion &Q) const {
  Finding F;
  F.Sure = Certainty::Unknown;
  F.Reason = "the solver gave up on whether the addresses can be equal";
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    In.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      SymbolKind Kind = In.Terms[Id].Sym.Kind;
      if (Kind == SymbolKind::Unknown || Kind == SymbolKind::Phi ||
          Kind == SymbolKind::Argument)
        F.Sure = Certainty::Possible;
    });
  if (F.Sure == Certainty::Possible)
    F.Reason = "an address or a condition depends on a value that is not known";
  return F;
}

/// What the runs of whole work-groups say.
std::optional<Finding> RaceFinder::probed(const RegionAccess &A,
                                          const RegionAccess &B) {
  if (!Probes)
    Probes.emplace(In, Runs, sitesToProbe());
  std::optional<Finding> Best;
  for (Collision &C : Probes->collisions(A.Site, B.Site)) {
    Candidate Try;
    Try.On = C.On;
    // The witness says what arguments it was run with.
    for (const Value &V : In.View.Values)
      if (V.Kind == ValueKind::Argument)
        Try.On.Arguments.try_emplace(V.Number, Try.On.AllArguments);
    std::copy(std::begin(C.Threads), std::end(C.Threads), Try.Threads);
    std::optional<Shown> Seen = replay(In, Runs, Try, A.Site, B.Site);
    if (!Seen)
      continue;
    C.Seen = std::move(Seen->How);
    Finding F;
    F.Reason = whyOnlyPossible(In, Runs, A, B, C);
    F.Sure = F.Reason.empty() ? Certainty::Error : Certainty::Possible;
    F.Shown = std::move(C.Seen);
    if (!Best || F.Sure < Best->Sure)
      Best = std::move(F);
    if (Best->Sure == Certainty::Error)
      break;
  }
  return Best;
}

/// What counting and the solver say; \p Exists is false if there is no race.
Finding RaceFinder::asked(RegionPairs &Pairs, const RegionAccess &A,
                          const RegionAccess &B, bool &Exists) {
  Finding F;
  F.Sure = Certainty::Possible;
  PairQuestion Q = Pairs.ask(A, B);
  Exists = !Q.ProvedApart;
  In.Counts.ProvedCheaply += Q.ProvedApart;
  if (!Exists)
    return F;
  Model How;
  Answer Is = enumerate(In.Eval, Pairs, A, B, In.Limits.Enumerating, &How);
  In.Counts.Enumerated += Is != Answer::GaveUp;
  std::string Why;
  if (Is == Answer::GaveUp) {
    Why = whyNeverCertain(In, A, B);
    TermId Both = In.Terms.both(Q.Reached, Q.Overlaps);
    if (!Why.empty())
      Is = In.Solve.tryToAsk(Both, &How);
    else if (!multipliesArguments(In, Q))
      Is = In.Solve.ask(Both, &How);
    if (Is == Answer::Yes && Why.empty())
      How = smallModel(In, Q, How);
  }
  Exists = Is != Answer::No;
  F.Reason = Why;
  if (!Exists || (Is == Answer::GaveUp && !Why.empty()))
    return F;
  if (Is == Answer::GaveUp)
    Is = askWithSamples(In, Q, How);
  if (Is == Answer::Yes)
    return judged(A, B, How);
  if (Is == Answer::GaveUp)
    return undecided(Q);
  F.Reason = "it depends on the values of arguments";
  return F;
}

Finding RaceFinder::judged(const RegionAccess &A, const RegionAccess &B,
                           const Model &How) {
  Finding F;
  F.Sure = Certainty::Possible;
  Candidate Try = candidateOf(In, How);
  std::optional<Shown> Seen = replay(In, Runs, Try, A.Site, B.Site);
  F.Reason = whyNeverCertain(In, A, B);
  bool Replayed = Seen.has_value();
  if (!Seen && F.Reason.empty())
    Seen = search(In, Runs, Try, A.Site, B.Site);
  if (!Seen) {
    if (F.Reason.empty())
      F.Reason =
          "no two threads were found that collide from the kernel's start";
    return F;
  }
  Collision C;
  C.On = Try.On;
  C.Seen = Seen->How;
  for (unsigned T = 0; T < 2; ++T) {
    std::copy(std::begin(C.Seen.Threads[T].Id), std::end(C.Seen.Threads[T].Id),
              C.Threads[T].At);
    C.Given[T] = Try.Given[Replayed ? T : 0];
  }
  F.Reason = whyOnlyPossible(In, Runs, A, B, C);
  F.Sure = F.Reason.empty() ? Certainty::Error : Certainty::Possible;
  F.Shown = std::move(C.Seen);
  return F;
}

/// Accesses of objects that somebody writes.
std::vector<AccessSite> RaceFinder::sitesToProbe() const {
  llvm::BitVector Written(In.View.Objects.size());
  std::vector<AccessSite> All, Result;
  forEachEvent(In.View, [&](Site At, const Event &E) {
    if (E.Kind != EventKind::Access && E.Kind != EventKind::Transfer)
      return;
    for (bool Destination : {false, true}) {
      AccessSite Access{At, Destination};
      const Touch &T = Access.in(In.View);
      if (!canRace(In.View, T) || T.Address == None || T.Bytes == 0 ||
          (Bounds.Fenced && In.View.Objects[T.Object].Space != *Bounds.Fenced))
        continue;
      All.push_back(Access);
      if (T.Writes)
        Written.set(T.Object);
    }
  });
  for (AccessSite At : All)
    if (Written[At.in(In.View).Object])
      Result.push_back(At);
  return Result;
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
