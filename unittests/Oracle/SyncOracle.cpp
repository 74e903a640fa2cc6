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
  const Touch *Memory;
  uint32_t Ordinal; ///< Among accesses.
  unsigned Thread;
  uint64_t Address, Stored;
  /// Arrivals before the release fence that follows it; waits before the
  /// acquire fence that precedes it.
  unsigned Arrivals, Waits;
  unsigned Epoch; ///< What orders lanes, before it.
  unsigned Times; ///< How often the event had happened before.
};

bool isBarrier(const Event &E) {
  return E.Kind == EventKind::Barrier && E.Target == None &&
         E.Op.Object == BarrierId::workgroup();
}

bool ordersLanes(const Event &E) {
  if (E.Kind == EventKind::Fence)
    return E.Op.Reach.Level != ScopeLevel::SingleThread;
  return E.Kind == EventKind::Barrier ||
         (E.Kind == EventKind::MachineWait && E.Text == "wave_barrier");
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
/// first release fence behind it, waits before the last acquire fence before.
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

/// Adds the accesses of one thread. Of a run that was cut short, not those of
/// which it is not known whether they are released.
void collect(const SyncView &View, const Ran &Of, unsigned Thread,
             const std::vector<uint32_t> &Numbers, std::vector<Access> &Out) {
  Around Local(View, Of, AddressSpace::Local),
      Global(View, Of, AddressSpace::Global);
  unsigned Epoch = 0;
  std::map<uint32_t, unsigned> Times;
  for (size_t I = 0; I < Of.Done.size(); ++I) {
    const Happening &H = Of.Done[I];
    const Event &E = *H.What;
    Epoch += ordersLanes(E);
    const Touch *Touches[] = {&E.Memory, &E.Destination};
    for (unsigned T = 0; T < 2; ++T) {
      const Touch &M = *Touches[T];
      if ((!M.Reads && !M.Writes) || M.Object == None || M.Address == None)
        continue;
      const Object &In = View.Objects[M.Object];
      bool Outside = In.Size >= M.Bytes && In.Size > 0 &&
                     H.Address[T] - In.Base > In.Size - M.Bytes;
      const Around &By = In.Space == AddressSpace::Local ? Local : Global;
      bool CutShort = !Of.Ended && By.Arrivals[I] == Around::Never;
      if (In.Kind == ObjectKind::Private || Outside || CutShort)
        continue;
      Out.push_back({&E, &M, 2 * Numbers[H.Ordinal] + T, Thread, H.Address[T],
                     H.Stored, By.Arrivals[I], By.Waits[I], Epoch,
                     Times[H.Ordinal]});
    }
    ++Times[H.Ordinal];
  }
}

bool reachesGroup(const Event &E) {
  return E.Kind == EventKind::Access && E.Op.isAtomic() &&
         E.Op.Reach.Level != ScopeLevel::SingleThread &&
         E.Op.Reach.Level != ScopeLevel::Wavefront;
}

bool isRace(const SyncView &View, const Access &A, const Access &B) {
  if (A.Thread == B.Thread || (!A.Memory->Writes && !B.Memory->Writes) ||
      (reachesGroup(*A.What) && reachesGroup(*B.What)))
    return false;
  if (B.Waits > A.Arrivals || A.Waits > B.Arrivals)
    return false;
  if (A.Thread / View.WaveSize == B.Thread / View.WaveSize) {
    bool OneInstruction = A.What == B.What;
    if (A.Epoch != B.Epoch ||
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

/// By event: its number among accesses, so that events that are taken away or
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

std::set<Race> findRaces(const SyncView &View, const Setting &With) {
  std::vector<uint32_t> Numbers = accessNumbers(View);
  std::vector<Access> All;
  for (unsigned T = 0; T < View.Size[0] * View.Size[1] * View.Size[2]; ++T)
    collect(View, runThread(View, With, T), T, Numbers, All);
  std::set<uint32_t> Written;
  for (const Access &A : All)
    if (A.Memory->Writes)
      Written.insert(A.Memory->Object);
  std::vector<std::pair<uint64_t, const Access *>> ByByte;
  for (const Access &A : All)
    for (uint32_t I = 0; Written.count(A.Memory->Object) && I < A.Memory->Bytes;
         ++I)
      ByByte.push_back({A.Address + I, &A});
  std::sort(ByByte.begin(), ByByte.end());
  std::set<Race> Result;
  for (size_t First = 0, Last = 0; First < ByByte.size(); First = Last) {
    while (Last < ByByte.size() && ByByte[Last].first == ByByte[First].first)
      ++Last;
    for (size_t I = First; I < Last; ++I)
      for (size_t J = First; ByByte[I].second->Memory->Writes && J < Last;
           ++J) {
        const Access &A = *ByByte[I].second, &B = *ByByte[J].second;
        if (isRace(View, A, B))
          Result.insert(std::minmax(A.Ordinal, B.Ordinal));
      }
  }
  return Result;
}

bool agreeOnBarriers(const SyncView &View, const Setting &With) {
  std::vector<std::pair<BarrierOp, bool>> First;
  bool FirstEnded = true;
  for (unsigned T = 0; T < View.Size[0] * View.Size[1] * View.Size[2]; ++T) {
    std::vector<std::pair<BarrierOp, bool>> Mine;
    Ran Of = runThread(View, With, T);
    for (const Happening &H : Of.Done)
      if (H.What->Kind == EventKind::Barrier)
        Mine.push_back({H.What->Op.Action, isBarrier(*H.What)});
    if (T == 0) {
      First = Mine;
      FirstEnded = Of.Ended;
      continue;
    }
    // Of runs that were cut short, only what there is.
    size_t Common = std::min(Mine.size(), First.size());
    if ((Mine.size() > Common && FirstEnded) ||
        (First.size() > Common && Of.Ended) ||
        !std::equal(Mine.begin(), Mine.begin() + Common, First.begin()))
      return false;
  }
  return true;
}

std::string whyNoJudge(const SyncView &View) {
  for (const Block &B : View.Blocks)
    for (const Event &E : B.Events) {
      if (E.Kind == EventKind::Barrier && !isBarrier(E))
        return "barriers of another kind";
      if (E.Kind == EventKind::AsyncMark || E.Kind == EventKind::Transfer)
        return "transfers that complete later";
      if (E.Kind == EventKind::Opaque)
        return "something that is not understood";
    }
  return "";
}

} // namespace fencepost::oracle
