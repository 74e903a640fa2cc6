//===- WitnessSteps.h - What the two threads of a witness do -------------===//
// Both threads are run again from the kernel's entry (ThreadInterpreter.h). Of
// what they do, the part that decides is kept: the two accesses, and all
// barriers, fences and async marks from the last barrier that both had left, up
// to the barrier at which both are equally far again. So no thread waits for
// another one that never comes, and what a thread does between its access and
// the barrier that the other has passed already (a release fence, or none) is
// there as well. Where one thread made both accesses (a transfer of its own
// that is not complete), the steps are those from one to the other.
//
// Of atomics of different work-groups only the accesses are kept.
//
// A race among other barriers (Finding::Played) takes more than two waves to
// show: nobody must wait for ever. All waves of the launch are run and played
// through again. Kept are the two threads, and of the other waves those that
// take part in named barriers or arrive for their work-group at the cluster's;
// what they meet at without being counted goes on without the rest. Each comes
// as far as the two need it to.
//
// There are no steps (std::nullopt) if the run does not come to the accesses:
// what it depends on is not in the witness. Nor if events that are not
// understood lie on the way, or if there are too many steps.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_WITNESS_WITNESSSTEPS_H
#define FENCEPOST_LIB_CHECK_WITNESS_WITNESSSTEPS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Simulate/ThreadInterpreter.h"

namespace fencepost::check {

struct WitnessStep {
  view::Site At;
  /// Which access of the finding it is: 0 is First, 1 is Second.
  std::optional<unsigned> Access;
};

struct WitnessThread {
  std::vector<WitnessStep> Steps;
  unsigned Wave = 0;
  unsigned Group = 0; ///< Number of the work-group in the cluster.
};

struct WitnessSteps {
  /// As in the witness; one if it made both accesses. Waves that only take
  /// part in barriers follow.
  std::vector<WitnessThread> Threads;
};

/// More in one thread is not a witness for people any more.
inline constexpr unsigned MaxWitnessSteps = 200;

/// \p F must have a witness of two accesses.
std::optional<WitnessSteps> witnessSteps(const view::SyncView &View,
                                         const Defect &F);

} // namespace fencepost::check

#endif
