//===- WitnessSteps.h - The steps of a witness's two threads --------------===//
// Both threads are run again from the kernel's entry (ThreadInterpreter.h). Of
// their operations, the relevant ones are kept: the two accesses, and all
// barriers, fences and async marks from the last barrier that both had left, up
// to the next barrier that both reach. So no thread waits for another one that
// never arrives, and the operations between an access and the barrier that the
// other thread has already passed (a release fence, or none) are included. If
// one thread made both accesses (a transfer of its own that is not complete),
// the steps are those from one to the other.
//
// Of atomics of different work-groups only the accesses are kept.
//
// A race that other barriers might order (Defect::IsSimulated) needs more than
// two waves, because no wave may wait for ever. All waves of the launch are run
// and simulated again. Kept are the two threads, and of the other waves those
// that participate in named barriers or arrive for their work-group at the
// cluster's barrier; barriers that do not count the rest complete without them.
// Each wave is kept up to the step that the two threads need.
//
// There are no steps (std::nullopt) if the run does not reach the accesses
// because it depends on values that the witness does not have, if opaque events
// lie on the path, or if there are too many steps.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_WITNESSSTEPS_H
#define FENCEPOST_CHECK_WITNESSSTEPS_H

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
  /// As in the witness; one if it made both accesses. Waves that only
  /// participate in barriers follow.
  std::vector<WitnessThread> Threads;
};

/// A witness with more steps in one thread is not readable.
inline constexpr unsigned MaxWitnessSteps = 200;

/// \p F must have a witness of two accesses.
std::optional<WitnessSteps> witnessSteps(const view::SyncView &View,
                                         const Defect &F);

/// The fences and barriers on a shortest path between data and its flag; none
/// if there is no path, or other barriers or opaque events lie on it.
std::optional<std::vector<view::Site>>
syncBetween(const view::SyncView &View, view::Site From, view::Site To);

} // namespace fencepost::check

#endif
