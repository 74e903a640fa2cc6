//===- DefectDetail.h - What one check says of its defect -----------------===//
// Defects of some checks are more than their kind and their accesses. What they
// are is a value of the check's own, which the message is made from; a note
// says what is at another event. Neither needs the view.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECTDETAIL_H
#define FENCEPOST_CHECK_DEFECTDETAIL_H

#include "fencepost/Check/BarrierMisuse.h"
#include "fencepost/Check/IncompleteTransfer.h"
#include "fencepost/Check/NeedlessSync.h"
#include "fencepost/Check/WeakFlag.h"
#include <variant>

namespace fencepost::check {

using DefectDetail =
    std::variant<std::monostate, UnusableBarrier, BarrierMisuse,
                 IncompleteTransfer, NeedlessAsync, NeedlessSync, WeakFlag>;

using NoteDetail = std::variant<BarrierUse, TransferNote, WaitNote, FenceNote,
                                OperationNote, PublicationNote>;

} // namespace fencepost::check

#endif
