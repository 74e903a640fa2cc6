//===- LowerRewrite.h - `fencepost lower --rewrite` -----------------------===//
#ifndef FENCEPOST_TOOLS_LOWERREWRITE_H
#define FENCEPOST_TOOLS_LOWERREWRITE_H

#include "CommandLine.h"

namespace fencepost {

/// Rewrites the one file that \p I names; exit code 0 or 2.
int runLowerRewrite(const Invocation &I);

} // namespace fencepost

#endif
