//===- CheckOptions.h - What the user asked of `fencepost check` ----------===//
#ifndef FENCEPOST_TOOLS_CHECKOPTIONS_H
#define FENCEPOST_TOOLS_CHECKOPTIONS_H

#include "CommandLine.h"
#include "fencepost/Check/Check.h"
#include "fencepost/IR/BuildView.h"

namespace fencepost {

struct CheckOptions {
  ir::ViewOptions View;
  check::CheckLimits Limits;
  std::vector<std::string> Clang; ///< Options for OpenCL C.
  bool DumpSync = false;
  std::string WitnessDirectory; ///< Empty: races are not written.
  unsigned Jobs = 1;

  static llvm::Expected<CheckOptions> parse(const Invocation &I);
};

} // namespace fencepost

#endif
