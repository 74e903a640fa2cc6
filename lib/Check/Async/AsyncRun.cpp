//===- AsyncRun.cpp - One launch run to find early accesses ---------------===//
// See AsyncRun.h. Accesses of async transfers are kept per granule of four
// bytes and per thread, in the order in which they were issued. They complete
// in the same order, so those that are incomplete at some access are adjacent:
// bisection finds the newest one before the access, and older ones are visited
// until one is complete.
//===----------------------------------------------------------------------===//
#include "AsyncRun.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

/// Limits for one launch: comparisons of accesses, and accesses.
static constexpr uint64_t MaxAccessesCompared = 20000000, MaxUses = 4000000;
/// Transfers of one thread to one byte that are compared with an access.
static constexpr unsigned MaxOlder = 64;

void AsyncUse::setCompletion(const sim::Trace &Run, const TransferTimes &When,
                             uint32_t Number) {
  Step = Number;
  InDoubt = When.InDoubt[Step];
  uint32_t Done = When.DoneAt[Step];
  if (Done == Never)
    return;
  DoneOrder = Run.Steps[Done].Accesses;
  DoneSignals = Run.Steps[Done].Signals;
  DoneWaits = When.WaitsBefore[Done] + 1;
}

namespace {

struct ThreadFacts {
  std::vector<Site> Waits;         ///< Async and machine waits.
  std::vector<uint32_t> SignalAt;  ///< As in Trace.
  uint32_t FirstUncertain = Never; ///< In its path.

  bool isUncertainAt(uint32_t PathLength) const {
    return FirstUncertain != Never && PathLength > FirstUncertain + 1;
  }
};

/// Indices of the async accesses of one granule by one thread, in order.
struct ThreadAccesses {
  uint32_t Thread;
  llvm::SmallVector<uint32_t, 2> Uses;
};

class LaunchRun {
public:
  LaunchRun(const AsyncPlan &Plan, const sim::Launch &Launch)
      : Plan(Plan), View(Plan.Context.View), Run(Launch) {}

  AsyncOutcome run(const sim::Unknowns &Unknowns, unsigned Steps);

private:
  void add(uint32_t Thread, const sim::Trace &Run);
  void index();
  void compare(const AsyncUse &Access);
  void compare(const ThreadAccesses &Earlier, const AsyncUse &Access);
  Distance distance(const AsyncUse &X, const AsyncUse &B) const;
  static bool isOrderedAfter(const AsyncUse &X, const AsyncUse &B,
                             Distance Distance);
  static bool isComplete(const AsyncUse &X, const AsyncUse &B,
                         Distance Distance);
  bool conflict(const AsyncUse &X, const AsyncUse &B, Distance Distance) const;
  bool isTainted(const AsyncUse &X, const AsyncUse &B, Distance Distance) const;
  bool executedSameWaits(const AsyncUse &X, const AsyncUse &B) const;
  void report(const AsyncUse &X, const AsyncUse &B, Distance Distance,
              uint64_t Byte);

