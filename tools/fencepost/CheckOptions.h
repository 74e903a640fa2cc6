//===- CheckOptions.h - What the user asked of `fencepost check` ----------===//
#ifndef FENCEPOST_TOOLS_CHECKOPTIONS_H
#define FENCEPOST_TOOLS_CHECKOPTIONS_H

#include "CommandLine.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Input/KernelFile.h"

namespace fencepost {

struct CheckOptions {
  KernelFileOptions Reading;
  sym::AnalysisLimits Limits;
  bool DumpSync = false;
  std::string WitnessDirectory; ///< Empty: races are not written.
  std::string BaselineFile;     ///< Findings in it are not reported.
  std::string NewBaselineFile;  ///< Where all findings are written.
  bool Summary = false;         ///< Even if nothing was found.
  unsigned Jobs = 1;

  bool hasBaseline() const {
    return !BaselineFile.empty() || !NewBaselineFile.empty();
  }

  static llvm::Expected<CheckOptions> parse(const Invocation &I);
};

} // namespace fencepost

#endif
