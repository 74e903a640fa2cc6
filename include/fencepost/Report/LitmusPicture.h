//===- LitmusPicture.h - Pictures of the executions of a test -------------===//
// Finds the executions; ExecutionGraph.h draws. Tested by
// test/litmus-cli/graph.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_LITMUSPICTURE_H
#define FENCEPOST_REPORT_LITMUSPICTURE_H

#include "fencepost/Report/LitmusReport.h"
#include "llvm/Support/Error.h"

namespace fencepost {

/// An execution that decides the condition, or any if none does, as a picture
/// for \p File, whose name ends in .svg or .dot.
llvm::Expected<std::string> drawWitness(const LitmusResult &R,
                                        const model::ExploreOptions &Options,
                                        llvm::StringRef File);

/// An execution with the outcome \p State, as a picture for \p File.
llvm::Expected<std::string> drawOutcome(const LitmusResult &R,
                                        const model::ExploreOptions &Options,
                                        const model::Outcome &State,
                                        llvm::StringRef File);

} // namespace fencepost

#endif
