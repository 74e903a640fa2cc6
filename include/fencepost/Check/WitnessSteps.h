//===- WitnessSteps.h - What the two threads of a witness do --------------===//
// Both threads are run again from the kernel's entry (Replay.h). Of what they
// do, the part that decides is kept: the two accesses, and all barriers, fences
// and async marks from the last barrier that both had left, up to the barrier
// at which both are equally far again. So no thread waits for another one that
// never comes, and what a thread does between its access and the barrier that
// the other has passed already (a release fence, or none) is there as well.
// Where one thread made both accesses (a transfer of its own that is not
// complete), the steps are those from one to the other.
//
// There are no steps (std::nullopt) if the run does not come to the accesses:
// what it depends on is not in the witness. Nor if barriers other than the
// work-group's, or events that are not understood, lie on the way, or if there
// are too many steps.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_WITNESSSTEPS_H
#define FENCEPOST_CHECK_WITNESSSTEPS_H

#include "fencepost/Check/Replay.h"

namespace fencepost::check {

struct WitnessStep {
  Site At;
  /// Which access of the finding it is: 0 is First, 1 is Second.
  std::optional<unsigned> Access;
};

struct WitnessThread {
  std::vector<WitnessStep> Steps;
  unsigned Wave = 0;
};

struct WitnessSteps {
  /// As in the witness; one if it made both accesses.
  std::vector<WitnessThread> Threads;
};

/// More in one thread is not a witness for people any more.
inline constexpr unsigned MaxWitnessSteps = 200;

/// \p F must have a witness of two accesses.
std::optional<WitnessSteps> witnessSteps(const view::SyncView &View,
                                         const Finding &F);

} // namespace fencepost::check

#endif
