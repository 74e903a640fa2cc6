//===- LitmusPicture.cpp - Pictures of the executions of a test -----------===//
// See LitmusPicture.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/LitmusPicture.h"
#include "fencepost/Report/ExecutionGraph.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

/// Draws the first execution that \p Wanted accepts.
static llvm::Expected<std::string>
drawFirst(const LitmusResult &R, const model::ExploreOptions &Options,
          llvm::function_ref<bool(const model::Outcome &)> Wanted,
          llvm::StringRef File) {
  std::optional<model::Execution> E =
      findExecution(R.Program, R.Condition.Observed, Options, Wanted);
  if (!E)
    return inputError(Diag::Usage, R.File,
                      llvm::Twine("there is no execution to draw into ") +
                          File);
  GraphOptions Look;
  Look.Title = R.Name;
  return File.ends_with(".dot") ? executionDot(R.Program, *E, Look)
                                : executionSvg(R.Program, *E, Look);
}

llvm::Expected<std::string> drawWitness(const LitmusResult &R,
                                        const model::ExploreOptions &Options,
                                        llvm::StringRef File) {
  auto Decides = [&](const model::Outcome &O) {
    return decides(R.Condition, O);
  };
  bool Any = !llvm::any_of(R.Outcomes.States, Decides);
  return drawFirst(
      R, Options, [&](const model::Outcome &O) { return Any || Decides(O); },
      File);
}

llvm::Expected<std::string> drawOutcome(const LitmusResult &R,
                                        const model::ExploreOptions &Options,
                                        const model::Outcome &State,
                                        llvm::StringRef File) {
  return drawFirst(
      R, Options, [&](const model::Outcome &O) { return O == State; }, File);
}

} // namespace fencepost
