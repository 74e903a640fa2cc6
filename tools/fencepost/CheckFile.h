//===- CheckFile.h - One file, checked ------------------------------------===//
// The kernels of a file with the findings that are left once options and
// comments have hidden theirs, each with all that the report may need of it.
// Files are independent of each other, so several threads check at once.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_CHECKFILE_H
#define FENCEPOST_TOOLS_CHECKFILE_H

#include "CheckOptions.h"
#include "CheckWitness.h"
#include "Output.h"
#include "fencepost/Report/Baseline.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

struct CheckedFinding {
  Finding Reported;
  Fingerprint Print;                 ///< If there is a baseline.
  llvm::json::Object Data;           ///< For JSON only.
  std::optional<WitnessedRace> Race; ///< If it is to be written.
};

struct CheckedKernel {
  llvm::json::Object Facts; ///< For JSON only.
  std::vector<CheckedFinding> Findings;
  unsigned Suppressed = 0;
};

struct CheckedFile {
  std::vector<CheckedKernel> Kernels;
  std::vector<Finding> Others; ///< About the file, not about a kernel.
  std::vector<Finding> Errors;
  std::vector<std::string> SourceNames; ///< KernelFile's.
  std::string Dump;                     ///< --dump-sync
};

CheckedFile checkFile(llvm::StringRef File, const CheckOptions &Options,
                      const ReportOptions &Report);

} // namespace fencepost

#endif
