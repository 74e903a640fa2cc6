//===- SplitBarriers.h - Signals early, waits late ------------------------===//
// Barriers that were chosen (Placement.h) are split on processors that can: the
// signal moves up and the wait down, over accesses that the barrier does not
// order, so that waves do something while they wait for each other (spec/004,
// "Disjoint interval"). Over the back edge of a loop as well, with a signal
// before the loop and a wait behind it, if accesses come between signal and
// wait by that. What is gained is counted in accesses, by how often they are
// expected to be executed.
//
// Cells (SplitState.h) are taken into flight one by one, or a loop at a time,
// as long as every access that conflicts has a signal and a wait behind it on
// its way to the other. Two orders are tried and the better is taken. Paths are
// not looked at for whether their conditions go together, so that a signal or
// wait may stay where it could move on; never the other way around. Tested
// against all signals and waits by unittests/Place/SplitBarriersTest.cpp.
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
  /// Directly behind what stands before the gap; otherwise directly before what
  /// stands behind it.
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
  unsigned Loops = 0;     ///< With a signal before and a wait behind them.
  bool IsComplete = true; ///< Not if a limit was hit.
};

struct SplitOptions {
  bool AroundLoops = true; ///< Over back edges as well.
  /// Blocks that are walked through on ways between accesses.
  uint64_t MaxVisits = 400000;
};

SplitPlacement splitBarriers(const view::SyncView &Original,
                             const SlottedView &Slotted, const Placement &Found,
                             const std::set<CandidateId> &CompleteAt,
                             SplitOptions Options = {});

} // namespace fencepost::place

#endif
