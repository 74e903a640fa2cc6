//===- FlagSimulation.cpp - A work-group run with memory and flags -------===//
// See FlagSimulation.h. Waves alternate after a few blocks, so that one that
// waits at a flag lets the others continue. The clock has one counter for each
// of the two watched threads, which counts the watched accesses.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/FlagSimulation.h"
#include "SimulatedMemory.h"
#include "fencepost/View/FlagOrder.h"

namespace fencepost::sim {

using namespace view;

namespace {

constexpr unsigned BlocksPerSlice = 8;
constexpr size_t MaxWatched = 2000; ///< Accesses of a watched thread.

/// How many accesses of each watched thread happen before.
using WaveClock = std::array<uint32_t, 2>;

void join(WaveClock &To, const WaveClock &From) {
  for (unsigned W : {0, 1})
    To[W] = std::max(To[W], From[W]);
}

struct Lane {
  InterpretedThread State;
  BlockId Block = 0;
  bool Ended = false;
  int Watched = -1; ///< Which of the watched threads it is.
};

/// All its lanes share one clock: the order between lanes of a wave is not
/// modelled.
struct FlagWave {
  std::vector<Lane> Lanes;
  std::vector<Lane *> Together; ///< Those that are in one block now.
  uint32_t Event = 0;           ///< The next event of the block.
  bool Ended = false;
  uint32_t Arrivals = 0, Waits = 0; ///< At the work-group's barrier.
  WaveClock Knows{0, 0};
  WaveClock Released{0, 0}; ///< The clock at its last release fence.
  WaveClock Read{0, 0};     ///< The clock that an acquire fence would merge.
};

/// An access of a watched thread.
struct Seen {
  AccessRecord Record;
  uint32_t Time;
};

class FlagRunner {
public:
  FlagRunner(const SyncView &View, const ThreadInterpreter &Runs,
             const Launch &Launch, std::array<ThreadId, 2> Threads,
             AccessSite A, AccessSite B);
  std::optional<Witness> run(unsigned Steps);

private:
  bool runSlice(FlagWave &W, unsigned &Steps);
  void gather(FlagWave &W);
  bool leave(FlagWave &W);
  bool happen(FlagWave &W, Lane &L, const Event &E, Site Site);
  bool access(FlagWave &W, Lane &L, const Event &E, Site Site);
  void synchronize(FlagWave &W, const Event &E, uint64_t Address);
  bool barrier(FlagWave &W, const Event &E, Site Site, bool &Blocked);
  void watch(FlagWave &W, const Lane &L, AccessSite Access);
  void compare(const Seen &X, const Seen &Y, unsigned Later, WaveClock Knows);

