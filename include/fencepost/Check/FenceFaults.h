//===- FenceFaults.h - What the fences of a barrier lack ------------------===//
// A barrier orders memory by a release fence before its signal and an acquire
// fence after its wait (docs/model.md M7).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_FENCEFAULTS_H
#define FENCEPOST_CHECK_FENCEFAULTS_H

#include "fencepost/Simulate/SimulatedOrder.h"

namespace fencepost::check {

enum class FenceFault : uint8_t {
  None,
  Absent,
  TooNarrow, ///< It does not cover the memory or the threads.
};

struct FenceFaults {
  FenceFault Release = FenceFault::None;    ///< Before the signal.
  FenceFault Acquire = FenceFault::None;    ///< After the wait.
  AddressSpace Space = AddressSpace::Local; ///< Of the data.
  bool OfCluster = false; ///< Threads of several work-groups race.

  /// Whether fences that exist are all that is wrong.
  bool areTooNarrow() const {
    return Release != FenceFault::Absent && Acquire != FenceFault::Absent;
  }
  auto operator<=>(const FenceFaults &) const = default;
};

inline FenceFaults faultsOf(const sim::FenceState &Fences, AddressSpace Space) {
  auto FaultOf = [](bool Covers, bool Any) {
    return Covers ? FenceFault::None
           : Any  ? FenceFault::TooNarrow
                  : FenceFault::Absent;
  };
  return {FaultOf(Fences.Released, Fences.AnyRelease),
          FaultOf(Fences.Acquired, Fences.AnyAcquire), Space};
}

} // namespace fencepost::check

#endif
