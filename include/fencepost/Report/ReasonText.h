//===- ReasonText.h - Why a defect is not certain, in words ---------------===//
// A clause for each reason, in parentheses after the message of a finding and
// in the litmus tests of witnesses. Tested by test/messages/check.md.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_REASONTEXT_H
#define FENCEPOST_REPORT_REASONTEXT_H

#include "fencepost/Check/DefectStatement.h"

namespace fencepost {

/// What the fences of its barrier lack, and why it is not certain: "there is no
/// release fence before the signal; it depends on the values of arguments".
std::string reasonText(const check::DefectStatement &Statement);

} // namespace fencepost

#endif
