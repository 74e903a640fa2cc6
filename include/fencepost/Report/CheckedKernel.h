//===- CheckedKernel.h - What is reported of one kernel -------------------===//
// The findings that are left once options and comments have hidden theirs, and
// once those that say the same are told once, each with all that the report may
// need of it.
// Tested by test/check-cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_CHECKEDKERNEL_H
#define FENCEPOST_REPORT_CHECKEDKERNEL_H

#include "fencepost/Check/DefectStatement.h"
#include "fencepost/Report/Baseline.h"
#include "fencepost/Report/Outcome.h"
#include "llvm/Support/JSON.h"
#include <memory>

namespace fencepost {

/// A finding that can be written as a litmus test.
struct WitnessedRace {
  Finding Reported; ///< As it is reported.
  check::Defect Race;
  std::shared_ptr<const view::SyncView> Kernel;
  std::string File;
};

struct CheckedFinding {
  check::DefectStatement Statement;
  Finding Message;                    ///< The same in words.
  fencepost::Fingerprint Fingerprint; ///< If they are wanted.
  llvm::json::Object Json;            ///< If it is wanted.
  std::optional<WitnessedRace> Race;  ///< If races are wanted and this is one.
};

struct CheckedKernel {
  llvm::json::Object Facts; ///< If JSON is wanted.
  std::vector<CheckedFinding> Findings;
  unsigned Suppressed = 0;
};

struct CheckedKernelOptions {
  const WarningOptions &Warnings;
  bool WantsJson = false, WantsFingerprints = false, WantsRaces = false;
};

/// What is to be reported of \p Defects, those of \p Kernel in \p Input.
CheckedKernel reportKernel(const view::SyncView &Kernel,
                           std::vector<check::Defect> Defects,
                           KernelFile &Input,
                           const CheckedKernelOptions &Options);

/// The kernel in the JSON document. Takes what it needs out of \p Kernel.
llvm::json::Object takeJson(CheckedKernel &Kernel);

/// How many kernels and findings there were, besides those that are reported.
struct CheckCounts {
  unsigned Kernels = 0, Suppressed = 0, Known = 0, Written = 0;
};

llvm::json::Object checkSummaryJson(const CheckCounts &Counts,
                                    const Outcome &Result);

/// "2 kernels checked: 1 error, 0 warnings, 0 unknown, 3 suppressed".
std::string checkSummaryText(const CheckCounts &Counts, const Outcome &Result);

} // namespace fencepost

#endif
