//===- CheckWitness.h - Races written as litmus tests, one a file ---------===//
// `fencepost check --witness=DIR`: KERNEL-lds-race-1.litmus and so on, numbered
// in the order of the report, over all files that are checked. Other files in
// the directory stay.
// Tested by test/check/witness.test and test/check/witness-errors.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_CHECKWITNESS_H
#define FENCEPOST_TOOLS_CHECKWITNESS_H

#include "CallFiles.h"
#include "fencepost/Check/Defect.h"
#include "fencepost/Report/Outcome.h"
#include <map>
#include <memory>

namespace fencepost {

/// A finding that can be written as a test.
struct WitnessedRace {
  Finding Reported; ///< As it is reported.
  check::Defect Race;
  std::shared_ptr<const view::SyncView> Kernel;
  std::string File;
};

class WitnessWriter {
public:
  WitnessWriter(std::string Directory, const WarningOptions &Warnings,
                CallFiles &Files)
      : Directory(std::move(Directory)), Warnings(Warnings), Files(Files) {}

  /// Makes the directory if need be.
  llvm::Error prepare() const;
  /// Writes the test of \p Race unless the finding is hidden.
  llvm::Error write(const WitnessedRace &Race);

private:
  std::string Directory;
  const WarningOptions &Warnings;
  CallFiles &Files;
  std::map<std::string, unsigned> Numbers; ///< By name without the number.
};

} // namespace fencepost

#endif
