//===- BarrierSimulation.h - Barrier objects, simulated -------------------===//
// Waves of one work-group, or of all work-groups of a cluster, each with the
// barrier operations that it executes. One *simulation* runs them by the rules
// of spec/000, "Barrier Operations" and "Named Barriers Model Extensions"
// (docs/model.md B2 to B5): the first wave in an order of preference that can
// continue runs until it has to wait. A simulation ends when all waves have
// ended, when none can continue, or at the first undefined operation. Its
// result is one possible execution; another order of arrivals is another
// simulation.
//
// A simulation also orders the steps: the clock of a step has, for each wave,
// the number of its steps that barrier-execute before the end of that step.
//
// Not diagnosed: two arrivals of one wave in one phase, and drops that race
// with arrivals of other waves. If a wave arrives again before it waits, so
// that it could wait for either phase, the result is unknown.
// Tested against the model of spec/000 (Model/Barriers.h) by
// unittests/Simulate/BarrierSimulationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_BARRIERSIMULATION_H
#define FENCEPOST_SIMULATE_BARRIERSIMULATION_H

#include "fencepost/Sync/BarrierOp.h"
#include "fencepost/View/FlowGraph.h"
#include <optional>

namespace fencepost::sim {

struct WaveStep {
  BarrierOp Op = BarrierOp::Wait; ///< Not ArriveWait.
  BarrierId Object = BarrierId::workgroup();
  unsigned Count = 0; ///< Of an init, or that an arrive sets; 0: none.
  /// Executed only if the last ArriveIsFirst of the wave was first.
  bool IfFirst = false;
  /// ArriveIsFirst: the result that the wave's other steps assume.
  std::optional<bool> Answer;
  uint32_t Event =
      0; ///< Number of the wave's barrier event that it belongs to.
  view::Site Site;
};

struct WaveProgram {
  unsigned Group = 0; ///< Number of the work-group in the cluster.
  std::vector<WaveStep> Steps;
};

enum class BarrierFault : uint8_t {
  NeverInitialised, ///< An operation on a named barrier that is never
                    ///< initialised.
  InitNotBefore,    ///< Nothing orders an init before the operation.
  NotJoined,        ///< A wait without a join.
  JoinedTooLate,    ///< The phase was complete before the join.
  LeaveWithoutJoin,
  LeaveInPhase, ///< Arrived, and left before the phase was complete.
  CountIsZero,
  CountTooSmall, ///< An arrive sets a count that is already reached.
  TooManyLeave,
  ClusterTwice, ///< Two waves of one work-group in one phase.
  TrapBarrier,
  Hang, ///< No wave can continue; the wait of one of them.
};
inline constexpr unsigned NumBarrierFaults = 12;

struct StepRef {
  unsigned Wave = 0, Step = 0;
};

struct BarrierFaultSite {
  BarrierFault Kind;
  StepRef Where;
  std::optional<StepRef> Other; ///< A related step.
  BarrierId Object;             ///< The barrier object.
  unsigned Expected = 0,
           Arrived = 0; ///< Hang: of the phase that is waited for.
};

using Clock = std::vector<uint32_t>; ///< By wave.

struct BarrierSimulation {
  std::vector<BarrierFaultSite>
      Faults; ///< A hang: one for every wave that waits.
  /// All assumed results were right, and every wait has a definite phase.
  bool Fits = true;
  /// By wave, the clock after each executed step.
  std::vector<std::vector<Clock>> Clocks;
  bool isRight() const { return Fits && Faults.empty(); }
};

/// \p Order has every wave once, the preferred one first. Work-groups are
/// numbered from 0 without gaps; all of them together are one cluster.
BarrierSimulation simulateBarriers(llvm::ArrayRef<WaveProgram> Waves,
                                   llvm::ArrayRef<unsigned> Order);

} // namespace fencepost::sim

#endif
