//===- SimulatedOrder.cpp - Accesses unordered in a simulation ------------===//
// See SimulatedOrder.h. The events of a thread are those of the blocks on its
// path; barrier events are counted without inits, as in WaveStep::Event.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/SimulatedOrder.h"
#include "fencepost/View/Conflict.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::sim {

using namespace view;

static constexpr uint64_t MaxEventsCompared = 4000000;
static constexpr uint32_t NoEvent = ~0u;

namespace {

struct Accessed {
  const ThreadRun *Thread = nullptr;
  const AccessRecord *Record = nullptr;
  uint32_t Bytes = 0;
  uint32_t Before = 0; ///< Barrier events before it.
  /// Barrier events before the release fence that follows it and the acquire
  /// fence that it follows: fences that cover, and any.
  uint32_t Released = NoEvent, AnyRelease = NoEvent, Acquired = 0,
           AnyAcquire = 0;
};

/// Where a thread is; arrays are by space, LDS and global.
struct Cursor {
  explicit Cursor(size_t First)
      : Unreleased{First, First}, AnyUnreleased(First) {}
  uint32_t Barriers = 0;         ///< Events so far.
  uint32_t Acquired[2] = {0, 0}; ///< Barriers before the last fence.
  uint32_t AnyAcquire = 0;
  size_t Unreleased[2]; ///< The first access that is not.
  size_t AnyUnreleased;
};

class ClashFinder {
public:
  ClashFinder(const SyncView &View, const BarrierLaunch &Run,
              const BarrierSimulation &Simulation, const OrderQuery &Query);
  OrderAnswer run();

private:
  void indexSteps(unsigned Wave);
  void collect(const ThreadRun &T);
  bool wants(AccessSite Access) const;
  bool covers(const Event &Fence, AddressSpace Space) const;
  void passFence(const Event &E, Cursor &C);
  bool mayClash(const Accessed &A, const Accessed &B) const;
  bool executesBefore(const Accessed &A, uint32_t From, const Accessed &B,
                      uint32_t Until) const;
  bool isBefore(const Accessed &A, const Accessed &B) const;
  void compare(const Accessed &A, const Accessed &B);
  void compareRun(const Accessed &W, llvm::ArrayRef<const Accessed *> Run);
  void compareKnown();
  void compareUnknown();
  bool count();
  void report(const Accessed &A, const Accessed &B, bool InOrder);

