//===- FlagPlay.cpp - A work-group run with its memory and its flags ------===//
// See FlagPlay.h. Threads take turns of a few blocks, so that one that waits at
// a flag lets the others go on. Of what has happened in the two threads that
// are watched, a number each is known: accesses that are watched count up.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/FlagPlay.h"
#include "fencepost/Check/FlagOrder.h"
#include <deque>

namespace fencepost::check {

using namespace view;

namespace {

constexpr unsigned BlocksInTurn = 8;
constexpr size_t MaxWatched = 2000; ///< Accesses of a watched thread.

/// How much of each watched thread is known to have happened.
using Clock = std::array<uint32_t, 2>;

void join(Clock &Into, const Clock &From) {
  for (unsigned W : {0, 1})
    Into[W] = std::max(Into[W], From[W]);
}

/// What threads have stored. A place whose value is not known has none.
class Memory {
public:
  void store(uint64_t Address, uint32_t Bytes, std::optional<uint64_t> Value);
  std::optional<uint64_t> load(uint64_t Address, uint32_t Bytes) const;

private:
  struct Cell {
    uint32_t Bytes;
    uint64_t Value;
  };
  std::map<uint64_t, Cell> Cells;
};

void Memory::store(uint64_t Address, uint32_t Bytes,
                   std::optional<uint64_t> Value) {
  auto It = Cells.lower_bound(Address);
  if (It != Cells.begin())
    if (auto Before = std::prev(It);
        Address - Before->first < Before->second.Bytes)
      It = Before;
  while (It != Cells.end() &&
         (It->first < Address || It->first - Address < Bytes))
    It = Cells.erase(It);
  if (Value)
    Cells[Address] = {Bytes, *Value};
}

std::optional<uint64_t> Memory::load(uint64_t Address, uint32_t Bytes) const {
  auto It = Cells.find(Address);
  if (It == Cells.end() || It->second.Bytes != Bytes)
    return std::nullopt;
  return It->second.Value;
}

struct Player {
  ThreadState State;
  BlockId Block = 0;
  uint32_t Event = 0;
  bool Entered = false; ///< The values of Block are computed.
  bool Ended = false;
  uint32_t Arrivals = 0, Waits = 0; ///< At the work-group's barrier.
  Clock Knows{0, 0};
  Clock Released{0, 0}; ///< What it knew at its last release fence.
  Clock Read{0, 0};     ///< What an acquire fence would take.
  int Watched = -1;     ///< Which of the watched it is.
};

/// An access of a watched thread.
struct Seen {
  Happened What;
  uint32_t Time;
};

class FlagPlay {
public:
  FlagPlay(const SyncView &View, const Machine &Runs, const Launch &On,
           std::array<ThreadId, 2> Threads, AccessSite A, AccessSite B);
  std::optional<Witness> run(unsigned Steps);

private:
  bool turn(Player &P, unsigned &Steps);
  bool happen(Player &P, const Event &E, Site At);
  bool access(Player &P, const Event &E, Site At);
  void synchronize(Player &P, const Event &E, uint64_t Address);
  bool barrier(Player &P, const Event &E, Site At, bool &Blocked);
  void watch(Player &P, AccessSite At);
  void compare(const Seen &X, const Seen &Y, unsigned Later, Clock Knows);

