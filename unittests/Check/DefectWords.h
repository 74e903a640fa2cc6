//===- DefectWords.h - Defects in words, for tests ------------------------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_DEFECTWORDS_H
#define FENCEPOST_UNITTESTS_CHECK_DEFECTWORDS_H

#include "fencepost/Report/DefectText.h"
#include "fencepost/Report/ReasonText.h"

namespace fencepost::check {

/// Why \p F is not certain; empty if it is.
inline std::string reasonOf(const Defect &F) {
  DefectStatement Statement;
  Statement.Reason = F.Reason;
  Statement.Fences = F.Fences;
  return reasonText(Statement);
}

/// The message of \p F if it follows from its detail alone; otherwise empty.
inline std::string detailOf(const Defect &F) {
  DefectStatement Statement;
  Statement.Form = StatementForm::Detailed;
  Statement.Detail = F.Detail;
  return plainText(Statement);
}

} // namespace fencepost::check

#endif
