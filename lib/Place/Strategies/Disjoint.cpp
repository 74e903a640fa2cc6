//===- Disjoint.cpp - find_disjoint_interval_strategy of spec/004 --------===//
// Waits stand where `minimize` has barriers. The signal of a wait stands behind
// the nearest producer of a window that ends there, unless that is in another
// block or a loop carries the window: then right before the wait. See
// Strategies.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Strategies.h"

namespace fencepost::place {

StrategyResult placeDisjoint(const view::SyncView &View) {
  StrategyResult Result;
  Windows Windows = findWindows(View);
  std::vector<uint32_t> Waits = minimizedPositions(Windows.All);
  for (uint32_t Wait : Waits) {
    view::Site At = Windows.Accesses[Wait].At;
    InsertionPoint Signal{At.Block, At.Event};
    std::optional<uint32_t> Nearest;
    for (const Window &W : Windows.All)
      if (!W.IsLoopCarried && W.Producer < Wait && Wait <= W.Consumer)
        Nearest = std::max(Nearest.value_or(0), W.Producer);
    if (Nearest && Windows.Accesses[*Nearest].At.Block == At.Block)
      Signal.Event = Windows.Accesses[*Nearest].At.Event + 1;
    Result.Barriers.push_back({At.Block, At.Event});
    Result.Signals.push_back(Signal);
  }
  evaluateStrategy(View, Result);
  return Result;
}

} // namespace fencepost::place
