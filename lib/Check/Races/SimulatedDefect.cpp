//===- SimulatedDefect.cpp - The defect that simulated launches show -----===//
// See SimulatedDefect.h.
//===----------------------------------------------------------------------===//
#include "SimulatedDefect.h"

namespace fencepost::check {

using namespace view;

static std::string whatIsMissing(const sim::UnorderedPair &C,
                                 AddressSpace Space, RaceBetween Threads) {
  std::string Name = Space == AddressSpace::Local ? "LDS" : "global memory";
  std::string Result;
  auto Say = [&](bool Covered, bool Any, const char *Where) {
    if (Covered)
      return;
    Result += Result.empty() ? "" : "; ";
    Result +=
        Any ? std::string("the ") + Where + " does not cover " + Name +
                  (Threads == RaceBetween::WorkGroups ? " for the cluster"
                                                      : " for the work-group")
            : std::string("there is no ") + Where;
  };
  Say(C.Fences.Released, C.Fences.AnyRelease,
      "release fence before the signal");
  Say(C.Fences.Acquired, C.Fences.AnyAcquire, "acquire fence after the wait");
  return Result;
}

void makeError(const SyncView &View, const sim::SimulationSummary::Pair &P,
               RaceBetween Threads, Defect &F) {
  const sim::UnorderedPair &C = P.Worst;
  AddressSpace Space = View.Objects[C.First.in(View).Object].Space;
  F.Certainty = Certainty::Error;
  F.AfterNamedOrCluster = false;
  F.IsSimulated = true;
  F.First = C.First;
  F.Second = C.Second;
  F.Conflict = conflict(View, C.First, C.Second).value_or(F.Conflict);
  F.Evidence = C.Evidence;
  F.Reason.clear();
  F.Kind = Space == AddressSpace::Local ? DefectKind::LdsRace
                                        : DefectKind::GlobalRace;
  if (P.Always)
    return;
  const sim::FenceState &Has = C.Fences;
  bool Narrow =
      (Has.Released || Has.AnyRelease) && (Has.Acquired || Has.AnyAcquire);
  F.Kind =
      Narrow ? DefectKind::FenceTooNarrow : DefectKind::BarrierWithoutFence;
  F.Barrier = C.Barrier;
  F.Evidence->Crossed = C.Barrier;
  F.Reason = whatIsMissing(C, Space, Threads);
}

} // namespace fencepost::check
