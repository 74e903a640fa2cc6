//===- WitnessModel.h - Litmus tests of findings, judged by the model -----===//
// Explores the test that litmusOf() made and says in what it is not what it
// should be: the race is reported, between the two accesses, and nothing else;
// and it goes away when the missing synchronization is put in, but not when
// fences are put in where a barrier is missing. A transfer that is not complete
// is the cause if completing it is sufficient, a weak flag if a strong one with
// fences around it is.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_WITNESSMODEL_H
#define FENCEPOST_UNITTESTS_CHECK_WITNESSMODEL_H

#include "fencepost/Check/Defect.h"

namespace fencepost::check {

struct WitnessTotals {
  unsigned Views = 0, Races = 0, Fences = 0, Async = 0, Flags = 0, Errors = 0,
           Without = 0;
};

/// What is wrong with the test \p Text of \p F; empty if nothing is.
std::string problemWithLitmus(llvm::StringRef Text, const Defect &F);

/// Checks the kernel, makes a test of every race that has a witness, and
/// returns what is wrong with the first that is not right.
std::string problemWithWitnesses(const view::SyncView &View,
                                 WitnessTotals &Sum);

} // namespace fencepost::check

#endif
