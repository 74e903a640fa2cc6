//===- PlannedChanges.h - What is to be done to a kernel ------------------===//
// A plan in terms of the view: barriers, fences and waits that are added, and
// barriers that are repaired or removed. lib/PlaceIR/AnchoredPlan.h carries it
// out.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACEIR_PLANNEDCHANGES_H
#define FENCEPOST_PLACEIR_PLANNEDCHANGES_H

#include "fencepost/Place/ProducerConsumer.h"

namespace fencepost::placeir {

/// How transfers are waited for: of each kind until all are complete.
struct CompletionWaits {
  enum class AsyncWaitKind : uint8_t {
    None,
    Marks,   ///< A mark, and a wait for all marks.
    Counter, ///< A wait for the counter of async transfers.
  };
  AsyncWaitKind Async = AsyncWaitKind::None;
  bool Tensor = false; ///< A wait for the counter of the tensor data mover.
  bool any() const { return Async != AsyncWaitKind::None || Tensor; }
};

/// A barrier, or the signal or the wait of one.
struct PlannedBarrier {
  place::InsertionPoint Point;
  bool Signals = true, Waits = true;
  bool Early = false;  ///< As early as it can be at its place.
  bool OnlyLds = true; ///< Nothing else crosses it.
  CompletionWaits First;
};

/// What an existing barrier lacks.
struct RepairedBarrier {
  place::InsertionPoint Point; ///< The event: a signal, a wait or both.
  /// A fence before it, and one after it.
  bool Release = false, Acquire = false;
  bool OnlyLds = true;
  CompletionWaits First;
};

struct PlannedChanges {
  CompletionWaits Resolution;        ///< What the kernel's transfers take.
  std::vector<PlannedBarrier> Added; ///< In their order where they meet.
  std::vector<place::InsertionPoint> WaveFences;
  std::vector<place::InsertionPoint>
      Completions; ///< Waits for transfers alone.
  std::vector<RepairedBarrier> Repaired;
  std::vector<place::InsertionPoint> Removed;   ///< Events.
  std::optional<place::ProducerConsumer> Named; ///< By named barriers.
  bool empty() const {
    return Added.empty() && WaveFences.empty() && Repaired.empty() &&
           Removed.empty() && Completions.empty() && !Named;
  }
};

} // namespace fencepost::placeir

#endif
