//===- Races.cpp - Accesses of two threads that nothing orders -----------===//
// See Races.h. Pairs are decided region by region; a pair that is known to race
// is not decided again. Equal questions have equal terms, so most answers come
// from the solver's cache.
//===----------------------------------------------------------------------===//
#include "Races.h"
#include "PairDecider.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Symbolic/ClosePairs.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::check {

using namespace view;

namespace {

/// The memory that the kernel writes anywhere.
struct WrittenMemory {
  explicit WrittenMemory(const SyncView &View);

  llvm::BitVector Objects;
  std::set<AddressSpace> Spaces;  ///< Of all writes.
  std::set<AddressSpace> Unknown; ///< Of writes to unknown objects.
};

class RaceFinder {
public:
  RaceFinder(sym::Analysis &Context, const Boundaries &Bounds)
      : Context(Context), Bounds(Bounds), Builder(Context.Eval, Bounds),
        Decider(Context, Bounds) {}

  std::vector<Defect> run();

private:
  using Key = std::pair<AccessSite, AccessSite>;

  void checkRegion(const sym::Region &R);
  void collect(const sym::Region &R, sym::RegionOverlap &Pairs, uint32_t Node);
  void collectAccess(sym::RegionOverlap &Pairs, AccessSite At, uint32_t Node);
  bool checkPair(sym::RegionOverlap &Pairs, const sym::RegionAccess &A,
                 const sym::RegionAccess &B);
  void report(Defect F);
  void notUnderstood(Site At, Reason Why);
  void notKnown(AccessSite At, Reason Why);
  bool mayBeWritten(AccessSite At);