  const SyncView &View;
  const ThreadInterpreter &Runs;
  const Launch &Run;
  std::array<ThreadId, 2> Threads;
  std::array<AccessSite, 2> Sites;
  AddressSpace Data;
  const Unknowns Nothing;
  std::vector<FlagWave> Waves;
  std::vector<uint32_t> Rank; ///< Of blocks, see ranks().
  SimulatedMemory Stored;
  std::map<uint64_t, WaveClock> Published; ///< By address of an atomic.
  std::vector<WaveClock> Phases; ///< The merged clocks of all arrivals.
  Trace Traces[2];
  std::vector<Seen> Accesses[2];
  std::optional<Witness> Race;
};

/// Ranks of blocks in an order in which each follows its predecessors and the
/// blocks of a loop are contiguous: reverse post-order, with loops at their
/// headers.
static std::vector<uint32_t> ranks(const SyncView &View) {
  using Key = llvm::SmallVector<BlockId, 4>;
  std::vector<std::pair<Key, BlockId>> Keys;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    Key Key{B};
    for (LoopId L = View.Blocks[B].Loop; L != None; L = View.Loops[L].Parent)
      Key.insert(Key.begin(), View.Loops[L].Header);
    Keys.push_back({Key, B});
  }
  llvm::sort(Keys);
  std::vector<uint32_t> Result(Keys.size());
  for (uint32_t I = 0; I < Keys.size(); ++I)
    Result[Keys[I].second] = I;
  return Result;
}

FlagRunner::FlagRunner(const SyncView &View, const ThreadInterpreter &Runs,
                       const Launch &Launch, std::array<ThreadId, 2> Threads,
                       AccessSite A, AccessSite B)
    : View(View), Runs(Runs), Run(Launch), Threads(Threads), Sites{A, B},
      Data(View.Objects[A.in(View).Object].Space), Rank(ranks(View)) {
  unsigned Count = Launch.Size[0] * Launch.Size[1] * Launch.Size[2];
  Waves.resize((Count + View.WaveSize - 1) / View.WaveSize);
  for (unsigned T = 0; T < Count; ++T) {
    Lane L{{Launch, threadAt(Launch, T), Nothing, {}, {}, {}, {}}};
    for (int W : {0, 1})
      if (L.State.Thread == Threads[W])
        L.Watched = W;
    Runs.start(L.State);
    Waves[T / View.WaveSize].Lanes.push_back(std::move(L));
  }
}

void FlagRunner::compare(const Seen &X, const Seen &Y, unsigned Later,
                         WaveClock Knows) {
  const Seen &Earlier = Later == 1 ? X : Y;
  if (Knows[1 - Later] >= Earlier.Time)
    return;
  std::optional<uint64_t> Byte =
      commonByte(X.Record.Address, X.Record.Site.in(View).Bytes,
                 Y.Record.Address, Y.Record.Site.in(View).Bytes);
  if (!Byte || storeTheSame(View, X.Record, Y.Record))
    return;
  Race = witnessOf(Run, Threads[0], Traces[0], X.Record, Threads[1], Traces[1],
                   Y.Record);
  Race->Byte = *Byte;
  Race->Fill = Run.Fill;
}

/// Records an access of a watched thread, and compares it with those of the
/// other.
void FlagRunner::watch(FlagWave &Wave, const Lane &L, AccessSite Access) {
  unsigned W = L.Watched;
  if (Race || Access != Sites[W] || Accesses[W].size() > MaxWatched)
    return;
  const AccessRange &T = Access.in(View);
  Seen New;
  New.Time = ++Wave.Knows[W];
  AccessRecord &H = New.Record;
  H.Site = Access;
  H.Address = L.State.Values[T.Address];
  H.Passed = H.Signals = Wave.Arrivals;
  H.Waits = Wave.Waits;
  H.PathLength = Traces[W].Path.size();
  if (T.Stored != None && !L.State.FromUnknown[T.Stored]) {
    H.KnowsStored = true;
    H.Stored = L.State.Values[T.Stored];
  }
  for (LoopId Loop = View.Blocks[Access.Site.Block].Loop; Loop != None;
       Loop = View.Loops[Loop].Parent)
    H.Iterations.insert(H.Iterations.begin(), {Loop, L.State.Iterations[Loop]});
  for (const Seen &Other : Accesses[1 - W])
    if (!Race)
      W == 0 ? compare(New, Other, W, Wave.Knows)
             : compare(Other, New, W, Wave.Knows);
  Accesses[W].push_back(std::move(New));
}

/// Atomics carry clocks: a store that of its wave's last release, an update
/// also the one that it found.
void FlagRunner::synchronize(FlagWave &W, const Event &E, uint64_t Address) {
  auto Found = Published.find(Address);
  if (E.Memory.Reads && Found != Published.end())
    join(acquires(View, E, Data) ? W.Knows : W.Read, Found->second);
  if (!E.Memory.Writes)
    return;
  WaveClock Gives = releases(View, E, Data) ? W.Knows : W.Released;
  if (E.Memory.Reads && Found != Published.end())
    join(Gives, Found->second);
  Published[Address] = Gives;
}

bool FlagRunner::access(FlagWave &W, Lane &L, const Event &E, Site Site) {
  const AccessRange &T = E.Memory;
  if (T.Address == None || T.Bytes == 0 || T.Object == None)
    return !T.Writes;
  if (L.State.FromUnknown[T.Address] && T.Writes)
    return false; // It may be a flag.
  if (!Runs.isInside(L.State, T))
    return true;
  uint64_t Address = L.State.Values[T.Address];
  if (L.Watched >= 0)
    watch(W, L, {Site, false});
  if (E.Op.isAtomic())
    synchronize(W, E, Address);
  if (T.Reads && E.Result != None)
    if (auto Value = Stored.load(Address, T.Bytes))
      Runs.learn(L.State, E.Result, *Value);
  if (T.Writes) {
    bool Known = !T.Reads && T.Stored != None && T.Bytes <= 8 &&
                 !L.State.FromUnknown[T.Stored];
    Stored.store(Address, T.Bytes,
                 Known ? std::optional(L.State.Values[T.Stored])
                       : std::nullopt);
  }
  return true;
}

/// False if the result is unknown from here on.
bool FlagRunner::barrier(FlagWave &W, const Event &E, Site Site,
                         bool &Blocked) {
  size_t Here = llvm::count_if(W.Lanes, [](const Lane &L) { return !L.Ended; });
  if (E.Op.Action == BarrierOp::ArriveIsFirst || !isWorkgroupBarrier(E) ||
      W.Together.size() != Here)
    return false;
  // A barrier that is both signal and wait has arrived when it is visited
  // again.
  if (arrives(E.Op.Action) && W.Arrivals == W.Waits) {
    Phases.resize(std::max<size_t>(Phases.size(), W.Arrivals + 1),
                  WaveClock{0, 0});
    join(Phases[W.Arrivals++], W.Knows);
    for (const Lane *L : W.Together)
      if (L->Watched >= 0) {
        Trace &T = Traces[L->Watched];
        T.SignalAt.push_back(T.Path.size());
        T.SignalSites.push_back(Site);
      }
  }
  if (!waits(E.Op.Action))
    return true;
  if (W.Arrivals <= W.Waits)
    return false;
  Blocked = llvm::any_of(Waves, [&](const FlagWave &Other) {
    return !Other.Ended && Other.Arrivals <= W.Waits;
  });
  if (!Blocked)
    join(W.Knows, Phases[W.Waits++]);
  return true;
}

bool FlagRunner::happen(FlagWave &W, Lane &L, const Event &E, Site Site) {
  switch (E.Kind) {
  case EventKind::Access:
    return access(W, L, E, Site);
  case EventKind::Fence:
    if (acquires(View, E, Data))
      join(W.Knows, W.Read);
    if (releases(View, E, Data))
      W.Released = W.Knows;
    return true;
  default:
    return ordersWave(E); // Lanes of a wave run in lockstep.
  }
}

/// The lanes at the lowest rank continue; so lanes that diverge meet again
/// where their paths join.
void FlagRunner::gather(FlagWave &W) {
  BlockId First = None;
  for (const Lane &L : W.Lanes)
    if (!L.Ended && (First == None || Rank[L.Block] < Rank[First]))
      First = L.Block;
  W.Event = 0;
  W.Ended = First == None;
  for (Lane &L : W.Lanes) {
    if (L.Ended || L.Block != First)
      continue;
    W.Together.push_back(&L);
    Runs.computeBlock(L.State, First);
    if (L.Watched >= 0)
      Traces[L.Watched].Path.push_back(First);
  }
}

/// False if the next block of a lane is unknown.
bool FlagRunner::leave(FlagWave &W) {
  for (Lane *L : W.Together) {
    for (const Edge &E : View.Blocks[L->Block].Next)
      if (E.Condition != None && L->State.FromUnknown[E.Condition])
        return false;
    const Edge *Taken = Runs.next(L->State, L->Block);
    L->Ended = !Taken;
    if (!Taken)
      continue;
    Runs.enter(L->State, L->Block, Taken->To);
    L->Block = Taken->To;
  }
  W.Together.clear();
  return true;
}

/// Runs \p W for its time slice; false if the result is unknown. All lanes that
/// run together execute one operation before the next.
bool FlagRunner::runSlice(FlagWave &W, unsigned &Steps) {
  for (unsigned Blocks = 0; Blocks < BlocksPerSlice; ++Blocks) {
    if (W.Together.empty())
      gather(W);
    if (W.Ended)
      return true;
    if (Steps < W.Together.size())
      return false;
    Steps -= W.Together.size();
    BlockId Block = W.Together.front()->Block;
    const std::vector<Event> &Events = View.Blocks[Block].Events;
    for (; W.Event < Events.size(); ++W.Event) {
      Site Site{Block, W.Event};
      const Event &E = Events[W.Event];
      bool Blocked = false;
      if (E.Kind == EventKind::Barrier) {
        if (!barrier(W, E, Site, Blocked))
          return false;
        if (Blocked)
          return true;
        continue;
      }
      for (Lane *L : W.Together)
        if (!happen(W, *L, E, Site))
          return false;
    }
    if (!leave(W))
      return false;
  }
  return true;
}

std::optional<Witness> FlagRunner::run(unsigned Steps) {
  bool Any = true;
  while (Any && !Race) {
    Any = false;
    for (FlagWave &W : Waves) {
      if (W.Ended || Race)
        continue;
      if (!runSlice(W, Steps))
        return Race;
      Any = true;
    }
  }
  return Race;
}

} // namespace

std::optional<Witness>
simulateFlags(const SyncView &View, const ThreadInterpreter &Runs,
              const Launch &Launch, std::array<ThreadId, 2> Threads,
              AccessSite A, AccessSite B, unsigned Steps) {
  bool SameWave = linearId(Launch, Threads[0]) / View.WaveSize ==
                  linearId(Launch, Threads[1]) / View.WaveSize;
  if (SameWave || A.in(View).Object == None)
    return std::nullopt;
  return FlagRunner(View, Runs, Launch, Threads, A, B).run(Steps);
}

} // namespace fencepost::sim
