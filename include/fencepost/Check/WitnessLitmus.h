//===- WitnessLitmus.h - A race as a litmus test -------------------------===//
// A finding says that two accesses race. The litmus test that is made of its
// witness says the same in the words of the model, where it can be checked
// without trusting the checker (docs/litmus.md): the threads with the accesses
// and all that might order them (WitnessSteps.h), in the waves they belong to.
// The condition is `exists (race)`, and the accesses are the only ones to the
// location, so the race that is reported is the one of the finding.
//
// A flag that publishes too little is a test of message passing between two
// work-groups: the store of the data, the flag's write, the poll that sees it
// and the load, with the fences and barriers on a path between them.
//
// The location stands for the byte that both touch. What the threads do to
// other memory is left out, and so are waits of the machine, which the model
// does not have: they become comments.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_WITNESSLITMUS_H
#define FENCEPOST_CHECK_WITNESSLITMUS_H

#include "fencepost/Check/Defect.h"

namespace fencepost::check {

/// Whether findings of \p Kind are races between two accesses.
bool isRaceKind(DefectKind Kind);

/// Whether errors of \p Kind can be written as tests: races, and flags that let
/// the data race.
bool hasLitmus(DefectKind Kind);

/// The text of a test called \p Name, or none if \p F is none of those, has no
/// witness, or its witness has no steps (WitnessSteps.h). \p File is what
/// places without a file name are in.
std::optional<std::string> litmusOf(const view::SyncView &View, const Defect &F,
                                    llvm::StringRef Name,
                                    llvm::StringRef File = "");

} // namespace fencepost::check

#endif
