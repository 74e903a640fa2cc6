//===- PlaceStrategy.h - `fencepost place --strategy` ---------------------===//
#ifndef FENCEPOST_TOOLS_PLACESTRATEGY_H
#define FENCEPOST_TOOLS_PLACESTRATEGY_H

#include "PlaceOptions.h"
#include "fencepost/Input/KernelFile.h"

namespace fencepost {

/// Says what the strategy that \p Options names would do to the kernels of
/// \p Input, beside the fewest barriers that are enough; the exit code.
llvm::Expected<int> compareStrategy(const Invocation &I,
                                    const PlaceCommandOptions &Options,
                                    KernelFile &Input);

} // namespace fencepost

#endif