  const SyncView &View;
  const BarrierLaunch &Run;
  const BarrierSimulation &Simulation;
  const OrderQuery &Query;
  std::set<AccessSite> Sites; ///< Of the requested pairs.
  std::vector<Accessed> All;
  /// By wave and number of barrier events: the first arrival at or after it,
  /// and the last wait before it, as steps.
  std::vector<std::vector<uint32_t>> NextArrive, LastWait;
  uint64_t Compared = 0;
  OrderAnswer Result;
};

ClashFinder::ClashFinder(const SyncView &View, const BarrierLaunch &Run,
                         const BarrierSimulation &Simulation,
                         const OrderQuery &Query)
    : View(View), Run(Run), Simulation(Simulation), Query(Query),
      NextArrive(Run.Waves.size()), LastWait(Run.Waves.size()) {
  for (const SitePair &P : Query.Pairs) {
    Sites.insert(P.first);
    Sites.insert(P.second);
  }
  for (unsigned W = 0; W < Run.Waves.size(); ++W)
    indexSteps(W);
}

void ClashFinder::indexSteps(unsigned Wave) {
  const std::vector<WaveStep> &Steps = Run.Waves[Wave].Steps;
  uint32_t Events = 0;
  for (const WaveStep &S : Steps)
    Events = std::max(Events, S.Event + 1);
  NextArrive[Wave].assign(Events + 1, NoEvent);
  LastWait[Wave].assign(Events + 1, NoEvent);
  for (uint32_t S = Steps.size(); S-- > 0;)
    if (arrives(Steps[S].Op))
      NextArrive[Wave][Steps[S].Event] = S;
  for (uint32_t E = Events; E-- > 0;)
    if (NextArrive[Wave][E] == NoEvent)
      NextArrive[Wave][E] = NextArrive[Wave][E + 1];
  for (uint32_t S = 0; S < Steps.size(); ++S)
    if (waits(Steps[S].Op))
      LastWait[Wave][Steps[S].Event + 1] = S;
  for (uint32_t E = 1; E <= Events; ++E)
    if (LastWait[Wave][E] == NoEvent)
      LastWait[Wave][E] = LastWait[Wave][E - 1];
}

bool ClashFinder::wants(AccessSite Access) const {
  const AccessRange &T = Access.in(View);
  if (T.Object == None || T.Bytes == 0)
    return false;
  if (!Query.Pairs.empty())
    return Sites.count(Access);
  const Object &Memory = View.Objects[T.Object];
  if (Query.AllWaves)
    return Memory.Kind != ObjectKind::Private &&
           Memory.Kind != ObjectKind::NamedBarrier &&
           (Memory.Space == AddressSpace::Local ||
            Memory.Space == AddressSpace::Global);
  return Memory.Space == AddressSpace::Global &&
         (Memory.Kind == ObjectKind::Argument ||
          Memory.Kind == ObjectKind::Global);
}

/// Between work-groups a fence must have cluster scope or wider.
bool ClashFinder::covers(const Event &Fence, AddressSpace Space) const {
  return view::covers(View, Fence, Space) &&
         (Query.isWithinGroup() ||
          includes(Fence.Op.Reach.Level, ScopeLevel::Cluster));
}

static AddressSpace objectSpaceOf(const SyncView &View, AccessSite Access) {
  return View.Objects[Access.in(View).Object].Space;
}

/// Marks what has been accessed since \p C's last release fences, and notes
/// acquire fences.
void ClashFinder::passFence(const Event &E, Cursor &C) {
  for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global}) {
    unsigned Index = Space == AddressSpace::Global;
    bool Covers = covers(E, Space);
    if (isAcquire(E.Op.Order)) {
      C.AnyAcquire = C.Barriers;
      if (Covers)
        C.Acquired[Index] = C.Barriers;
    }
    if (!isRelease(E.Op.Order) || !Covers)
      continue;
    for (size_t &I = C.Unreleased[Index]; I < All.size(); ++I)
      if (objectSpaceOf(View, All[I].Record->Site) == Space)
        All[I].Released = C.Barriers;
  }
  if (isRelease(E.Op.Order))
    for (; C.AnyUnreleased < All.size(); ++C.AnyUnreleased)
      All[C.AnyUnreleased].AnyRelease = C.Barriers;
}

void ClashFinder::collect(const ThreadRun &T) {
  Cursor C(All.size());
  size_t Next = 0;
  for (BlockId B : T.Ran.Path)
    for (uint32_t I = 0; I < View.Blocks[B].Events.size(); ++I) {
      const Event &E = View.Blocks[B].Events[I];
      for (bool Destination : {false, true}) {
        AccessSite Access{{B, I}, Destination};
        if (Next == T.Ran.Accesses.size() ||
            T.Ran.Accesses[Next].Site != Access)
          continue;
        const AccessRecord &H = T.Ran.Accesses[Next++];
        if (!wants(Access))
          continue;
        Accessed A{&T, &H, Access.in(View).Bytes, C.Barriers};
        A.Acquired =
            C.Acquired[objectSpaceOf(View, Access) == AddressSpace::Global];
        A.AnyAcquire = C.AnyAcquire;
        All.push_back(A);
      }
      if (E.Kind == EventKind::Barrier && E.Op.Action != BarrierOp::Init)
        ++C.Barriers;
      if (E.Kind == EventKind::Fence)
        passFence(E, C);
    }
}

/// Whether an arrival of A's wave from barrier event \p From on executes before
/// a wait of B's wave before barrier event \p Until.
bool ClashFinder::executesBefore(const Accessed &A, uint32_t From,
                                 const Accessed &B, uint32_t Until) const {
  const std::vector<uint32_t> &Arrive = NextArrive[A.Thread->Wave];
  if (From >= Arrive.size() || Arrive[From] == NoEvent)
    return false;
  uint32_t Wait = LastWait[B.Thread->Wave][Until];
  return Wait != NoEvent &&
         Simulation.Clocks[B.Thread->Wave][Wait][A.Thread->Wave] > Arrive[From];
}

