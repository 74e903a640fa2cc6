//===- SimulatedDefect.cpp - The defect that simulated launches show -----===//
// See SimulatedDefect.h.
//===----------------------------------------------------------------------===//
#include "SimulatedDefect.h"

namespace fencepost::check {

using namespace view;

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
  F.Reason.reset();
  F.Kind = Space == AddressSpace::Local ? DefectKind::LdsRace
                                        : DefectKind::GlobalRace;
  F.Fences = {};
  if (P.Always)
    return;
  F.Fences = faultsOf(C.Fences, Space);
  F.Fences.OfCluster = Threads == RaceBetween::WorkGroups;
  F.Kind = F.Fences.areTooNarrow() ? DefectKind::FenceTooNarrow
                                   : DefectKind::BarrierWithoutFence;
  F.Barrier = C.Barrier;
  F.Evidence->Crossed = C.Barrier;
}

} // namespace fencepost::check
