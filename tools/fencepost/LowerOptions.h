//===- LowerOptions.h - What the user asked of `fencepost lower` ----------===//
#ifndef FENCEPOST_TOOLS_LOWEROPTIONS_H
#define FENCEPOST_TOOLS_LOWEROPTIONS_H

#include "CommandLine.h"
#include "fencepost/Lower/Listing.h"

namespace fencepost {

struct LowerOptions {
  std::string Cpu;      ///< By its first name; "" if it is not given.
  std::string Features; ///< -mattr.
  lower::ListingOptions Listing;
  bool Summary = false;

  static llvm::Expected<LowerOptions> parse(const Invocation &I);
};

/// Reads the functions of LLVM IR, text or bitcode.
using ModuleReader = llvm::Expected<std::vector<lower::FunctionCode>> (*)(
    llvm::StringRef Text, llvm::StringRef File, const LowerOptions &Options);

/// Runs the command. \p ReadIR is null in the small program, which then hands
/// over unless all inputs are litmus tests.
int runLowerFiles(const Invocation &I, ModuleReader ReadIR);

} // namespace fencepost

#endif
