//===- NeedlessSync.h - Synchronization that a kernel does not need -------===//
// What such a defect is, as values without the view.
// Report/Check/NeedlessText.cpp has the sentences.
// Tested by unittests/Check/NeedlessTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_NEEDLESSSYNC_H
#define FENCEPOST_CHECK_NEEDLESSSYNC_H

#include "fencepost/Sync/Ordering.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost::check {

/// The instructions of a fence, if the processor is known.
using FenceCode = std::optional<std::vector<std::string>>;

struct NeedlessSync {
  enum class Reason : uint8_t {
    // Of barriers.
    BarrierFollows, ///< With no access to memory in between.
    BarrierPrecedes,
    NothingCrosses,
    OneWave, ///< A wave barrier is sufficient.
    // Of fences.
    OrdersNothing,
    TooWide,   ///< Work-group scope is sufficient.
    Undecided, ///< From this operation on.
  };
  Reason Why = Reason::Undecided;
  FenceCode Code; ///< Of fences.
  auto operator<=>(const NeedlessSync &) const = default;
};

/// A fence beside a barrier that can be removed.
struct FenceNote {
  enum class FenceRole : uint8_t {
    Removable,     ///< With the barrier.
    OrdersOthers,  ///< For another barrier, an atomic or a transfer.
    OrdersLanes,   ///< Of a wave.
    OrdersOneWave, ///< The work-group is one: wavefront scope is sufficient.
  };
  FenceRole Role = FenceRole::Removable;
  Ordering Order = Ordering::Release;
  FenceCode Code;
};

/// Another operation of a split barrier that can be removed.
struct OperationNote {};

} // namespace fencepost::check

#endif
