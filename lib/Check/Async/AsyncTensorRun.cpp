//===- AsyncTensorRun.cpp - One launch run for tensor transfers ----------===//
// See AsyncTensorRun.h. Whether a transfer of another thread precedes an
// access, and is complete, follows from the number of barrier signals and waits
// between them. So only the first load of a wave and its first complete one are
// compared with each access.
//===----------------------------------------------------------------------===//
#include "AsyncTensorRun.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

/// Limits for one launch: accesses of LDS, and tensor stores examined.
static constexpr size_t MaxAccesses = 1000000, MaxStores = 16;

namespace {

/// The first loads of some threads, and when one is complete.
struct Loads {
  std::optional<AsyncUse> First;
  uint32_t DoneOrder = Never, DoneWaits = Never, DoneSignals = Never;

  void add(const AsyncUse &X) {
    if (!First || X.Signals < First->Signals)
      First = X;
    DoneOrder = std::min(DoneOrder, X.DoneOrder);
    DoneWaits = std::min(DoneWaits, X.DoneWaits);
    DoneSignals = std::min(DoneSignals, X.DoneSignals);
  }
};

struct TensorWave {
  Loads Pending;
  std::set<Site> WaitSites; ///< Of any lane.
};

struct TensorThread {
  Loads Pending;
  std::set<Site> WaitSites;
  std::vector<uint32_t> SignalAt;  ///< As in Trace.
  uint32_t FirstUncertain = Never; ///< In its path.
};

class TensorRun {
public:
  TensorRun(const AsyncPlan &Plan, const sim::Launch &Launch)
      : Plan(Plan), View(Plan.Context.View), Run(Launch) {}

  TensorOutcome run(const sim::Unknowns &Unknowns, unsigned Steps);

private:
  void add(uint32_t Thread, const sim::Trace &Run);
  void addTransfer(uint32_t Thread, const sim::Trace &Run,
                   const TransferTimes &When, uint32_t Step);
  void addUncertain(const sim::Trace &Run, TensorThread &Facts);
  unsigned waveOf(const AsyncUse &Use) const {
    return Use.Thread / View.WaveSize;
  }
  Distance distance(const AsyncUse &X, const AsyncUse &B) const;
  static bool isOrderedAfter(const AsyncUse &X, const AsyncUse &B);
  bool isComplete(const AsyncUse &X, const AsyncUse &B) const;
  bool anyLoadComplete(const AsyncUse &B) const;
  const AsyncUse *loadBefore(const AsyncUse &B) const;
  void checkRead(const AsyncUse &B);
  void checkStore(const AsyncUse &X);
  bool isTainted(const AsyncUse &X, const AsyncUse &B) const;
  void report(const AsyncUse &X, const AsyncUse &B, bool Covered);