  const AsyncPlan &Plan;
  const SyncView &View;
  const sim::Launch &Run;
  std::vector<AsyncUse> Uses;
  std::vector<ThreadFacts> Threads;
  llvm::DenseMap<uint64_t, llvm::SmallVector<ThreadAccesses, 1>> ByPiece;
  uint64_t Compared = 0;
  AsyncOutcome Result;
};

void LaunchRun::add(uint32_t Thread, const sim::Trace &Run) {
  ThreadFacts Facts;
  Facts.SignalAt = Run.SignalAt;
  for (uint32_t I = 0; I < Run.Path.size() && Facts.FirstUncertain == Never;
       ++I)
    if (Plan.Uncertain[Run.Path[I]])
      Facts.FirstUncertain = I;
  TransferTimes When = completionOf(View, Run);
  uint32_t Step = 0, Transfer = Never, Waits = 0;
  auto Pass = [&](uint32_t Accesses) {
    for (; Step < Run.Steps.size() && Run.Steps[Step].Accesses <= Accesses;
         ++Step) {
      const Event &E = Run.Steps[Step].Site.in(View);
      if (E.Kind == EventKind::Transfer)
        Transfer = Step;
      if (isTransferWait(E)) {
        ++Waits;
        Facts.Waits.push_back(Run.Steps[Step].Site);
      }
      Result.Reached.insert(Run.Steps[Step].Site);
    }
  };
  for (uint32_t I = 0; I < Run.Accesses.size(); ++I) {
    const sim::AccessRecord &H = Run.Accesses[I];
    Pass(I);
    if (!std::binary_search(Plan.Sites.begin(), Plan.Sites.end(), H.Site))
      continue;
    Result.Reached.insert(H.Site.Site);
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
    if (isAsyncTransfer(H.Site.Site.in(View)))
      Use.setCompletion(Run, When, Transfer);
    Uses.push_back(Use);
  }
  Pass(Never);
  Threads.push_back(std::move(Facts));
}

void LaunchRun::index() {
  for (uint32_t I = 0; I < Uses.size(); ++I) {
    const AsyncUse &Use = Uses[I];
    if (Use.Step == Never)
      continue;
    uint64_t Last = Use.Address + Use.Site.in(View).Bytes - 1;
    for (uint64_t Piece = Use.Address >> 2; Piece <= Last >> 2; ++Piece) {
      auto &Threads = ByPiece[Piece];
      if (Threads.empty() || Threads.back().Thread != Use.Thread)
        Threads.push_back({Use.Thread, {}});
      Threads.back().Uses.push_back(I);
    }
  }
}

/// True if both lanes executed the same waits up to \p B.
bool LaunchRun::executedSameWaits(const AsyncUse &X, const AsyncUse &B) const {
  const std::vector<Site> &First = Threads[X.Thread].Waits;
  const std::vector<Site> &Second = Threads[B.Thread].Waits;
  return First.size() >= B.WaitsBefore &&
         std::equal(Second.begin(), Second.begin() + B.WaitsBefore,
                    First.begin());
}

Distance LaunchRun::distance(const AsyncUse &X, const AsyncUse &B) const {
  if (X.Thread == B.Thread)
    return Distance::SameThread;
  return X.Thread / View.WaveSize == B.Thread / View.WaveSize
             ? Distance::SameWave
             : Distance::OtherWave;
}

/// True if \p B is ordered after the request of \p X: by program order, by the
/// lockstep of lanes of a wave, or by a barrier. Otherwise they race.
bool LaunchRun::isOrderedAfter(const AsyncUse &X, const AsyncUse &B,
                               Distance Between) {
  switch (Between) {
  case Distance::SameThread:
    return B.Order > X.Order;
  case Distance::SameWave:
    return B.Epoch > X.Epoch;
  case Distance::OtherWave:
    return B.Waits > X.Signals;
  }
  return false;
}

/// True if \p B is ordered after the completion of \p X (docs/model.md M20).
bool LaunchRun::isComplete(const AsyncUse &X, const AsyncUse &B,
                           Distance Between) {
  switch (Between) {
  case Distance::SameThread:
    return B.Order >= X.DoneOrder;
  case Distance::SameWave:
    return B.WaitsBefore >= X.DoneWaits || B.Waits > X.DoneSignals;
  case Distance::OtherWave:
    return B.Waits > X.DoneSignals;
  }
  return true;
}

/// Decides about two accesses to one byte. The run of a thread that stopped too
/// early shows nothing.
bool LaunchRun::conflict(const AsyncUse &X, const AsyncUse &B,
                         Distance Between) const {
  if (!X.Site.in(View).Writes && !B.Site.in(View).Writes)
    return false;
  switch (Between) {
  case Distance::SameThread:
    return X.Step != B.Step;
  case Distance::SameWave:
    return executedSameWaits(X, B);
  case Distance::OtherWave:
    return Threads[X.Thread].SignalAt.size() >= B.Waits;
  }
  return false;
}

bool LaunchRun::isTainted(const AsyncUse &X, const AsyncUse &B,
                          Distance Between) const {
  for (AccessSite At : {X.Site, B.Site})
    if (Plan.Run.valueSources(At.in(View).Address) & ByUnknown)
      return true;
  if (X.InDoubt)
    return true;
  if (Threads[B.Thread].isUncertainAt(B.PathLength))
    return true;
  const ThreadFacts &Other = Threads[X.Thread];
  uint32_t Length = Between == Distance::OtherWave ? Other.SignalAt[B.Waits - 1]
                                                   : B.PathLength;
  return Other.isUncertainAt(Length);
}

void LaunchRun::report(const AsyncUse &X, const AsyncUse &B, Distance Between,
                       uint64_t Byte) {
  EarlyAccess New{X, B, Between, Byte, isTainted(X, B, Between)};
  auto [It, IsNew] = Result.Early.try_emplace({X.Site, B.Site}, New);
  EarlyAccess &Old = It->second;
  // Prefer certain findings, and other waves to the own one.
  auto Worth = [](const EarlyAccess &T) {
    return std::pair(!T.Tainted, T.Distance == Distance::OtherWave);
  };
  if (!IsNew && Worth(Old) < Worth(New))
    Old = New;
}

void LaunchRun::compare(const ThreadAccesses &Earlier, const AsyncUse &Access) {
  Distance Distance = distance(Uses[Earlier.Uses.front()], Access);
  auto Newer = llvm::partition_point(Earlier.Uses, [&](uint32_t I) {
    return isOrderedAfter(Uses[I], Access, Distance);
  });
  uint32_t Bytes = Access.Site.in(View).Bytes;
  for (unsigned Older = 0; Newer != Earlier.Uses.begin() && Older < MaxOlder;
       ++Older) {
    const AsyncUse &X = Uses[*--Newer];
    if (isComplete(X, Access, Distance))
      return;
    if (++Compared > MaxAccessesCompared) {
      Result.Complete = false;
      return;
    }
    std::optional<uint64_t> Byte = sim::commonByte(
        X.Address, X.Site.in(View).Bytes, Access.Address, Bytes);
    if (Byte && conflict(X, Access, Distance))
      report(X, Access, Distance, *Byte);
  }
}

void LaunchRun::compare(const AsyncUse &Access) {
  uint64_t First = Access.Address >> 2;
  uint64_t Last = (Access.Address + Access.Site.in(View).Bytes - 1) >> 2;
  for (uint64_t Piece = First; Piece <= Last && Result.Complete; ++Piece)
    if (auto It = ByPiece.find(Piece); It != ByPiece.end())
      for (const ThreadAccesses &Earlier : It->second) {
        if (++Compared > MaxAccessesCompared)
          Result.Complete = false;
        compare(Earlier, Access);
      }
}

AsyncOutcome LaunchRun::run(const sim::Unknowns &Unknowns, unsigned Steps) {
  unsigned Size = Run.Size[0] * Run.Size[1] * Run.Size[2];
  for (unsigned T = 0; T < Size; ++T) {
    add(T, Plan.Runs.run(Run, sim::threadAt(Run, T), Unknowns, Plan.recorded(),
                         Steps));
    if (Uses.size() > MaxUses) {
      Result.Complete = false;
      return std::move(Result);
    }
  }
  index();
  for (const AsyncUse &Use : Uses)
    compare(Use);
  return std::move(Result);
}

} // namespace

AsyncOutcome runLaunch(const AsyncPlan &Plan, const sim::Launch &Launch,
                       const sim::Unknowns &Unknowns, unsigned Steps) {
  return LaunchRun(Plan, Launch).run(Unknowns, Steps);
}

} // namespace fencepost::check
