//===- Barriers.h - All barrier executions of a program -------------------===//
// The barrier execution model of spec/000, apart from memory: given the barrier
// instructions that each wavefront would execute, all the ways in which phases
// form, waits are assigned to phases, and wavefronts get stuck (docs/model.md
// B1 to B7). Solutions that differ only in the order of arrivals inside a phase
// are one (B6). Tested by unittests/Model/BarriersTest.cpp against a
// brute-force oracle.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_BARRIERS_H
#define FENCEPOST_MODEL_BARRIERS_H

#include "fencepost/Model/Outcome.h"
#include <chrono>
#include <optional>

namespace fencepost::model {

/// A barrier instruction that a wavefront executes.
struct BarrierStep {
  BarrierOp Op = BarrierOp::Wait; ///< Not ArriveWait.
  BarrierId Object = BarrierId::workgroup();
  int32_t Count = 0; ///< Init: the count. Arrive: the new count, 0: unchanged.
  ProgramPoint Where;

  bool sameAs(const BarrierStep &Other) const {
    return Op == Other.Op && Object == Other.Object && Count == Other.Count;
  }
};

struct WaveSteps {
  unsigned Workgroup = 0; ///< Number of the workgroup instance, from 0.
  unsigned Cluster = 0;   ///< Number of the cluster instance, from 0.
  std::vector<BarrierStep> Steps;
  /// The wavefront runs to its end after the last step. If not, undefined
  /// behaviour cuts it short there: it drops nothing.
  bool Ends = true;
  /// The last step is a wait at which it is decided that the wavefront hangs.
  /// Only used when BarrierProblem::EndsDecided.
  bool StuckAtLast = false;
};

struct BarrierProblem {
  std::vector<WaveSteps> Waves;
  /// Where each wavefront stops is given. Otherwise the solver finds out which
  /// waits can be passed, and gives a solution for each maximal way to
  /// continue.
  bool EndsDecided = false;
  /// What people call the named barriers, from number 1 on; may be left out.
  std::vector<std::string> Names;
};

/// A step of a wave; Step == Steps.size() is the wave's implicit drop of the
/// workgroup barrier, Step == Steps.size() + 1 the implicit drop of the cluster
/// barrier, which is written under the workgroup's first wave.
struct StepRef {
  unsigned Wave = 0;
  unsigned Step = 0;

  auto operator<=>(const StepRef &) const = default;
};

struct WaitPhase {
  StepRef Wait;
  unsigned Phase = 0;                ///< Of its object, from 1, for people.
  std::vector<StepRef> Participants; ///< Sorted.

  bool operator==(const WaitPhase &) const = default;
};

struct StuckWait {
  StepRef Wait;
  std::string Why; ///< "expects 3 arrivals, 2 arrived: P0, P1"
};

struct BarrierUndefined {
  Undefined Kind;
  std::vector<StepRef> Where;
  std::string Why;
};

struct BarrierSolution {
  /// Per wave, how many steps it executes; less than Steps.size() if it is
  /// stuck at (or cut short before) step Passed[W].
  std::vector<unsigned> Passed;
  std::vector<WaitPhase> Waits; ///< Of the waits that were passed; sorted.
  std::vector<StepRef> FirstArrivals; ///< The isfirst arrives that give 1.
  std::vector<StuckWait> Stuck;       ///< Not empty: hang, if nothing else.
  std::vector<BarrierUndefined> Undefined; ///< Hang included.
};

struct BarrierAnswer {
  std::vector<BarrierSolution> Solutions;
  std::string StoppedBy; ///< Why solutions may be missing; empty if none are.
};

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

BarrierAnswer solveBarriers(const BarrierProblem &Problem, Deadline Until);

/// barrier-executes-before of one solution, as a question.
class ExecutesBefore {
public:
  ExecutesBefore(const BarrierProblem &Problem,
                 const BarrierSolution &Solution);
  bool operator()(StepRef A, StepRef B) const;

private:
  unsigned indexOf(StepRef Ref) const;
  std::vector<unsigned> Base; ///< First index of each wave.
  unsigned Words = 0;         ///< Per row.
  std::vector<uint64_t> Rows;
};

} // namespace fencepost::model

#endif