  sym::Analysis &Context;
  const Boundaries &Bounds;
  sym::RegionBuilder Builder;
  PairDecider Decider;
  /// By object, the accesses of the region.
  llvm::MapVector<uint32_t, std::vector<sym::RegionAccess>> ByObject;
  std::map<Key, Defect> Found;
  bool AnyRace = false;
  std::map<Site, Reason> Unclear;
  std::optional<WrittenMemory> Written;
};

void RaceFinder::notUnderstood(Site At, Reason Why) {
  Unclear.try_emplace(At, Why);
}

WrittenMemory::WrittenMemory(const SyncView &View)
    : Objects(View.Objects.size()) {
  forEachEvent(View, [&](Site At, const Event &E) {
    for (AccessSite Access : {AccessSite{At, false}, AccessSite{At, true}}) {
      const AccessRange &T = Access.in(View);
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

/// True if some event of the kernel may write the memory of \p At, whose object
/// or address is unknown.
bool RaceFinder::mayBeWritten(AccessSite At) {
  const AccessRange &T = At.in(Context.View);
  if (T.Writes)
    return true;
  if (!Written)
    Written.emplace(Context.View);
  if (T.Object != None && Written->Objects[T.Object])
    return true;
  const std::set<AddressSpace> &Others =
      T.Object == None ? Written->Spaces : Written->Unknown;
  AddressSpace Space = spaceOf(Context.View, At);
  return Space == AddressSpace::Generic
             ? !Others.empty()
             : Others.count(Space) || Others.count(AddressSpace::Generic);
}

/// Reports a race of an access whose object or address is unknown.
void RaceFinder::notKnown(AccessSite At, Reason Why) {
  if (Found.count({At, At}) || !mayBeWritten(At))
    return;
  Defect F;
  F.Certainty = Certainty::Possible;
  F.First = F.Second = At;
  F.Conflict = ConflictKind::WriteWrite;
  F.Kind = At.Site.in(Context.View).Op.Space == AddressSpace::Local
               ? DefectKind::LdsRace
               : DefectKind::GlobalRace;
  F.Reason = Why;
  report(std::move(F));
}

void RaceFinder::collectAccess(sym::RegionOverlap &Pairs, AccessSite At,
                               uint32_t Node) {
  const AccessRange &T = At.in(Context.View);
  if (!T.Reads && !T.Writes)
    return;
  const Event &E = At.Site.in(Context.View);
  if (isTensorTransfer(E))
    return; // Its bytes are in a descriptor; see Async.h.
  if (T.Object == None && E.Op.Space != AddressSpace::Private &&
      E.Op.Space != AddressSpace::Constant)
    return notKnown(At, Reason::UnknownObject);
  if (!canRace(Context, Bounds, T))
    return;
  if (T.Address == None || T.Bytes == 0)
    return notKnown(At, Reason::UnknownBytes);
  ByObject[T.Object].push_back(Pairs.access(At, Node));
}

void RaceFinder::collect(const sym::Region &R, sym::RegionOverlap &Pairs,
                         uint32_t Node) {
  const sym::RegionNode &N = R.Nodes[Node];
  if (N.Reach == sym::TermTable::False)
    return;
  for (uint32_t E = N.First; E < N.End; ++E) {
    Site At{N.Block, E};
    const Event &Ev = At.in(Context.View);
    if (Ev.Kind == EventKind::Opaque)
      notUnderstood(At, Reason::OpaqueEvent);
    if (Ev.Kind != EventKind::Access && Ev.Kind != EventKind::Transfer)
      continue;
    collectAccess(Pairs, {At, false}, Node);
    if (Ev.Kind == EventKind::Transfer)
      collectAccess(Pairs, {At, true}, Node);
  }
}

void RaceFinder::checkRegion(const sym::Region &R) {
  if (!R.IsComplete)
    notUnderstood(R.Start.value_or(Site{0, 0}), Reason::RegionTooLarge);
  ByObject.clear();
  sym::RegionOverlap Pairs(Context.Eval, R);
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node)
    collect(R, Pairs, Node);
  for (auto &[Object, List] : ByObject)
    sym::forEachClosePair(
        Context.Eval, Pairs, List,
        [&](const sym::RegionAccess &A, const sym::RegionAccess &B) {
          return checkPair(Pairs, A, B);
        });
}

/// Keeps the most certain defect of a pair of accesses.
void RaceFinder::report(Defect F) {
  Key Pair = std::minmax(F.First, F.Second);
  auto [It, New] = Found.try_emplace(Pair, F);
  if (!New && F.Certainty < It->second.Certainty)
    It->second = std::move(F);
}

/// Decides one pair; false if the limit on pairs is reached.
bool RaceFinder::checkPair(sym::RegionOverlap &Pairs,
                           const sym::RegionAccess &A,
                           const sym::RegionAccess &B) {
  std::optional<ConflictKind> Kind = conflict(Context.View, A.Site, B.Site);
  if (!Kind)
    return true;
  auto Known = Found.find(std::minmax(A.Site, B.Site));
  if (Known != Found.end() && Known->second.Certainty == Certainty::Error)
    return true;
  if (++Context.Counts.Pairs > Context.Limits.Pairs) {
    notUnderstood(A.Site.Site, Reason::TooManyPairs);
    return false;
  }
  if (AnyRace &&
      Context.Solve.numQuestions() > Context.Limits.QuestionsWithRace) {
    notUnderstood({0, 0}, Reason::TooManyRaces);
    return false;
  }
  std::optional<Defect> Decided = Decider.decide(Pairs, A, B);
  if (!Decided)
    return true;
  Defect F = std::move(*Decided);
  if ((A.AfterNamedOrCluster || B.AfterNamedOrCluster) &&
      F.Certainty == Certainty::Error) {
    F.Certainty = Certainty::Possible;
    F.AfterNamedOrCluster = true;
    F.Reason = Reason::BarrierMayOrder;
  }
  AnyRace |= F.Certainty == Certainty::Error;
  F.First = A.Site;
  F.Second = B.Site;
  F.Conflict = *Kind;
  AddressSpace Space =
      Context.View.Objects[A.Site.in(Context.View).Object].Space;
  F.Kind = Space == AddressSpace::Local ? DefectKind::LdsRace
                                        : DefectKind::GlobalRace;
  report(std::move(F));
  return true;
}

std::vector<Defect> RaceFinder::run() {
  if (!Context.View.Reducible) {
    notUnderstood({0, 0}, Reason::IrreducibleControlFlow);
  } else {
    for (const std::optional<Site> &Start : Builder.starts())
      checkRegion(Builder.build(Start));
  }
  std::vector<Defect> Result;
  for (auto &[Pair, F] : Found)
    Result.push_back(std::move(F));
  for (auto [At, Why] : Unclear) {
    Defect F;
    F.Kind = DefectKind::NotUnderstood;
    F.Certainty = Certainty::Unknown;
    F.First = F.Second = {At, false};
    F.Reason = Why;
    Result.push_back(std::move(F));
  }
  Context.Counts.Questions = Context.Solve.numQuestions();
  return Result;
}

} // namespace

std::vector<Defect> findRaces(sym::Analysis &Context,
                              const Boundaries &Bounds) {
  return RaceFinder(Context, Bounds).run();
}

} // namespace fencepost::check
