//===- SimulatedLaunches.h - What a few launches show, played through ----===//
// All waves of a few launches are run, their barriers played through
// (BarrierSimulation.h) and their accesses compared (SimulatedOrder.h); here is
// what all of them together show of a pair of accesses, and the finding that it
// is. Tested by unittests/Check/NamedBarrierRacesTest.cpp and
// SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_SIMULATEDLAUNCHES_H
#define FENCEPOST_SIMULATE_SIMULATEDLAUNCHES_H

#include "fencepost/Simulate/SimulatedOrder.h"

namespace fencepost::sim {

/// What several launches show.
struct SimulationSummary {
  unsigned Launches = 0; ///< That were run to their ends.
  bool Complete = true;  ///< All were.
  bool TooLarge = false; ///< Some had too much to run or to compare.
  bool IsRight = true;   ///< Nothing is wrong with the barriers themselves.
  struct Pair {
    unsigned Times = 0;       ///< Launches with a clash.
    bool Always = true;       ///< No barrier is between, in all of them.
    bool FromUnknown = false; ///< An address is not known, in some.
    UnorderedPair Worst;
  };
  std::map<SitePair, Pair> Pairs;
};

/// Runs the kernel with 16 and with each of \p Arguments for all arguments.
SimulationSummary runLaunches(const sym::Analysis &Context,
                              llvm::ArrayRef<uint64_t> Arguments,
                              const OrderQuery &Query);

/// Whether something that is not understood may operate on barriers.
bool hasOpaque(const view::SyncView &View);

} // namespace fencepost::sim

#endif
