//===- DefectWords.h - Defects in words, for tests ------------------------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_DEFECTWORDS_H
#define FENCEPOST_UNITTESTS_CHECK_DEFECTWORDS_H

#include "fencepost/Report/ReasonText.h"

namespace fencepost::check {

/// Why \p F is not certain; empty if it is.
inline std::string reasonOf(const Defect &F) {
  DefectStatement Statement;
  Statement.Reason = F.Reason;
  Statement.Fences = F.Fences;
  return reasonText(Statement);
}

} // namespace fencepost::check

#endif
