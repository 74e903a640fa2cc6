//===- NarrowAtomics.cpp - Atomics whose scope excludes other work-groups -===//
// See NarrowAtomics.h. The accesses of a work-group are kept by address and
// site, so that work-groups are compared address by address.
//===----------------------------------------------------------------------===//
#include "NarrowAtomics.h"
#include "LeaderThreads.h"
#include "PublicationPath.h"
#include "fencepost/Simulate/ThreadInterpreter.h"
#include <set>

namespace fencepost::check {

using namespace view;

namespace {

/// The solver is queried about at most so many pairs that no run showed to
/// collide.
constexpr unsigned MostAsked = 16;

/// No atomic is wider.
constexpr uint64_t MostBytes = 16;

/// The first thread of a work-group that made an access.
struct LaneAccess {
  sim::ThreadId Thread;
  sim::AccessRecord What;
  std::vector<BlockId> Path;
  /// It was reached through a branch on an unknown value.
  bool ByData = false;
};

/// The accesses of one work-group to the objects of narrow atomics.
struct GroupRun {
  /// By address, site, and stored value.
  using Key = std::tuple<uint64_t, AccessSite, uint64_t>;
  std::map<Key, LaneAccess> Accesses;
  std::map<uint64_t, unsigned> Threads; ///< How many use an address.
};

/// Two accesses of different work-groups to one byte.
struct Meeting {
  sim::Witness Shown;
  bool ByData = false;    ///< Both of them are.
  bool OneThread = false; ///< Of each work-group.
};

class NarrowFinder {
public:
  NarrowFinder(sym::Analysis &Context, llvm::ArrayRef<Defect> Known)
      : Context(Context), View(Context.View), Known(Known),
        Runs(Context.View, Every) {}
  std::vector<Defect> run();

private:
  /// The narrow one first.
  using Pair = std::pair<AccessSite, AccessSite>;

  void collect();
  bool isNarrow(AccessSite At) const;
  bool canRace(const Pair &P) const;
  bool isKnown(const Pair &P) const;
  void findAfterAcquire();
  void runWith(uint64_t Argument);
  GroupRun runGroup(const sim::Launch &Launch) const;
  void note(const sim::Trace &T, sim::ThreadId Thread, GroupRun &Out) const;
  bool isByData(const sim::Trace &T, const sim::AccessRecord &H) const;
  void compare(const sim::Launch &Run, const GroupRun &First,
               const sim::Launch &OtherOn, const GroupRun &Second,
               std::map<Pair, Meeting> &Out) const;
  bool isForGroups() const;
  std::optional<Reason> whyPossible(const Pair &P) const;
  Defect judged(const Pair &P) const;
  std::optional<Defect> worstOf(AccessSite At);