static bool reachesCluster(const Event &E) {
  return E.Op.isAtomic() && includes(E.Op.Reach.Level, ScopeLevel::Cluster);
}

/// True if \p A and \p B race if they access a common byte and nothing orders
/// them.
bool ClashFinder::mayClash(const Accessed &A, const Accessed &B) const {
  AccessSite X = A.Record->Site, Y = B.Record->Site;
  if (A.Thread == B.Thread || X.in(View).Object != Y.in(View).Object)
    return false;
  if (!Query.Pairs.empty())
    return A.Thread->Group == B.Thread->Group &&
           Query.Pairs.count(std::minmax(X, Y));
  if (Query.AllWaves)
    return A.Thread->Group == B.Thread->Group &&
           A.Thread->Wave != B.Thread->Wave && conflict(View, X, Y);
  if (A.Thread->Group == B.Thread->Group || !conflict(View, X, Y) ||
      (reachesCluster(X.Site.in(View)) && reachesCluster(Y.Site.in(View))))
    return false;
  // Unknown values may be equal.
  return X != Y || A.Record->KnowsStored || X.in(View).Reads;
}

void ClashFinder::report(const Accessed &A, const Accessed &B, bool InOrder) {
  SitePair Key = std::minmax(A.Record->Site, B.Record->Site);
  auto [It, New] = Result.Pairs.try_emplace(Key);
  UnorderedPair &C = It->second;
  bool FromUnknown = A.Record->FromUnknown || B.Record->FromUnknown;
  if (!New &&
      std::pair(FromUnknown, InOrder) >= std::pair(C.FromUnknown, C.InOrder))
    return;
  C.InOrder = InOrder;
  C.FromUnknown = FromUnknown;
  C.First = A.Record->Site;
  C.Second = B.Record->Site;
  C.Groups[0] = A.Thread->Group;
  C.Groups[1] = B.Thread->Group;
  if (InOrder) {
    C.Fences.Released = executesBefore(A, A.Released, B, B.Before);
    C.Fences.AnyRelease = executesBefore(A, A.AnyRelease, B, B.Before);
    C.Fences.Acquired = executesBefore(A, A.Before, B, B.Acquired);
    C.Fences.AnyAcquire = executesBefore(A, A.Before, B, B.AnyAcquire);
    C.Barrier = Run.Waves[A.Thread->Wave]
                    .Steps[NextArrive[A.Thread->Wave][A.Before]]
                    .Site;
  }
  C.Evidence =
      witnessOf(Run.Groups[A.Thread->Group], A.Thread->Id, A.Thread->Ran,
                *A.Record, B.Thread->Id, B.Thread->Ran, *B.Record);
  C.Evidence.SameWave = A.Thread->Wave == B.Thread->Wave;
  if (A.Thread->Group != B.Thread->Group)
    llvm::copy(Run.Groups[B.Thread->Group].Group,
               C.Evidence.OtherGroup.emplace().begin());
  C.Evidence.Byte =
      commonByte(A.Record->Address, A.Bytes, B.Record->Address, B.Bytes)
          .value_or(A.Record->Address);
}

/// True if \p A is before \p B in memory, too: execution is ordered, and the
/// fences exist.
bool ClashFinder::isBefore(const Accessed &A, const Accessed &B) const {
  return executesBefore(A, A.Released, B, B.Acquired);
}

/// Compares two accesses that access a common byte, or may.
void ClashFinder::compare(const Accessed &A, const Accessed &B) {
  if (!mayClash(A, B))
    return;
  if (A.Thread->Wave == B.Thread->Wave) {
    if (A.Record->Site.Site != B.Record->Site.Site &&
        A.Record->Epoch == B.Record->Epoch)
      report(A, B, false);
    return;
  }
  if (isBefore(A, B) || isBefore(B, A))
    return;
  if (executesBefore(A, A.Before, B, B.Before))
    return report(A, B, true);
  if (executesBefore(B, B.Before, A, A.Before))
    return report(B, A, true);
  report(A, B, false);
}

