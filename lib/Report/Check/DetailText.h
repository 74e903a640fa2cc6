//===- DetailText.h - What a check says of its defect, in words -----------===//
// A function for each alternative of DefectDetail and of NoteDetail, in a file
// for each check. Tested by test/messages/check.md.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_CHECK_DETAILTEXT_H
#define FENCEPOST_LIB_REPORT_CHECK_DETAILTEXT_H

#include "fencepost/Check/DefectStatement.h"

namespace fencepost {

// BarrierMisuseText.cpp
std::string detailText(const check::UnusableBarrier &Barrier);
std::string detailText(const check::BarrierMisuse &Misuse);
std::string noteText(const check::BarrierUse &Use);

// TransferText.cpp
std::string detailText(const check::IncompleteTransfer &Found);
std::string detailText(check::NeedlessAsync What);
std::string noteText(const check::TransferNote &Note);
std::string noteText(const check::WaitNote &Note);

// NeedlessText.cpp
std::string detailText(const check::NeedlessSync &Needless);
std::string noteText(const check::FenceNote &Note);
std::string noteText(check::OperationNote Note);

// PublicationText.cpp
std::string detailText(const check::WeakFlag &Weak);
std::string noteText(const check::PublicationNote &Note);

} // namespace fencepost

#endif
