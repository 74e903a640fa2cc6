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

} // namespace fencepost

#endif
