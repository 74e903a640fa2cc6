//===- SyncOracle.cpp - All threads run, all accesses compared ------------===//
// Accesses are put together by byte, so that only those that share one are
// compared.
//===----------------------------------------------------------------------===//
#include "SyncOracle.h"
#include <algorithm>
#include <map>

namespace fencepost::oracle {

using namespace view;

namespace {

/// One access, with the barriers around it.
struct Access {
  const Event *What;
  const AccessRange *Memory;
  uint32_t Ordinal; ///< Among accesses.
  unsigned Thread;
  uint64_t Address, Stored;
  /// Arrivals before the release fence that follows it; waits before the
  /// acquire fence that precedes it.
  unsigned Arrivals, Waits;
  unsigned Epoch; ///< What orders lanes, before it.
  unsigned Times; ///< How often the event had happened before.
  /// Where it begins and is complete among what its thread does.
  size_t Begin, End;
  unsigned EndEpoch; ///< What orders lanes, before its end.
};

bool isBarrier(const Event &E) {
  return E.Kind == EventKind::Barrier && E.Target == None &&
         E.Op.Object == BarrierId::workgroup();
}

bool ordersLanes(const Event &E) {
  if (E.Kind == EventKind::Fence)
    return E.Op.Reach.Level != ScopeLevel::SingleThread;
  return E.Kind == EventKind::Barrier || E.Kind == EventKind::WaveBarrier;
}

bool fenceReaches(const SyncView &View, const Event &E, AddressSpace Space) {
  if (E.Kind != EventKind::Fence ||
      E.Op.Reach.Level == ScopeLevel::SingleThread)
    return false;
  bool OneWave = View.Size[0] * View.Size[1] * View.Size[2] <= View.WaveSize;
  if (E.Op.Reach.Level == ScopeLevel::Wavefront && !OneWave)
    return false;
  return E.Op.Tags.covered({AddressSpace::Global, AddressSpace::Local})
      .has(Space);
}

/// For every happening of a thread, and one address space: arrivals before the
/// first release fence after it, waits before the last acquire fence before.
struct Around {
  Around(const SyncView &View, const Ran &Thread, AddressSpace Space);
  std::vector<unsigned> Arrivals, Waits;
  static constexpr unsigned Never = ~0u;
};

Around::Around(const SyncView &View, const Ran &Thread, AddressSpace Space)
    : Arrivals(Thread.Done.size()), Waits(Thread.Done.size()) {
  std::vector<unsigned> Arrived;
  unsigned Count = 0, Waited = 0, Acquired = 0;
  for (size_t I = 0; I < Thread.Done.size(); ++I) {
    const Event &E = *Thread.Done[I].What;
    Arrived.push_back(Count);
    Waits[I] = Acquired;
    Count += isBarrier(E) && arrives(E.Op.Action);
    Waited += isBarrier(E) && waits(E.Op.Action);
    if (fenceReaches(View, E, Space) && isAcquire(E.Op.Order))
      Acquired = Waited;
  }
  unsigned Released = Never;
  for (size_t I = Thread.Done.size(); I-- > 0;) {
    const Event &E = *Thread.Done[I].What;
    Arrivals[I] = Released;
    if (fenceReaches(View, E, Space) && isRelease(E.Op.Order))
      Released = Arrived[I];
  }
}

bool isAsync(const Event &E) {
  return E.Kind == EventKind::Transfer && E.Op.Kind == OpKind::AsyncLoad;
}

/// For every happening, where it is complete: an async transfer at the wait for
/// a mark after it (docs/model.md M19, M20), the others at once.
std::vector<size_t> findEnds(const Ran &Thread) {
  std::vector<size_t> Ends;
  std::vector<std::pair<size_t, unsigned>> Open; ///< With marks before it.
  unsigned Marks = 0;
  for (size_t I = 0; I < Thread.Done.size(); ++I) {
    const Event &E = *Thread.Done[I].What;
    Ends.push_back(isAsync(E) ? Thread.Done.size() : I);
    if (isAsync(E))
      Open.push_back({I, Marks});
    Marks += E.Kind == EventKind::AsyncMark;
    if (E.Kind == EventKind::AsyncWait)
      std::erase_if(Open, [&](auto &Item) {
        bool IsComplete = Item.second + E.Op.Marks < Marks;
        if (IsComplete)
          Ends[Item.first] = I;
        return IsComplete;
      });
  }
  return Ends;
}

/// Adds the accesses of one thread. Of a run that was cut short, not those of
/// which it is unknown whether they are released.
void collect(const SyncView &View, const Ran &Of, unsigned Thread,
             const std::vector<uint32_t> &Numbers, std::vector<Access> &Out) {
  Around Local(View, Of, AddressSpace::Local),
      Global(View, Of, AddressSpace::Global);
  std::vector<size_t> Ends = findEnds(Of);
  std::vector<unsigned> Epochs{0};
  for (const Happening &H : Of.Done)
    Epochs.push_back(Epochs.back() + ordersLanes(*H.What));
  std::map<uint32_t, unsigned> Times;
  for (size_t I = 0; I < Of.Done.size(); ++I) {
    const Happening &H = Of.Done[I];
    const Event &E = *H.What;
    const AccessRange *Touches[] = {&E.Memory, &E.Destination};
    for (unsigned T = 0; T < 2; ++T) {
      const AccessRange &M = *Touches[T];
      if ((!M.Reads && !M.Writes) || M.Object == None || M.Address == None)
        continue;
      const Object &In = View.Objects[M.Object];
      bool Outside = In.Size >= M.Bytes && In.Size > 0 &&
                     H.Address[T] - In.Base > In.Size - M.Bytes;
      const Around &By = In.Space == AddressSpace::Local ? Local : Global;
      unsigned Arrivals =
          Ends[I] < Of.Done.size() ? By.Arrivals[Ends[I]] : Around::Never;
      bool CutShort = !Of.Ended && Arrivals == Around::Never;
      if (In.Kind == ObjectKind::Private || Outside || CutShort)
        continue;
      Out.push_back({&E, &M, 2 * Numbers[H.Ordinal] + T, Thread, H.Address[T],
                     H.Stored, Arrivals, By.Waits[I], Epochs[I + 1],
                     Times[H.Ordinal], I, Ends[I],
                     Epochs[std::min(Ends[I] + 1, Of.Done.size())]});
    }
    ++Times[H.Ordinal];
  }
}

bool reachesGroup(const Event &E) {
  return E.Kind == EventKind::Access && E.Op.isAtomic() &&
         E.Op.Reach.Level != ScopeLevel::SingleThread &&
         E.Op.Reach.Level != ScopeLevel::Wavefront;
}

/// Whether \p B comes while \p A of its own thread is not complete. Transfers
/// stay in their order.
bool comesTooEarly(const Access &A, const Access &B) {
  return A.Thread == B.Thread && A.Begin < B.Begin && B.Begin < A.End &&
         !isAsync(*B.What);
}

bool isRace(const SyncView &View, const Access &A, const Access &B) {
  if (!A.Memory->Writes && !B.Memory->Writes)
    return false;
  if (A.Thread == B.Thread)
    return comesTooEarly(A, B) || comesTooEarly(B, A);
  if (reachesGroup(*A.What) && reachesGroup(*B.What))
    return false;
  if (B.Waits > A.Arrivals || A.Waits > B.Arrivals)
    return false;
  if (A.Thread / View.WaveSize == B.Thread / View.WaveSize) {
    bool OneInstruction = A.What == B.What;
    if (A.EndEpoch < B.Epoch || B.EndEpoch < A.Epoch ||
        (OneInstruction && (A.Memory != B.Memory || A.Times != B.Times)))
      return false;
  }
  bool SameStore = !A.Memory->Reads && !B.Memory->Reads &&
                   A.Memory->Stored != None && B.Memory->Stored != None &&
                   A.Stored == B.Stored && A.Address == B.Address &&
                   A.Memory->Bytes == B.Memory->Bytes;
  return !SameStore;
}

} // namespace

/// By event: its number among accesses, so that events that are removed or
/// added do not change it.
static std::vector<uint32_t> accessNumbers(const SyncView &View) {
  std::vector<uint32_t> Numbers;
  uint32_t Next = 0;
  for (const Block &B : View.Blocks)
    for (const Event &E : B.Events) {
      bool IsAccess =
          E.Kind == EventKind::Access || E.Kind == EventKind::Transfer;
      Numbers.push_back(Next);
      Next += IsAccess;
    }
  return Numbers;
}

namespace {

/// Compares the accesses of one byte. Sorted by what they wait for, those that
/// a barrier orders after an access end the search for its partners.
class ByteRaces {
public:
  ByteRaces(const SyncView &View, uint32_t Ordinals)
      : View(View), Ordinals(Ordinals), Known(size_t(Ordinals) * Ordinals) {}

