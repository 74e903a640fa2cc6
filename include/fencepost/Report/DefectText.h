//===- DefectText.h - The message of a defect, in words -------------------===//
// A sentence for each form of a DefectStatement, and the parts that notes are
// made of as well. Tested by test/messages/check.md.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_DEFECTTEXT_H
#define FENCEPOST_REPORT_DEFECTTEXT_H

#include "fencepost/Check/DefectStatement.h"

namespace fencepost {

/// The message of \p Statement.
std::string statementText(const check::DefectStatement &Statement);
/// The message without the certainty and the reason.
std::string plainText(const check::DefectStatement &Statement);
std::string noteText(const check::DefectNote &Note);

/// "work-item 64", or with three numbers if the work-group has more than one
/// dimension; and its work-group, if the two differ in it.
std::string itemText(const check::NamedWorkItem &Item);
/// The same with its iterations: "work-item 64 in iteration 3".
std::string itemInLoops(const check::NamedWorkItem &Item);
/// "(1, 0, 0)".
std::string tripleText(llvm::ArrayRef<uint64_t> Numbers);
/// "atomically updates".
std::string verbText(const check::AccessVerb &Verb);

} // namespace fencepost

#endif