/// Counts a comparison; false if the limit is exceeded.
bool ClashFinder::count() {
  Result.Complete &= ++Compared <= MaxEventsCompared;
  return Result.Complete;
}

/// Compares \p W with the accesses of one thread to one address, in program
/// order.
void ClashFinder::compareRun(const Accessed &W,
                             llvm::ArrayRef<const Accessed *> Run) {
  if (!count() || W.Thread == Run.front()->Thread)
    return;
  if (W.Thread->Wave != Run.front()->Thread->Wave) {
    auto First = llvm::partition_point(
        Run, [&](const Accessed *A) { return isBefore(*A, W); });
    auto End = std::partition_point(
        First, Run.end(), [&](const Accessed *A) { return !isBefore(W, *A); });
    Run = llvm::ArrayRef(First, End);
  }
  for (const Accessed *A : Run)
    if (count() &&
        commonByte(W.Record->Address, W.Bytes, A->Record->Address, A->Bytes) &&
        !storeTheSame(View, *W.Record, *A->Record))
      compare(W, *A);
}

/// Accesses of threads to addresses, sorted by them.
void ClashFinder::compareKnown() {
  uint32_t Widest = 1;
  std::vector<const Accessed *> Sorted;
  for (const Accessed &A : All)
    if (!A.Record->FromUnknown) {
      Sorted.push_back(&A);
      Widest = std::max(Widest, A.Bytes);
    }
  auto Key = [&](const Accessed *A) {
    return std::tuple(A->Record->Address, A->Record->Site.in(View).Object,
                      A->Thread);
  };
  llvm::stable_sort(Sorted, [&](const Accessed *A, const Accessed *B) {
    return Key(A) < Key(B);
  });
  std::vector<size_t> RunEnd(Sorted.size());
  for (size_t I = Sorted.size(); I-- > 0;)
    RunEnd[I] = I + 1 < Sorted.size() && Key(Sorted[I]) == Key(Sorted[I + 1])
                    ? RunEnd[I + 1]
                    : I + 1;
  for (const Accessed *W : Sorted) {
    if (!W->Record->Site.in(View).Writes)
      continue;
    uint64_t Address = W->Record->Address,
             Low = Address < Widest ? 0 : Address - Widest + 1;
    auto It = llvm::partition_point(
        Sorted, [&](const Accessed *A) { return A->Record->Address < Low; });
    for (size_t I = It - Sorted.begin(), End; Result.Complete; I = End) {
      if (I == Sorted.size() ||
          Sorted[I]->Record->Address >= Address + W->Bytes)
        break;
      End = RunEnd[I];
      compareRun(*W, llvm::ArrayRef(Sorted).slice(I, End - I));
    }
  }
}

/// Compares accesses with unknown addresses with all others to the object. Of
/// those that differ only in their addresses, one represents all.
void ClashFinder::compareUnknown() {
  using Alike = std::tuple<AccessSite, unsigned, uint32_t, uint32_t, uint32_t>;
  std::set<Alike> Seen[2];
  std::map<uint32_t, std::vector<const Accessed *>> Unknown, Every;
  for (const Accessed &A : All) {
    const AccessRecord &H = *A.Record;
    uint32_t Object = H.Site.in(View).Object;
    Alike Like{H.Site, A.Thread->Wave, A.Before, A.Released, A.Acquired};
    if (Seen[0].insert(Like).second)
      Every[Object].push_back(&A);
    if (H.FromUnknown && Seen[1].insert(Like).second)
      Unknown[Object].push_back(&A);
  }
  for (auto &[Object, List] : Unknown)
    for (const Accessed *A : List)
      for (const Accessed *B : Every[Object]) {
        if (!count())
          return;
        compare(*A, *B);
      }
}

OrderAnswer ClashFinder::run() {
  for (const ThreadRun &T : Run.Threads)
    collect(T);
  compareKnown();
  if (Query.AllWaves)
    compareUnknown();
  return std::move(Result);
}

} // namespace

OrderAnswer findUnorderedPairs(const SyncView &View, const BarrierLaunch &Run,
                               const BarrierSimulation &Simulation,
                               const OrderQuery &Query) {
  return ClashFinder(View, Run, Simulation, Query).run();
}

} // namespace fencepost::sim
