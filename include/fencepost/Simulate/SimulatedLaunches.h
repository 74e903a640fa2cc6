//===- SimulatedLaunches.h - Access pairs of simulated launches -----------===//
// All waves of a few launches are run, their barriers simulated
// (BarrierSimulation.h) and their accesses compared (SimulatedOrder.h). Here
// the results of all launches are combined for each pair of accesses. Tested by
// unittests/Check/NamedBarrierRacesTest.cpp and SimulatedRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_SIMULATEDLAUNCHES_H
#define FENCEPOST_SIMULATE_SIMULATEDLAUNCHES_H

#include "fencepost/Simulate/SimulatedOrder.h"

namespace fencepost::sim {

/// The combined result of several launches.
struct SimulationSummary {
  unsigned Launches = 0; ///< That were run to their ends.
  bool Complete = true;  ///< All were.
  bool TooLarge = false; ///< Some had too much to run or to compare.
  bool IsRight = true;   ///< The barriers themselves have no fault.
  struct Pair {
    unsigned Times = 0;       ///< Launches with a clash.
    bool Always = true;       ///< No barrier is between, in all of them.
    bool FromUnknown = false; ///< An address is unknown in some launch.
    UnorderedPair Worst;
  };
  std::map<SitePair, Pair> Pairs;
};

/// Runs the kernel with 16 and with each of \p Arguments for all arguments.
SimulationSummary runLaunches(const sym::Analysis &Context,
                              llvm::ArrayRef<uint64_t> Arguments,
                              const OrderQuery &Query);

/// True if the view has opaque events, which may operate on barriers.
bool hasOpaque(const view::SyncView &View);

} // namespace fencepost::sim

#endif
