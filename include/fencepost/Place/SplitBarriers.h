//===- SplitBarriers.h - Signals early, waits late ------------------------===//
// On processors with split barriers, the signal of a chosen barrier moves up
// and its wait down, over accesses that the barrier does not order, so that
// waves do something while they wait for each other (spec/004, "Disjoint
// interval"). They also move over the back edge of a loop, with a signal before
// the loop and a wait after it, if that puts accesses between signal and wait.
// The gain is counted in accesses, weighted by frequency.
//
// Groups of program points are moved into flight one by one, or a loop at a
// time, as long as every conflicting access has a signal and then a wait on its
// path to the other access. Two orders are tried and the better one is taken.
// Whether the conditions of a path can hold together is not asked, so a signal
// or wait may stay where it could move on; never the reverse.
// Tested against all signals and waits by
// unittests/Place/SplitBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_SPLITBARRIERS_H
#define FENCEPOST_PLACE_SPLITBARRIERS_H

#include "fencepost/Place/Placement.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::place {

/// A part of a barrier that is placed.
struct SplitPart {
  bool IsSignal = false;
  bool Completes = false; ///< Transfers are complete before this signal.
  /// Directly after what stands before the gap; otherwise directly before what
  /// stands after it.
  bool Early = false;
  bool operator==(const SplitPart &) const = default;
};

/// Parts that stand together, in their order, and where in the original view.
struct SplitGap {
  InsertionPoint Point;
  llvm::SmallVector<SplitPart, 2> Parts;
};

struct SplitPlacement {
  std::vector<SplitGap> Gaps;
  double Slack = 0;       ///< Accesses between signals and waits, by frequency.
  unsigned Loops = 0;     ///< With a signal before and a wait after them.
  bool IsComplete = true; ///< Not if a limit was hit.
};

struct SplitOptions {
  bool AroundLoops = true; ///< Over back edges as well.
  /// Blocks that are walked through on paths between accesses.
  uint64_t MaxVisits = 400000;
};

SplitPlacement splitBarriers(const view::SyncView &Original,
                             const SlottedView &Slotted,
                             const Placement &Placement,
                             const std::set<CandidateId> &CompleteAt,
                             SplitOptions Options = {});

} // namespace fencepost::place

#endif
