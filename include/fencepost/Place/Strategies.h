//===- Strategies.h - The placements of spec/004, for comparison ----------===//
// spec/004 (Shared Memory Barrier Placements) walks a kernel in program order,
// the body of a loop twice, and keeps for each object of LDS a window of
// producers followed by consumers: once for reads after writes, once for writes
// after reads. Its strategies stab the windows: `minimize` with barriers before
// consumers, `disjoint` with a wait there and a signal after the nearest
// producer. Addresses, waves and loops with zero trips are ignored, so they
// place needless barriers and leave hazards; the latter are found here by
// HazardFinder.
//
// Objects are handled one by one: accesses to an unknown object are left out,
// as are transfers out of LDS. Existing barriers are ignored.
// Tested by unittests/Place/StrategiesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_STRATEGIES_H
#define FENCEPOST_PLACE_STRATEGIES_H

#include "fencepost/Place/Hazard.h"

namespace fencepost::place {

/// SyncRegion of spec/004: a producer and a consumer, by their numbers in
/// program order.
struct Window {
  uint32_t Producer = 0, Consumer = 0;
  bool IsLoopCarried = false; ///< The producer comes later in program order.
  /// Loop-carried: the first and last number of the loop.
  uint32_t LoopStart = 0, LoopEnd = 0;
  bool operator==(const Window &) const = default;
};

/// Accesses of LDS in program order, and their windows.
struct Windows {
  std::vector<view::AccessSite> Accesses;
  std::vector<Window> All; ///< Writes after reads first.
};

Windows findWindows(const view::SyncView &View);

/// Accesses before which `minimize` puts a barrier, in the order of choice.
std::vector<uint32_t> minimizedPositions(llvm::ArrayRef<Window> All);

/// What a strategy does to a kernel.
struct StrategyResult {
  std::vector<InsertionPoint> Barriers; ///< Or waits.
  std::vector<InsertionPoint>
      Signals;                 ///< `disjoint`: for each wait, right before.
  unsigned Divergent = 0;      ///< Of these, where not all waves come.
  std::vector<Hazard> Hazards; ///< Those that are not ordered,
  view::SyncView Placed;       ///< in the kernel with the barriers.
};

StrategyResult placeMinimized(const view::SyncView &View);
StrategyResult placeDisjoint(const view::SyncView &View);

/// Fills in Divergent and Hazards.
void evaluateStrategy(const view::SyncView &View, StrategyResult &Result);

} // namespace fencepost::place

#endif