  const AsyncPlan &Plan;
  const SyncView &View;
  const sim::Launch &Run;
  std::vector<AsyncUse> Reads, Writes, Stores;
  std::vector<TensorThread> Threads;
  std::vector<TensorWave> Waves;
  /// The smallest number of signals that a thread had made when it reached a
  /// branch on an unknown value.
  uint32_t Uncertain = Never;
  TensorOutcome Result;
};

void TensorRun::addTransfer(uint32_t Thread, const sim::Trace &Run,
                            const TransferTimes &When, uint32_t Step) {
  const sim::TransferStep &At = Run.Steps[Step];
  AsyncUse X;
  X.Site = {At.Site,
            At.Site.in(View).Transfer.Direction == TransferDirection::ToLds};
  X.Thread = Thread;
  X.Order = At.Accesses;
  X.Signals = At.Signals;
  X.PathLength = At.PathLength;
  X.setCompletion(Run, When, Step);
  if (X.Site.Destination) {
    Threads.back().Pending.add(X);
    return Waves.back().Pending.add(X);
  }
  // The lanes of a wave make one request.
  auto IsSame = [&](const AsyncUse &Other) {
    return Other.Site == X.Site && Other.Step == X.Step &&
           waveOf(Other) == waveOf(X);
  };
  if (Stores.size() < MaxStores && llvm::none_of(Stores, IsSame))
    Stores.push_back(X);
}

void TensorRun::addUncertain(const sim::Trace &Run, TensorThread &Facts) {
  for (uint32_t I = 0; I < Run.Path.size(); ++I)
    if (Plan.Uncertain[Run.Path[I]]) {
      Facts.FirstUncertain = I;
      // Events of a block precede its branch.
      Uncertain = std::min<uint32_t>(
          Uncertain, llvm::count_if(Run.SignalAt,
                                    [&](uint32_t At) { return At <= I + 1; }));
      return;
    }
}

void TensorRun::add(uint32_t Thread, const sim::Trace &Run) {
  if (Thread % View.WaveSize == 0)
    Waves.emplace_back();
  TensorThread &Facts = Threads.emplace_back();
  Facts.SignalAt = Run.SignalAt;
  addUncertain(Run, Facts);
  TransferTimes When = completionOf(View, Run);
  for (uint32_t Step = 0; Step < Run.Steps.size(); ++Step) {
    const Event &E = Run.Steps[Step].Site.in(View);
    if (isTensorTransfer(E))
      addTransfer(Thread, Run, When, Step);
    else if (isTransferWait(E))
      Facts.WaitSites.insert(Run.Steps[Step].Site);
  }
  Waves.back().WaitSites.insert(Facts.WaitSites.begin(), Facts.WaitSites.end());
  uint32_t Step = 0, Waits = 0;
  for (uint32_t I = 0; I < Run.Accesses.size(); ++I) {
    const sim::AccessRecord &H = Run.Accesses[I];
    for (; Step < Run.Steps.size() && Run.Steps[Step].Accesses <= I; ++Step)
      Waits += isTransferWait(Run.Steps[Step].Site.in(View));
    if (!std::binary_search(Plan.Sites.begin(), Plan.Sites.end(), H.Site))
      continue;
    AsyncUse Use;
    Use.Site = H.Site;
    Use.Thread = Thread;
    Use.Order = I;
    Use.Signals = H.Signals;
    Use.Waits = H.Waits;
    Use.Epoch = H.Epoch;
    Use.WaitsBefore = Waits;
    Use.PathLength = H.PathLength;
    Use.Address = H.Address;
    (H.Site.in(View).Writes ? Writes : Reads).push_back(Use);
  }
}

Distance TensorRun::distance(const AsyncUse &X, const AsyncUse &B) const {
  if (X.Thread == B.Thread)
    return Distance::SameThread;
  return waveOf(X) == waveOf(B) ? Distance::SameWave : Distance::OtherWave;
}

bool TensorRun::isOrderedAfter(const AsyncUse &X, const AsyncUse &B) {
  return X.Thread == B.Thread ? B.Order >= X.Order : B.Waits > X.Signals;
}

/// True if \p B is after the completion of \p X; lanes of a wave share
/// counters.
bool TensorRun::isComplete(const AsyncUse &X, const AsyncUse &B) const {
  return B.Waits > X.DoneSignals ||
         (X.Thread == B.Thread && B.Order >= X.DoneOrder) ||
         (waveOf(X) == waveOf(B) && B.WaitsBefore >= X.DoneWaits);
}

bool TensorRun::anyLoadComplete(const AsyncUse &B) const {
  return B.Order >= Threads[B.Thread].Pending.DoneOrder ||
         B.WaitsBefore >= Waves[waveOf(B)].Pending.DoneWaits ||
         llvm::any_of(Waves, [&](const TensorWave &W) {
           return B.Waits > W.Pending.DoneSignals;
         });
}

/// A load that \p B is ordered after, of another wave if there is one.
const AsyncUse *TensorRun::loadBefore(const AsyncUse &B) const {
  const std::optional<AsyncUse> *Best = &Threads[B.Thread].Pending.First;
  if (*Best && !isOrderedAfter(**Best, B))
    Best = nullptr;
  bool IsOther = false;
  for (unsigned W = 0; W < Waves.size() && !IsOther; ++W) {
    const std::optional<AsyncUse> &First = Waves[W].Pending.First;
    if (!First || B.Waits <= First->Signals)
      continue;
    IsOther = W != waveOf(B);
    if (IsOther || !Best || !*Best)
      Best = &First;
  }
  return Best && *Best ? &**Best : nullptr;
}

/// Another lane of its wave may have waited where its thread did not, and
/// threads may have taken another edge of a branch on an unknown value.
bool TensorRun::isTainted(const AsyncUse &X, const AsyncUse &B) const {
  const TensorThread &Own = Threads[B.Thread];
  return X.InDoubt || Uncertain < B.Waits ||
         (Own.FirstUncertain != Never &&
          B.PathLength > Own.FirstUncertain + 1) ||
         Threads[X.Thread].WaitSites != Waves[waveOf(X)].WaitSites;
}

void TensorRun::report(const AsyncUse &X, const AsyncUse &B, bool Covered) {
  Distance Between = distance(X, B);
  if (Between == Distance::OtherWave &&
      Threads[X.Thread].SignalAt.size() < B.Waits)
    return; // Its run stopped too early.
  TensorEarly New{{X, B, Between, B.Address, isTainted(X, B)}, Covered};
  auto Worth = [](const TensorEarly &E) {
    return std::tuple(E.Covered, !E.What.Tainted,
                      E.What.Distance == Distance::OtherWave);
  };
  auto [It, IsNew] = Result.Found.try_emplace(B.Site, New);
  if (!IsNew && Worth(It->second) < Worth(New))
    It->second = New;
}

void TensorRun::checkRead(const AsyncUse &B) {
  const AsyncUse *X = loadBefore(B);
  if (!X)
    return;
  Result.Reached.insert(B.Site);
  if (!anyLoadComplete(B))
    report(*X, B, true);
}

/// The LDS that \p X reads was written before. If all of it is written again
/// before \p X is complete, some of the bytes that \p X reads are overwritten.
void TensorRun::checkStore(const AsyncUse &X) {
  std::set<uint64_t> Before, Again;
  std::vector<const AsyncUse *> TooEarly;
  bool Exact = true;
  for (const AsyncUse &B : Writes) {
    bool IsAfter = isOrderedAfter(X, B);
    if (IsAfter)
      Result.Reached.insert(B.Site);
    if (IsAfter && isComplete(X, B))
      continue;
    if (IsAfter)
      TooEarly.push_back(&B);
    uint32_t Bytes = B.Site.in(View).Bytes;
    Exact &= B.Address % 4 == 0 && Bytes % 4 == 0;
    for (uint64_t At = B.Address; At < B.Address + Bytes; At += 4)
      (IsAfter ? Again : Before).insert(At / 4);
  }
  bool Covered = Exact && std::includes(Again.begin(), Again.end(),
                                        Before.begin(), Before.end());
  if (!Covered && X.DoneOrder != Never)
    return;
  for (const AsyncUse *B : TooEarly)
    if (Before.count(B->Address / 4))
      report(X, *B, Covered);
}

TensorOutcome TensorRun::run(const sim::Unknowns &Unknowns, unsigned Steps) {
  unsigned Size = Run.Size[0] * Run.Size[1] * Run.Size[2];
  for (unsigned T = 0; T < Size; ++T) {
    add(T, Plan.Runs.run(Run, sim::threadAt(Run, T), Unknowns, Plan.recorded(),
                         Steps));
    if (Reads.size() + Writes.size() > MaxAccesses) {
      Result.Complete = false;
      return std::move(Result);
    }
  }
  for (const AsyncUse &B : Reads)
    checkRead(B);
  for (const AsyncUse &X : Stores)
    checkStore(X);
  return std::move(Result);
}

} // namespace

TensorOutcome runTensor(const AsyncPlan &Plan, const sim::Launch &Launch,
                        const sim::Unknowns &Unknowns, unsigned Steps) {
  return TensorRun(Plan, Launch).run(Unknowns, Steps);
}

} // namespace fencepost::check
