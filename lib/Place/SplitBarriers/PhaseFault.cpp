//===- PhaseFault.cpp - Do signals and waits alternate? -------------------===//
// See PhaseFault.h. One value a block: whether a phase is in flight when it is
// entered, which all paths to it must agree on.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/PhaseFault.h"
#include "fencepost/Symbolic/Regions.h"

namespace fencepost::place {

using namespace view;

/// What the events of \p Block do to a phase that is \p InFlight.
static std::optional<LocatedPhaseFault> pass(const SyncView &View,
                                             BlockId Block, bool &InFlight) {
  const std::vector<Event> &Events = View.Blocks[Block].Events;
  for (uint32_t I = 0; I < Events.size(); ++I) {
    if (!view::isWorkgroupBarrier(Events[I]))
      continue;
    BarrierOp Action = Events[I].Op.Action;
    if (arrives(Action) && InFlight)
      return LocatedPhaseFault{PhaseFault::SignalInFlight, {Block, I}};
    InFlight |= arrives(Action);
    if (waits(Action) && !InFlight)
      return LocatedPhaseFault{PhaseFault::WaitWithoutSignal, {Block, I}};
    InFlight &= !waits(Action);
  }
  return std::nullopt;
}

std::optional<LocatedPhaseFault> findPhaseFault(const SyncView &View) {
  std::vector<std::optional<bool>> AtStart(View.Blocks.size());
  AtStart[0] = false;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    // In reverse post-order, a block that can be reached has been reached.
    if (!AtStart[B])
      continue;
    bool InFlight = *AtStart[B];
    if (std::optional<LocatedPhaseFault> Found = pass(View, B, InFlight))
      return Found;
    uint32_t End = View.Blocks[B].Events.size();
    if (View.Blocks[B].Next.empty() && InFlight && !View.Blocks[B].Unreachable)
      return LocatedPhaseFault{PhaseFault::NotWaitedFor, {B, End}};
    for (const Edge &E : View.Blocks[B].Next) {
      if (AtStart[E.To] && *AtStart[E.To] != InFlight)
        return LocatedPhaseFault{PhaseFault::PathsDiffer, {B, End}};
      AtStart[E.To] = InFlight;
    }
  }
  return std::nullopt;
}

} // namespace fencepost::place
