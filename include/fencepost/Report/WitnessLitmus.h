//===- WitnessLitmus.h - A race as a litmus test -------------------------===//
// The witness of a race is written as a litmus test, which can be run against
// the model without trusting the checker (docs/litmus.md): the threads with the
// two accesses and every operation that might order them
// (Check/WitnessSteps.h), in the waves they belong to. The condition is `exists
// (race)`, and the accesses are the only ones to the location, so the race that
// is reported is the one of the finding.
//
// A flag that publishes too little is a test of message passing between two
// work-groups: the store of the data, the flag's write, the poll that sees it
// and the load, with the fences and barriers on a path between them.
//
// The location is the byte that both access. Accesses to other memory are
// omitted; waits of the machine, which the model does not have, become
// comments.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_WITNESSLITMUS_H
#define FENCEPOST_REPORT_WITNESSLITMUS_H

#include "fencepost/Check/Defect.h"

namespace fencepost {

/// Whether findings of \p Kind are races between two accesses.
bool isRaceKind(check::DefectKind Kind);

/// Whether errors of \p Kind can be written as tests: races, and flags that let
/// the data race.
bool hasLitmus(check::DefectKind Kind);

/// The text of a test called \p Name, or none if \p F is none of those, has no
/// witness, or its witness has no steps (Check/WitnessSteps.h). \p File is the
/// file of locations without a file name.
std::optional<std::string> litmusOf(const view::SyncView &View,
                                    const check::Defect &F,
                                    llvm::StringRef Name,
                                    llvm::StringRef File = "");

} // namespace fencepost

#endif
