//===- LitmusGraph.h - Pictures of the executions of a test ---------------===//
// Finds the executions and writes the files; lib/Report/ExecutionGraph draws.
// Tested by test/litmus-cli/graph.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_LITMUSGRAPH_H
#define FENCEPOST_TOOLS_LITMUSGRAPH_H

#include "CallFiles.h"
#include "fencepost/Report/LitmusReport.h"
#include "llvm/Support/Error.h"

namespace fencepost {

/// Draws an execution that decides the condition, or any if none does, into a
/// .svg or .dot file.
llvm::Error drawWitness(const LitmusResult &R,
                        const model::ExploreOptions &Options,
                        llvm::StringRef File, CallFiles &Files);

/// Draws an execution for every outcome into files Stem-1.svg, Stem-2.svg, ...
/// in the order of the outcomes.
llvm::Error drawOutcomes(const LitmusResult &R,
                         const model::ExploreOptions &Options,
                         const llvm::Twine &Stem, CallFiles &Files);

} // namespace fencepost

#endif
