//===- WitnessSteps.h - What the two threads of a witness do --------------===//
// Both threads are run again from the kernel's entry (Replay.h). Of what they
// do, the part that decides is kept: the two accesses, and all barriers, fences
// and async marks from the last barrier that both had left, up to the barrier
// at which both are equally far again. So no thread waits for another one that
// never comes, and what a thread does between its access and the barrier that
// the other has passed already (a release fence, or none) is there as well.
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
  bool IsAccess = false; ///< The access of the finding.
};

struct WitnessThread {
  std::vector<WitnessStep> Steps;
  unsigned Wave = 0;
};

struct WitnessSteps {
  WitnessThread Threads[2]; ///< As in the witness.
};

/// More in one thread is not a witness for people any more.
inline constexpr unsigned MaxWitnessSteps = 200;

/// \p F must be a race with a witness.
std::optional<WitnessSteps> witnessSteps(const view::SyncView &View,
                                         const Finding &F);

} // namespace fencepost::check

#endif
