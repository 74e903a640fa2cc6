//===- Async.cpp - Transfers that are used before they are complete ------===//
// See Async.h. Launches are run one after the other (AsyncRun.h), and their
// results are combined for each pair of a transfer and an access.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Async.h"
#include "AsyncDefect.h"
#include "AsyncLaunches.h"

namespace fencepost::check {

using namespace view;

/// The solver searches a launch that reaches a transfer for at most so many.
static constexpr unsigned MaxReaching = 8;

namespace {

class NotComplete {
public:
  explicit NotComplete(sym::Analysis &Context)
      : Context(Context), Plan(Context), Launches(launchesOf(Context)) {}

  std::vector<Defect> run();

private:
  using Pair = AsyncOutcome::Pair;
  struct Verdict {
    Certainty Sure = Certainty::Possible;
    std::optional<check::Reason> Reason;
    size_t Launch = 0; ///< The launch that shows it.
  };

  bool runAll();
  void reachOthers();
  bool reached(Site At) const;
  Verdict judge(Pair Pair) const;
  bool dependsOnLaunch(Pair Pair) const;
  bool isShownByAll(Pair Pair) const;
  Defect finding(Pair Pair, const Verdict &Verdict) const;
  Defect unclear(Site At, Reason Why) const;

  sym::Analysis &Context;
  AsyncPlan Plan;
  std::vector<AsyncLaunch> Launches;
  std::vector<AsyncOutcome> Outcomes; ///< By launch.
};

bool NotComplete::reached(Site At) const {
  return llvm::any_of(Outcomes, [&](const AsyncOutcome &Out) {
    return Out.Reached.count(At) != 0;
  });
}

/// False if the view is too large to be run.
bool NotComplete::runAll() {
  for (size_t I = Outcomes.size(); I < Launches.size(); ++I) {
    unsigned Steps = stepsFor(Context, Launches[I].Run);
    if (Steps == 0)
      return false;
    Outcomes.push_back(
        runLaunch(Plan, Launches[I].Run, Launches[I].Unknowns, Steps));
  }
  return true;
}

void NotComplete::reachOthers() {
  unsigned Asked = 0;
  for (Site At : Plan.Transfers) {
    if (reached(At))
      continue;
    if (++Asked > MaxReaching)
      return;
    if (std::optional<AsyncLaunch> L = launchReaching(Context, At)) {
      Launches.push_back(std::move(*L));
      runAll();
    }
  }
}

/// True if other arguments could make the bytes distinct.
bool NotComplete::dependsOnLaunch(Pair Pair) const {
  uint8_t First = Plan.Run.valueSources(Pair.first.in(Context.View).Address);
  uint8_t Second = Plan.Run.valueSources(Pair.second.in(Context.View).Address);
  return (First | Second) & ByArgument;
}

/// True if all launches with sensible arguments that reach both show it.
bool NotComplete::isShownByAll(Pair Pair) const {
  for (size_t I = 0; I < Launches.size(); ++I)
    if (Launches[I].IsWide && Outcomes[I].Reached.count(Pair.first.Site) &&
        Outcomes[I].Reached.count(Pair.second.Site) &&
        !Outcomes[I].Early.count(Pair))
      return false;
  return true;
}

NotComplete::Verdict NotComplete::judge(Pair Pair) const {
  Verdict Result;
  const EarlyAccess *Best = nullptr;
  unsigned Shown = 0, Reached = 0;
  for (size_t I = 0; I < Launches.size(); ++I) {
    Reached += Outcomes[I].Reached.count(Pair.first.Site) &&
               Outcomes[I].Reached.count(Pair.second.Site);
    auto It = Outcomes[I].Early.find(Pair);
    if (It == Outcomes[I].Early.end())
      continue;
    ++Shown;
    if (!Best || (Best->Tainted && !It->second.Tainted)) {
      Best = &It->second;
      Result.Launch = I;
    }
  }
  bool Other = Best->Distance == Distance::OtherWave;
  bool BothFill =
      Pair.second.Site.in(Context.View).Kind == EventKind::Transfer &&
      Pair.first.Destination && Pair.second.Destination;
  bool MayOrder = false, Opaque = false;
  forEachEvent(Context.View, [&](Site, const Event &E) {
    MayOrder |= mayOrder(E);
    Opaque |= E.Kind == EventKind::Opaque;
  });
  if (Best->Tainted)
    Result.Reason = Reason::UnknownAddressConditionOrWait;
  else if (Opaque || (MayOrder && Other))
    Result.Reason = Reason::BarrierMayOrder;
  else if (BothFill && !Other)
    Result.Reason = Reason::TransfersMayBeInOrder;
  else if (dependsOnLaunch(Pair) ? !isShownByAll(Pair)
                                 : Shown == 1 && Reached > 1)
    Result.Reason = Reason::DependsOnArguments;
  else
    Result.Sure = Certainty::Error;
  return Result;
}

/// Runs the two threads once more to see what they did.
Defect NotComplete::finding(Pair Pair, const Verdict &Verdict) const {
  const EarlyAccess &Found = Outcomes[Verdict.Launch].Early.at(Pair);
  const AsyncLaunch &L = Launches[Verdict.Launch];
  unsigned Steps = stepsFor(Context, L.Run);
  auto Run = [&](uint32_t Thread) {
    return Plan.Runs.run(L.Run, sim::threadAt(L.Run, Thread), L.Unknowns,
                         Plan.recorded(), Steps);
  };
  Defect F;
  F.Kind = DefectKind::AsyncNotComplete;
  F.Certainty = Verdict.Sure;
  F.Reason = Verdict.Reason;
  fillIn(Plan, L.Run, Found, Run(Found.Transfer.Thread),
         Run(Found.Access.Thread), F);
  return F;
}

Defect NotComplete::unclear(Site At, Reason Why) const {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = Certainty::Unknown;
  F.First = F.Second = {At, false};
  F.Reason = Why;
  return F;
}

std::vector<Defect> NotComplete::run() {
  std::vector<Defect> Result;
  if (Plan.Transfers.empty() || Plan.Sites.empty())
    return Result;
  if (!runAll())
    return {unclear(Plan.Transfers.front(), Reason::AsyncKernelTooLarge)};
  reachOthers();
  std::map<AccessSite, std::vector<std::pair<Verdict, Pair>>> ByAccess;
  std::set<Pair> Pairs;
  for (const AsyncOutcome &Out : Outcomes)
    for (const auto &[Pair, Found] : Out.Early)
      Pairs.insert(Pair);
  for (Pair Pair : Pairs)
    ByAccess[Pair.second].push_back({judge(Pair), Pair});
  for (auto &[At, List] : ByAccess) {
    auto Best = llvm::min_element(List, [](const auto &A, const auto &B) {
      return A.first.Sure < B.first.Sure;
    });
    Result.push_back(finding(Best->second, Best->first));
  }
  for (Site At : Plan.Transfers)
    if (!reached(At))
      Result.push_back(unclear(At, Reason::TransferNotReached));
  if (Result.empty() && llvm::any_of(Outcomes, [](const AsyncOutcome &Out) {
        return !Out.Complete;
      }))
    Result.push_back(
        unclear(Plan.Transfers.front(), Reason::TooManyTransferPairs));
  return Result;
}

} // namespace

std::vector<Defect> findNotComplete(sym::Analysis &Context) {
  return NotComplete(Context).run();
}

std::vector<Defect> findAsync(sym::Analysis &Context) {
  std::vector<Defect> Result = findNotComplete(Context);
  for (Defect &F : findTensorNotComplete(Context))
    Result.push_back(std::move(F));
  auto IsError = [](const Defect &F) {
    return F.Certainty == Certainty::Error;
  };
  if (llvm::any_of(Result, IsError))
    return Result;
  std::vector<Defect> More = findNeedlessAsync(Context.View);
  std::move(More.begin(), More.end(), std::back_inserter(Result));
  return Result;
}

} // namespace fencepost::check