  void compare(std::vector<const Access *> &At) {
    std::sort(At.begin(), At.end(), [](const Access *A, const Access *B) {
      return A->Waits < B->Waits;
    });
    for (size_t I = 0; I < At.size(); ++I)
      for (size_t J = I + 1; J < At.size() && At[J]->Waits <= At[I]->Arrivals;
           ++J)
        compare(*At[I], *At[J]);
  }

  std::set<Race> Found;

private:
  void compare(const Access &A, const Access &B) {
    Race R = std::minmax(A.Ordinal, B.Ordinal);
    size_t Number = size_t(R.first) * Ordinals + R.second;
    if (Known[Number] || !isRace(View, A, B))
      return;
    Known[Number] = true;
    Found.insert(R);
  }

  const SyncView &View;
  uint32_t Ordinals;
  std::vector<bool> Known;
};

} // namespace

std::set<Race> findRaces(const SyncView &View,
                         const std::vector<Ran> &Threads) {
  std::vector<uint32_t> Numbers = accessNumbers(View);
  std::vector<Access> All;
  for (unsigned T = 0; T < Threads.size(); ++T)
    collect(View, Threads[T], T, Numbers, All);
  std::set<uint32_t> Written;
  for (const Access &A : All)
    if (A.Memory->Writes)
      Written.insert(A.Memory->Object);
  std::map<uint64_t, std::vector<const Access *>> ByByte;
  for (const Access &A : All)
    for (uint32_t I = 0; Written.count(A.Memory->Object) && I < A.Memory->Bytes;
         ++I)
      ByByte[A.Address + I].push_back(&A);
  ByteRaces Races(View, Numbers.empty() ? 0 : 2 * Numbers.back() + 4);
  for (auto &[Byte, At] : ByByte)
    Races.compare(At);
  return std::move(Races.Found);
}

bool agreeOnBarriers(const std::vector<Ran> &Threads) {
  std::vector<std::pair<BarrierOp, bool>> First;
  for (const Ran &Of : Threads) {
    std::vector<std::pair<BarrierOp, bool>> Mine;
    for (const Happening &H : Of.Done)
      if (H.What->Kind == EventKind::Barrier)
        Mine.push_back({H.What->Op.Action, isBarrier(*H.What)});
    if (&Of == &Threads.front())
      First = Mine;
    // Of runs that were cut short, only what there is.
    size_t Common = std::min(Mine.size(), First.size());
    if ((Mine.size() > Common && Threads.front().Ended) ||
        (First.size() > Common && Of.Ended) ||
        !std::equal(Mine.begin(), Mine.begin() + Common, First.begin()))
      return false;
  }
  return true;
}

std::string whyNoJudge(const SyncView &View) {
  bool HasAsync = false, Waits = false;
  for (const Block &B : View.Blocks)
    for (const Event &E : B.Events) {
      if (E.Kind == EventKind::Barrier && !isBarrier(E))
        return "barriers of another kind";
      if (E.Kind == EventKind::Transfer &&
          (E.Destination.Address == None || E.Memory.Address == None))
        return "transfers of which the bytes are not known";
      HasAsync |= isAsync(E);
      Waits |= E.Kind == EventKind::CounterWait;
      if (E.Kind == EventKind::Opaque)
        return "something that is not understood";
    }
  return HasAsync && Waits ? "waits of the machine for transfers" : "";
}

} // namespace fencepost::oracle
