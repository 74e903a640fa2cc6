//===- PhaseFault.h - Do signals and waits alternate? ---------------------===//
// spec/004's verification of its output, on every path instead of one order of
// the program: no wait of the work-group barrier comes before its signal, no
// signal comes while a phase is in flight, and none is left without its wait.
// It knows nothing of how barriers are placed, and is also asked about views of
// modules after placement.
// Tested by unittests/Place/PhaseFaultTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PHASEFAULT_H
#define FENCEPOST_PLACE_PHASEFAULT_H

#include "fencepost/View/FlowGraph.h"

namespace fencepost::place {

enum class PhaseFault : uint8_t {
  WaitWithoutSignal,
  SignalInFlight, ///< The phase before has no wait yet.
  NotWaitedFor,   ///< The kernel ends in flight.
  PathsDiffer,    ///< In flight on one path to a block, and not on another.
};

struct LocatedPhaseFault {
  PhaseFault Fault = PhaseFault::WaitWithoutSignal;
  /// The barrier; of a block where paths meet or the kernel ends, its end.
  view::Site Position;
};

/// The first fault of \p View in the order of its blocks, if there is one.
std::optional<LocatedPhaseFault> findPhaseFault(const view::SyncView &View);

} // namespace fencepost::place

#endif
