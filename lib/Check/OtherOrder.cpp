//===- OtherOrder.cpp - Races that other barriers do or do not prevent ----===//
// See OtherOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/OtherOrder.h"
#include "fencepost/Check/PlayedOrder.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::check {

using namespace view;

namespace {

bool usesClusters(const SyncView &View) {
  bool Any = false;
  forEachEvent(View, [&](Site, const Event &E) {
    Any |= E.Kind == EventKind::Barrier && E.Op.Object.isCluster();
  });
  return Any;
}

/// What several launches show.
struct Shows {
  unsigned Launches = 0; ///< That were run to their ends.
  bool Complete = true;  ///< All were.
  bool IsRight = true;   ///< Nothing is wrong with the barriers themselves.
  struct Pair {
    unsigned Times = 0; ///< Launches with a clash.
    bool Always = true; ///< No barrier is between, in all of them.
    Clash Worst;
  };
  std::map<SitePair, Pair> Pairs;
};

void addLaunch(const Analysis &In, const Machine &Runs, const LaunchPlan &Plan,
               const ClashQuery &Query, Shows &Out) {
  BarrierLaunch Run = runAll(In, Runs, Plan);
  if (!Run.Complete || Run.Split) {
    Out.Complete = false;
    return;
  }
  std::map<SitePair, Clash> Found;
  bool Fits = false;
  for (const auto &Order : ordersFor(Run, Plan, asksForFirst(In.View))) {
    BarrierPlay Played = play(Run.Waves, Order);
    Out.IsRight &= Played.Faults.empty();
    if (!Played.isRight())
      continue;
    Fits = true;
    ClashAnswer Answer = findClashes(In.View, Run, Played, Query);
    Out.Complete &= Answer.Complete;
    for (auto &[Key, C] : Answer.Clashes) {
      auto [It, New] = Found.try_emplace(Key, C);
      if (!New && It->second.InOrder && !C.InOrder)
        It->second = std::move(C);
    }
  }
  if (!Fits) {
    Out.Complete = false;
    return;
  }
  ++Out.Launches;
  for (auto &[Key, C] : Found) {
    Shows::Pair &P = Out.Pairs[Key];
    P.Always &= !C.InOrder;
    if (P.Times++ == 0 || (C.InOrder && !P.Worst.InOrder))
      P.Worst = std::move(C);
  }
}

Shows runLaunches(const Analysis &In, llvm::ArrayRef<uint64_t> Arguments,
                  const ClashQuery &Query) {
  Shows Out;
  Boundaries All{&In.View, {}, {}};
  Machine Runs(In.View, All);
  for (LaunchPlan Plan : plansFor(In, Arguments)) {
    Plan.WithAccesses = true;
    if (!Query.Pairs.empty() && !usesClusters(In.View))
      Plan.Groups[0] = Plan.Groups[1] = Plan.Groups[2] = 1;
    addLaunch(In, Runs, Plan, Query, Out);
  }
  return Out;
}

bool hasOpaque(const SyncView &View) {
  bool Any = false;
  forEachEvent(View, [&](Site, const Event &E) {
    Any |= E.Kind == EventKind::Opaque || isComputedBarrier(View, E);
  });
  return Any;
}

std::string whatIsMissing(const Clash &C, AddressSpace Space, bool Cluster) {
  std::string Name = Space == AddressSpace::Local ? "LDS" : "global memory";
  std::string Result;
  auto Say = [&](bool Covered, bool Any, const char *Where) {
    if (Covered)
      return;
    Result += Result.empty() ? "" : "; ";
    Result += Any ? std::string("the ") + Where + " does not cover " + Name +
                        (Cluster ? " for the cluster" : " for the work-group")
                  : std::string("there is no ") + Where;
  };
  Say(C.Fences.Released, C.Fences.AnyRelease,
      "release fence before the signal");
  Say(C.Fences.Acquired, C.Fences.AnyAcquire, "acquire fence after the wait");
  return Result;
}

/// Makes \p F the error that \p P shows.
void makeError(const SyncView &View, const Shows::Pair &P, bool Cluster,
               Finding &F) {
  const Clash &C = P.Worst;
  AddressSpace Space = View.Objects[C.First.in(View).Object].Space;
  F.Sure = Certainty::Error;
  F.BehindOther = false;
  F.Played = true;
  F.First = C.First;
  F.Second = C.Second;
  F.Conflict = conflict(View, C.First, C.Second).value_or(F.Conflict);
  F.Shown = C.Shown;
  F.Reason.clear();
  F.Kind = Space == AddressSpace::Local ? FindingKind::LdsRace
                                        : FindingKind::GlobalRace;
  if (P.Always)
    return;
  const FenceState &Has = C.Fences;
  bool Narrow =
      (Has.Released || Has.AnyRelease) && (Has.Acquired || Has.AnyAcquire);
  F.Kind =
      Narrow ? FindingKind::FenceTooNarrow : FindingKind::BarrierWithoutFence;
  F.Barrier = C.Barrier;
  F.Shown->Crossed = C.Barrier;
  F.Reason = whatIsMissing(C, Space, Cluster);
}

/// Whether running one launch says all there is to say about \p F.
bool isTheSameInAllLaunches(const SyncView &View, const Dependence &On,
                            const Finding &F) {
  uint8_t Bits = On.ofAllBranches();
  for (AccessSite At : {F.First, F.Second})
    Bits |= On.ofValue(At.in(View).Address);
  return View.SizeIsExact && Bits == 0;
}

std::string itemOf(const Clash &C, unsigned Which) {
  const Actor &A = C.Shown.Threads[Which];
  std::string Id = llvm::utostr(A.Id[0]);
  if (C.Shown.Size[1] != 1 || C.Shown.Size[2] != 1)
    Id = "(" + Id + ", " + llvm::utostr(A.Id[1]) + ", " +
         llvm::utostr(A.Id[2]) + ")";
  return "work-item " + Id + " of work-group " + llvm::utostr(C.Groups[Which]) +
         " of the cluster";
}

std::string clusterText(const SyncView &View, const Finding &F,
                        const Clash &C) {
  const Object &Of = View.Objects[C.First.in(View).Object];
  auto Verb = [&](AccessSite At) {
    const Touch &T = At.in(View);
    return T.Writes ? T.Reads ? " updates" : " writes" : " reads";
  };
  bool IsRace = F.Kind == FindingKind::GlobalRace;
  return (IsRace ? "race on global memory '"
                 : "this barrier does not order global memory '") +
         Of.Name + "': " + itemOf(C, 0) + Verb(C.First) + " byte " +
         llvm::utostr(C.Shown.Byte - Of.Base) + ", and " + itemOf(C, 1) +
         Verb(C.Second) + " it" + (IsRace ? ", with nothing between" : "");
}

} // namespace

