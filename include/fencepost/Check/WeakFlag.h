//===- WeakFlag.h - A flag that does not publish its data -----------------===//
// What such a defect is, as values without the view.
// Report/Check/PublicationText.cpp has the sentences.
// Tested by unittests/Check/PublicationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_WEAKFLAG_H
#define FENCEPOST_CHECK_WEAKFLAG_H

#include "fencepost/Sync/Scope.h"
#include <string>

namespace fencepost::check {

/// What is wrong with the write or the read of a flag.
struct WeakFlag {
  enum class FlagFault : uint8_t {
    NotAtomic,
    NarrowScope,
    NotSynchronized,  ///< No release, or no acquire.
    NoBarrier,        ///< To other work-items of the work-group.
    NoBarrierRelease, ///< There is a barrier, without this fence.
    NoBarrierAcquire,
  };
  /// What is wrong with the fence beside the flag: NotSynchronized.
  enum class FenceFault : uint8_t {
    NoFence,
    NarrowScope,
    MovesNothing, ///< It makes nothing available or visible.
    OtherMemory,  ///< Not global memory.
  };
  bool Publishes = true; ///< Or it is read.
  bool IsUpdate = false; ///< It is read and written at once.
  FlagFault Fault = FlagFault::NotSynchronized;
  FenceFault Fence = FenceFault::NoFence;
  /// Of the flag or the fence: NarrowScope.
  ScopeLevel Reach = ScopeLevel::System;
  bool ReachesOneSpace = false; ///< Its "-one-as" form.
  std::string Flag, Data;       ///< Their names, if they are known.
  auto operator<=>(const WeakFlag &) const = default;
};

/// Where the data and its flag are accessed.
struct PublicationNote {
  enum class AccessKind : uint8_t { Stored, FlagWritten, FlagRead, Read };
  AccessKind Access = AccessKind::Stored;
  std::string Data; ///< Its name, if it is known.
};

} // namespace fencepost::check

#endif