  const SyncView &View;
  const Machine &Runs;
  const Launch &On;
  std::array<ThreadId, 2> Threads;
  std::array<AccessSite, 2> Sites;
  AddressSpace Data;
  const Unknowns Nothing;
  std::deque<Player> Players;
  Memory Stored;
  std::map<uint64_t, Clock> Handed; ///< By address of an atomic.
  std::vector<Clock> Phases;        ///< What all knew when they arrived.
  Trace Traces[2];
  std::vector<Seen> Accesses[2];
  std::optional<Witness> Race;
};

FlagPlay::FlagPlay(const SyncView &View, const Machine &Runs, const Launch &On,
                   std::array<ThreadId, 2> Threads, AccessSite A, AccessSite B)
    : View(View), Runs(Runs), On(On), Threads(Threads), Sites{A, B},
      Data(View.Objects[A.in(View).Object].Space) {
  unsigned Count = On.Size[0] * On.Size[1] * On.Size[2];
  for (unsigned T = 0; T < Count; ++T) {
    Player P{{On, threadAt(On, T), Nothing, {}, {}, {}, {}}};
    for (int W : {0, 1})
      if (P.State.Thread == Threads[W])
        P.Watched = W;
    Runs.start(P.State);
    Players.push_back(std::move(P));
  }
}

void FlagPlay::compare(const Seen &X, const Seen &Y, unsigned Later,
                       Clock Knows) {
  const Seen &Earlier = Later == 1 ? X : Y;
  if (Knows[1 - Later] >= Earlier.Time)
    return;
  std::optional<uint64_t> Byte =
      commonByte(X.What.Address, X.What.Site.in(View).Bytes, Y.What.Address,
                 Y.What.Site.in(View).Bytes);
  if (!Byte || storeTheSame(View, X.What, Y.What))
    return;
  Race = witnessOf(On, Threads[0], Traces[0], X.What, Threads[1], Traces[1],
                   Y.What);
  Race->Byte = *Byte;
  Race->Fill = On.Fill;
}

/// Notes an access of a watched thread, and compares it with those that the
/// other has made.
void FlagPlay::watch(Player &P, AccessSite At) {
  unsigned W = P.Watched;
  if (Race || At != Sites[W] || Accesses[W].size() > MaxWatched)
    return;
  const Touch &T = At.in(View);
  Seen New;
  New.Time = ++P.Knows[W];
  Happened &H = New.What;
  H.Site = At;
  H.Address = P.State.Values[T.Address];
  H.Passed = H.Signals = P.Arrivals;
  H.Waits = P.Waits;
  H.PathLength = Traces[W].Path.size();
  if (T.Stored != None && !P.State.FromUnknown[T.Stored]) {
    H.KnowsStored = true;
    H.Stored = P.State.Values[T.Stored];
  }
  for (LoopId L = View.Blocks[At.At.Block].Loop; L != None;
       L = View.Loops[L].Parent)
    H.Iterations.insert(H.Iterations.begin(), {L, P.State.Iterations[L]});
  for (const Seen &Other : Accesses[1 - W])
    if (!Race)
      W == 0 ? compare(New, Other, W, P.Knows)
             : compare(Other, New, W, P.Knows);
  Accesses[W].push_back(std::move(New));
}

/// Atomics hand on what is known: a store what its thread had released, an
/// update also what it found there.
void FlagPlay::synchronize(Player &P, const Event &E, uint64_t Address) {
  auto Found = Handed.find(Address);
  if (E.Memory.Reads && Found != Handed.end())
    join(acquires(View, E, Data) ? P.Knows : P.Read, Found->second);
  if (!E.Memory.Writes)
    return;
  Clock Gives = releases(View, E, Data) ? P.Knows : P.Released;
  if (E.Memory.Reads && Found != Handed.end())
    join(Gives, Found->second);
  Handed[Address] = Gives;
}

bool FlagPlay::access(Player &P, const Event &E, Site At) {
  const Touch &T = E.Memory;
  if (T.Address == None || T.Bytes == 0 || T.Object == None)
    return !T.Writes;
  if (P.State.FromUnknown[T.Address] && T.Writes && T.Object != None &&
      View.Objects[T.Object].Space == AddressSpace::Local)
    return false; // It may be a flag.
  if (!Runs.isInside(P.State, T))
    return true;
  uint64_t Address = P.State.Values[T.Address];
  if (P.Watched >= 0)
    watch(P, {At, false});
  if (E.Op.isAtomic())
    synchronize(P, E, Address);
  if (T.Reads && E.Result != None)
    if (auto Value = Stored.load(Address, T.Bytes))
      Runs.learn(P.State, E.Result, *Value);
  if (T.Writes) {
    bool Known = !T.Reads && T.Stored != None && T.Bytes <= 8 &&
                 !P.State.FromUnknown[T.Stored];
    Stored.store(Address, T.Bytes,
                 Known ? std::optional(P.State.Values[T.Stored])
                       : std::nullopt);
  }
  return true;
}

/// False if nothing can be said any more.
bool FlagPlay::barrier(Player &P, const Event &E, Site At, bool &Blocked) {
  if (E.Op.Action == BarrierOp::ArriveIsFirst || !isWorkgroupBarrier(E))
    return false;
  bool Waits = waits(E.Op.Action), Arrives = arrives(E.Op.Action);
  // A barrier that does both has arrived when it is looked at again.
  if (Arrives && P.Arrivals == P.Waits) {
    Phases.resize(std::max<size_t>(Phases.size(), P.Arrivals + 1), Clock{0, 0});
    join(Phases[P.Arrivals++], P.Knows);
    if (P.Watched >= 0) {
      Traces[P.Watched].SignalAt.push_back(Traces[P.Watched].Path.size());
      Traces[P.Watched].SignalSites.push_back(At);
    }
  }
  if (!Waits)
    return true;
  if (P.Arrivals <= P.Waits)
    return false;
  Blocked = llvm::any_of(Players, [&](const Player &Other) {
    return !Other.Ended && Other.Arrivals <= P.Waits;
  });
  if (!Blocked)
    join(P.Knows, Phases[P.Waits++]);
  return true;
}

bool FlagPlay::happen(Player &P, const Event &E, Site At) {
  switch (E.Kind) {
  case EventKind::Access:
    return access(P, E, At);
  case EventKind::Fence:
    if (acquires(View, E, Data))
      join(P.Knows, P.Read);
    if (releases(View, E, Data))
      P.Released = P.Knows;
    return true;
  default:
    return false;
  }
}

/// Runs \p P until its turn is over; false if nothing can be said any more.
bool FlagPlay::turn(Player &P, unsigned &Steps) {
  for (unsigned Blocks = 0; Blocks < BlocksInTurn && Steps > 0; ++Blocks) {
    --Steps;
    const std::vector<Event> &Events = View.Blocks[P.Block].Events;
    if (!P.Entered) {
      Runs.computeBlock(P.State, P.Block);
      P.Event = 0;
      P.Entered = true;
      if (P.Watched >= 0)
        Traces[P.Watched].Path.push_back(P.Block);
    }
    for (; P.Event < Events.size(); ++P.Event) {
      Site At{P.Block, P.Event};
      const Event &E = Events[P.Event];
      bool Blocked = false;
      if (E.Kind == EventKind::Barrier ? !barrier(P, E, At, Blocked)
                                       : !happen(P, E, At))
        return false;
      if (Blocked)
        return true;
    }
    const Edge *Taken = Runs.next(P.State, P.Block);
    P.Ended = !Taken;
    if (!Taken)
      return true;
    for (const Edge &E : View.Blocks[P.Block].Next)
      if (E.Condition != None && P.State.FromUnknown[E.Condition])
        return false;
    Runs.enter(P.State, P.Block, Taken->To);
    P.Block = Taken->To;
    P.Entered = false;
  }
  return true;
}

std::optional<Witness> FlagPlay::run(unsigned Steps) {
  bool Any = true;
  while (Any && Steps > 0 && !Race) {
    Any = false;
    for (Player &P : Players) {
      if (P.Ended || Race)
        continue;
      if (!turn(P, Steps))
        return std::nullopt;
      Any = true;
    }
  }
  return Race;
}

} // namespace

std::optional<Witness> playFlags(const SyncView &View, const Machine &Runs,
                                 const Launch &On,
                                 std::array<ThreadId, 2> Threads, AccessSite A,
                                 AccessSite B, unsigned Steps) {
  bool SameWave = linearId(On, Threads[0]) / View.WaveSize ==
                  linearId(On, Threads[1]) / View.WaveSize;
  if (SameWave || A.in(View).Object == None)
    return std::nullopt;
  return FlagPlay(View, Runs, On, Threads, A, B).run(Steps);
}

} // namespace fencepost::check