std::vector<Finding> refineRaces(Analysis &In, std::vector<Finding> Races) {
  ClashQuery Query;
  for (const Finding &F : Races)
    if (F.BehindOther)
      Query.Pairs.insert(std::minmax(F.First, F.Second));
  if (Query.Pairs.empty() || hasOpaque(In.View))
    return Races;
  Dependence On(In.View, In.Shape);
  if (On.ofBarriers() & ByUnknown)
    return Races;
  std::vector<uint64_t> Arguments;
  if (On.ofAllBranches() & ByArgument)
    Arguments = {3, 8};
  Shows All = runLaunches(In, Arguments, Query);
  if (All.Launches == 0 || !All.IsRight)
    return Races;
  std::vector<Finding> Result;
  for (Finding &F : Races) {
    auto It = All.Pairs.find(std::minmax(F.First, F.Second));
    bool Clashes = F.BehindOther && It != All.Pairs.end();
    if (Clashes && It->second.Times == All.Launches)
      makeError(In.View, It->second, false, F);
    else if (F.BehindOther && !Clashes && All.Complete &&
             isTheSameInAllLaunches(In.View, On, F))
      continue;
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Finding> findClusterRaces(Analysis &In) {
  const SyncView &View = In.View;
  if (uint64_t(View.Cluster[0]) * View.Cluster[1] * View.Cluster[2] < 2 ||
      hasOpaque(View))
    return {};
  Dependence On(View, In.Shape);
  uint8_t Branches = On.ofAllBranches();
  bool ByAtomics = false;
  uint8_t Bits = Branches;
  forEachEvent(View, [&](Site, const Event &E) {
    ByAtomics |= E.Kind == EventKind::Access && E.Op.isAtomic();
    for (const Touch *T : {&E.Memory, &E.Destination})
      if (T->Address != None)
        Bits |= On.ofValue(T->Address);
  });
  if (Branches & ByUnknown)
    return {};
  std::vector<uint64_t> Arguments;
  if (Bits & ByArgument)
    Arguments = {3, 64, 1000};
  Shows All = runLaunches(In, Arguments, {});
  std::vector<Finding> Result;
  if (!All.IsRight)
    return Result;
  for (auto &[Key, P] : All.Pairs) {
    Finding F;
    makeError(View, P, true, F);
    F.Text = clusterText(View, F, P.Worst);
    if (ByAtomics)
      F.Reason = "atomic accesses may order them";
    else if (P.Times < All.Launches || !All.Complete)
      F.Reason = "it depends on the values of arguments";
    else {
      Result.push_back(std::move(F));
      continue;
    }
    F.Sure = Certainty::Possible;
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace fencepost::check