  sym::Analysis &Context;
  const SyncView &View;
  llvm::ArrayRef<Defect> Known;
  Boundaries Every{&Context.View, {}, {}};
  sim::ThreadInterpreter Runs;
  std::vector<AccessSite> Sites;
  std::vector<AccessSite> Narrow; ///< Of them.
  std::set<Site> AfterAcquire;
  unsigned Launches = 0;
  struct Seen {
    unsigned Launches = 0; ///< In which they met.
    Meeting Best;
  };
  std::map<Pair, Seen> Met;
};

bool NarrowFinder::isNarrow(AccessSite At) const {
  return !reachesGroups(View, At.Site.in(View).Op.Reach.Level);
}

/// True if \p P is already known.
bool NarrowFinder::isKnown(const Pair &P) const {
  return llvm::any_of(Known, [&](const Defect &F) {
    if (F.Certainty != Certainty::Error)
      return false;
    auto IsOne = [&](Site At) {
      return At == P.first.Site || At == P.second.Site;
    };
    if (F.Publication)
      return IsOne(F.Publication->Write) || IsOne(F.Publication->Read);
    return std::minmax(F.First, F.Second) == std::minmax(P.first, P.second);
  });
}

/// True if both store the same constant.
static bool storeOneConstant(const SyncView &View, const AccessRange &A,
                             const AccessRange &B) {
  return !A.Reads && !B.Reads && A.Stored != None && A.Stored == B.Stored &&
         A.Bytes == B.Bytes &&
         View.Values[A.Stored].Kind == ValueKind::Constant;
}

bool NarrowFinder::canRace(const Pair &P) const {
  const AccessRange &A = P.first.in(View), &B = P.second.in(View);
  if (storeOneConstant(View, A, B))
    return false;
  return isNarrow(P.first) && A.Object == B.Object && (A.Writes || B.Writes) &&
         !isKnown(P);
}

void NarrowFinder::collect() {
  forEachEvent(View, [&](Site At, const Event &E) {
    const AccessRange &T = E.Memory;
    if (E.Kind == EventKind::Access && E.Op.isAtomic() && T.Object != None &&
        T.Address != None && T.Bytes > 0 && T.Bytes <= MostBytes &&
        View.Objects[T.Object].Space == AddressSpace::Global &&
        View.Objects[T.Object].Kind != ObjectKind::Unknown)
      Sites.push_back({At, false});
  });
  llvm::copy_if(Sites, std::back_inserter(Narrow),
                [&](AccessSite At) { return isNarrow(At); });
  llvm::erase_if(Sites, [&](AccessSite At) {
    return llvm::none_of(Narrow, [&](AccessSite Site) {
      return Site.in(View).Object == At.in(View).Object;
    });
  });
}

/// True if \p E may order this work-group after another one.
static bool acquiresFromGroups(const SyncView &View, const Event &E) {
  if (E.Kind == EventKind::Barrier)
    return E.Op.Object.isCluster();
  return E.Kind == EventKind::Opaque ||
         ((E.Kind == EventKind::Access || E.Kind == EventKind::Fence) &&
          isAcquire(E.Op.Order) && reachesGroups(View, E.Op.Reach.Level));
}

/// Finds the sites that follow an acquire on some path.
void NarrowFinder::findAfterAcquire() {
  llvm::BitVector After(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      bool Acquires =
          After[B] || llvm::any_of(View.Blocks[B].Events, [&](const Event &E) {
            return acquiresFromGroups(View, E);
          });
      for (const Edge &E : View.Blocks[B].Next)
        if (Acquires && !After[E.To]) {
          After.set(E.To);
          Changed = true;
        }
    }
  }
  for (AccessSite At : Sites) {
    llvm::ArrayRef<Event> Before(View.Blocks[At.Site.Block].Events);
    if (After[At.Site.Block] ||
        llvm::any_of(Before.take_front(At.Site.Event), [&](const Event &E) {
          return acquiresFromGroups(View, E);
        }))
      AfterAcquire.insert(At.Site);
  }
}

/// A branch guards an access if its paths had not joined before it.
bool NarrowFinder::isByData(const sim::Trace &T,
                            const sim::AccessRecord &H) const {
  llvm::BitVector Passed(View.Blocks.size());
  Passed.set(T.Path[H.PathLength - 1]);
  for (size_t I = H.PathLength - 1; I-- > 0;) {
    BlockId B = T.Path[I], Join = Context.Shape.postDominator(B);
    for (const Edge &E : View.Blocks[B].Next)
      if (E.Condition != None &&
          (Context.Depends.valueSources(E.Condition) & ByUnknown) &&
          (Join == None || !Passed[Join]))
        return true;
    Passed.set(B);
  }
  return false;
}

void NarrowFinder::note(const sim::Trace &T, sim::ThreadId Thread,
                        GroupRun &Out) const {
  std::set<GroupRun::Key> Mine;
  std::set<uint64_t> Addresses;
  for (const sim::AccessRecord &H : T.Accesses) {
    GroupRun::Key Key(H.Address, H.Site, H.Stored);
    if (!Mine.insert(Key).second)
      continue;
    if (Addresses.insert(H.Address).second)
      ++Out.Threads[H.Address];
    auto [It, New] = Out.Accesses.try_emplace(Key);
    LaneAccess &M = It->second;
    bool ByData = (New || M.ByData) && isByData(T, H);
    if (New || (M.ByData && !ByData))
      M = {Thread, H, {T.Path.begin(), T.Path.begin() + H.PathLength}, ByData};
  }
}

GroupRun NarrowFinder::runGroup(const sim::Launch &Launch) const {
  GroupRun Result;
  unsigned Threads = Launch.Size[0] * Launch.Size[1] * Launch.Size[2];
  unsigned Steps = std::min(Context.Limits.ReplaySteps,
                            Context.Limits.SearchSteps / Threads);
  for (unsigned T = 0; T < Threads; ++T) {
    sim::ThreadId Thread = sim::threadAt(Launch, T);
    note(Runs.run(Launch, Thread, {}, Sites, Steps), Thread, Result);
  }
  return Result;
}

static sim::Witness witnessOf(const sim::Launch &Run, const LaneAccess &A,
                              const sim::Launch &OtherOn, const LaneAccess &B) {
  sim::Witness W;
  const LaneAccess *Both[] = {&A, &B};
  for (unsigned I = 0; I < 2; ++I) {
    llvm::copy(Both[I]->Thread.Coordinates, W.Threads[I].Id);
    W.Threads[I].Iterations = Both[I]->What.Iterations;
    W.Threads[I].Path = Both[I]->Path;
  }
  llvm::copy(Run.Group, W.Group);
  llvm::copy(OtherOn.Group, W.OtherGroup.emplace().begin());
  llvm::copy(Run.Size, W.Size);
  W.Arguments.assign(Run.Arguments.begin(), Run.Arguments.end());
  return W;
}

void NarrowFinder::compare(const sim::Launch &Run, const GroupRun &First,
                           const sim::Launch &OtherOn, const GroupRun &Second,
                           std::map<Pair, Meeting> &Out) const {
  for (auto &[Key, A] : First.Accesses) {
    uint64_t At = A.What.Address, Low = At < MostBytes ? 0 : At - MostBytes;
    AccessSite X = A.What.Site;
    for (auto It =
             Second.Accesses.lower_bound({Low, AccessSite{{0, 0}, false}, 0});
         isNarrow(X) && It != Second.Accesses.end() &&
         It->second.What.Address < At + MostBytes;
         ++It) {
      const LaneAccess &B = It->second;
      AccessSite Y = B.What.Site;
      std::optional<uint64_t> Byte = sim::commonByte(
          A.What.Address, X.in(View).Bytes, B.What.Address, Y.in(View).Bytes);
      if (!Byte || sim::storeTheSame(View, A.What, B.What) || !canRace({X, Y}))
        continue;
      bool ByData = A.ByData && B.ByData;
      auto Old = Out.find({X, Y});
      if (Old != Out.end() && (!Old->second.ByData || ByData))
        continue;
      Meeting &M = Out[{X, Y}];
      M.Shown = witnessOf(Run, A, OtherOn, B);
      M.Shown.Byte = *Byte;
      M.ByData = ByData;
      M.OneThread =
          First.Threads.at(At) == 1 && Second.Threads.at(B.What.Address) == 1;
    }
  }
}

/// Runs some work-groups along the dimensions that the kernel uses, with
/// unknown values that are 0, small, large, or have all bits set.
void NarrowFinder::runWith(uint64_t Argument) {
  sim::Launch Run;
  llvm::copy(View.Size, Run.Size);
  std::set<unsigned> Dimensions;
  for (const Value &V : View.Values) {
    if (V.Kind == ValueKind::Argument)
      Run.Arguments[V.Number] = Argument;
    if (V.Kind == ValueKind::WorkGroup)
      Dimensions.insert(V.Number);
  }
  if (Dimensions.empty())
    Dimensions.insert(0);
  std::map<Pair, Meeting> Here;
  auto IsDone = [&] {
    return llvm::all_of(Narrow, [&](AccessSite At) {
      return llvm::any_of(Here, [&](const auto &Known) {
        return Known.first.first == At && !Known.second.ByData;
      });
    });
  };
  static constexpr std::pair<uint32_t, bool> Fills[] = {
      {0, false}, {1, false}, {3, false}, {3, true}};
  for (auto [Fill, Extremes] : Fills) {
    if (IsDone())
      break;
    Run.Fill = Fill;
    Run.Extremes = Extremes;
    GroupRun First = runGroup(Run);
    for (unsigned D : Dimensions)
      for (uint64_t Number : {1u, 2u}) {
        if (IsDone())
          break;
        sim::Launch Other = Run;
        Other.Group[D] = Number;
        GroupRun Second = runGroup(Other);
        compare(Run, First, Other, Second, Here);
        compare(Other, Second, Run, First, Here);
      }
  }
  ++Launches;
  for (auto &[P, M] : Here) {
    Seen &S = Met[P];
    if (S.Launches++ == 0 || (S.Best.ByData && !M.ByData))
      S.Best = std::move(M);
  }
}

/// True if the code shows that the kernel is written for several work-groups.
bool NarrowFinder::isForGroups() const {
  bool Result = llvm::any_of(View.Values, [](const Value &V) {
    return V.Kind == ValueKind::WorkGroup;
  });
  forEachEvent(View, [&](Site, const Event &E) {
    bool Orders = (E.Kind == EventKind::Access && E.Op.isAtomic()) ||
                  E.Kind == EventKind::Fence;
    Result |= Orders && E.Op.Reach.Level == ScopeLevel::Agent;
  });
  return Result;
}

/// Why \p P is no error even if work-groups meet; nothing if it is one.
std::optional<Reason> NarrowFinder::whyPossible(const Pair &P) const {
  for (AccessSite At : {P.first, P.second})
    if (Context.Depends.valueSources(At.in(View).Address) & ByUnknown)
      return Reason::UnknownAddress;
  for (AccessSite At : {P.first, P.second})
    if (AfterAcquire.count(At.Site))
      return Reason::GroupsMayHaveWaited;
  if (P.first.Site.in(View).Op.Reach.Level == ScopeLevel::Cluster)
    return Reason::MayBeOneCluster;
  auto It = Met.find(P);
  if (It == Met.end() || It->second.Launches < Launches)
    return Reason::DependsOnArgumentsOrUnknown;
  if (It->second.Best.ByData)
    return Reason::UnknownCondition;
  if (!It->second.Best.OneThread && !isForGroups())
    return Reason::MayBeOneGroup;
  return std::nullopt;
}

Defect NarrowFinder::judged(const Pair &P) const {
  Defect F;
  F.Kind = DefectKind::NarrowAtomic;
  F.Conflict = ConflictKind::AtomicPlain;
  F.First = P.first;
  F.Second = P.second;
  F.Reason = whyPossible(P);
  F.Certainty = F.Reason ? Certainty::Possible : Certainty::Error;
  if (F.Certainty == Certainty::Error)
    F.Evidence = Met.at(P).Best.Shown;
  return F;
}

/// Prefers accesses that a run showed to collide with \p At; otherwise those
/// that may.
std::optional<Defect> NarrowFinder::worstOf(AccessSite At) {
  std::optional<Defect> Result;
  for (auto It = Met.lower_bound({At, AccessSite{{0, 0}, false}});
       It != Met.end() && It->first.first == At; ++It)
    if (Defect F = judged(It->first);
        !Result || F.Certainty < Result->Certainty)
      Result = std::move(F);
  if (Result)
    return Result;
  LeaderThreads Ask(Context);
  unsigned Asked = 0;
  for (AccessSite Other : Sites)
    if (!Result && canRace({At, Other}) &&
        (++Asked > MostAsked || Ask.canMeet(At, Other) != sym::Answer::No))
      Result = judged({At, Other});
  return Result;
}

std::vector<Defect> NarrowFinder::run() {
  collect();
  if (Narrow.empty() || !View.Reducible)
    return {};
  findAfterAcquire();
  // Large enough that guards let several work-groups through.
  for (uint64_t Argument : {4096, 5000, 100003})
    runWith(Argument);
  std::vector<Defect> Result;
  for (AccessSite At : Narrow)
    if (std::optional<Defect> F = worstOf(At))
      Result.push_back(std::move(*F));
  return Result;
}

} // namespace

std::vector<Defect> findNarrowAtomics(sym::Analysis &Context,
                                      llvm::ArrayRef<Defect> Known) {
  return NarrowFinder(Context, Known).run();
}

} // namespace fencepost::check
