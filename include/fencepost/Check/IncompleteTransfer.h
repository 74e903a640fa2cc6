//===- IncompleteTransfer.h - A transfer that is used too early -----------===//
// What such a defect is (Async.h), as values without the view.
// Report/Check/TransferText.cpp has the sentences.
// Tested by unittests/Check/AsyncTest.cpp and TensorTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_INCOMPLETETRANSFER_H
#define FENCEPOST_CHECK_INCOMPLETETRANSFER_H

#include "fencepost/Check/DefectNames.h"

namespace fencepost::check {

/// A transfer, by what it does to the memory that is accessed too early.
struct TransferName {
  bool IsTensor = false;
  bool IsStore = false; ///< From LDS.
  bool Writes = false;
  auto operator<=>(const TransferName &) const = default;
};

/// Why it is not complete when its memory is accessed.
struct IncompleteTransfer {
  enum class Cause : uint8_t {
    NoMark,        ///< Between it and the wait.
    GroupsLeft,    ///< By the wait.
    TransfersLeft, ///< By the wait.
    WaitAfterBarrier,
    WaitAfterAccess,
    MarkNotCovered,
    NoWait,
  };
  TransferName Transfer;
  bool IsLds = false; ///< The memory.
  std::string Object; ///< Its name, if it is known.
  AccessVerb Access;
  Cause Why = Cause::NoWait;
  unsigned Left = 0, MayBeLeft = 0; ///< Groups or transfers.
  auto operator<=>(const IncompleteTransfer &) const = default;
};

/// The transfer of an IncompleteTransfer, and who collides.
struct TransferNote {
  TransferName Transfer;
  std::optional<uint64_t> Byte; ///< Of the object; unknown for tensors.
  NamedWorkItem By, EarlyBy;
};

/// A wait, mark or barrier that an IncompleteTransfer rests on.
struct WaitNote {
  enum class NoteKind : uint8_t {
    NotCovering,   ///< A wait before which no mark is.
    GroupsLeft,    ///< By this wait.
    TransfersLeft, ///< By this wait.
    Completing,    ///< The wait after which it is complete.
    MarkNotCovered,
    PassedBefore, ///< The barrier that other waves pass before it is complete.
  };
  NoteKind Kind = NoteKind::Completing;
  unsigned Left = 0;
};

/// Waits and marks without a use.
enum class NeedlessAsync : uint8_t {
  WaitWithoutTransfer,
  WaitForNothing, ///< Nothing that it waits for can be outstanding.
  MarkNotCovered,
};

} // namespace fencepost::check

#endif
