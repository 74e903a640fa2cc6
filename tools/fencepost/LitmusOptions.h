//===- LitmusOptions.h - What the user asked of `fencepost litmus` --------===//
#ifndef FENCEPOST_TOOLS_LITMUSOPTIONS_H
#define FENCEPOST_TOOLS_LITMUSOPTIONS_H

#include "CommandLine.h"
#include "fencepost/Report/LitmusReport.h"
#include "fencepost/Target/Processor.h"

namespace fencepost {

struct LitmusOptions {
  model::ExploreOptions Explore;
  LitmusPrintOptions Print;
  bool Explain = false;
  bool Quiet = false;
  const Processor *Target = nullptr; ///< -mcpu
  unsigned Jobs = 1;
  std::string GraphFile;      ///< --graph; empty: no picture.
  std::string GraphDirectory; ///< --graph-all

  static llvm::Expected<LitmusOptions> parse(const Invocation &I);
};

} // namespace fencepost

#endif
