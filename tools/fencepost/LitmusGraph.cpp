//===- LitmusGraph.cpp - Pictures of the executions of a test -------------===//
#include "LitmusGraph.h"
#include "fencepost/Report/ExecutionGraph.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

static llvm::Error draw(const LitmusResult &R, const model::Execution &E,
                        llvm::StringRef File, CallFiles &Files) {
  GraphOptions Options;
  Options.Title = R.Name;
  std::string Picture = File.ends_with(".dot")
                            ? executionDot(R.Program, E, Options)
                            : executionSvg(R.Program, E, Options);
  return Files.write(File, Picture);
}

/// Draws the first execution that \p Wanted accepts.
static llvm::Error
drawFirst(const LitmusResult &R, const model::ExploreOptions &Options,
          llvm::function_ref<bool(const model::Outcome &)> Wanted,
          llvm::StringRef File, CallFiles &Files) {
  if (std::optional<model::Execution> E =
          findExecution(R.Program, R.Condition.Observed, Options, Wanted))
    return draw(R, *E, File, Files);
  return inputError(Diag::Usage, R.File,
                    llvm::Twine("there is no execution to draw into ") + File);
}

llvm::Error drawWitness(const LitmusResult &R,
                        const model::ExploreOptions &Options,
                        llvm::StringRef File, CallFiles &Files) {
  auto Decides = [&](const model::Outcome &O) {
    return decides(R.Condition, O);
  };
  bool Any = !llvm::any_of(R.Found.States, Decides);
  return drawFirst(
      R, Options, [&](const model::Outcome &O) { return Any || Decides(O); },
      File, Files);
}

llvm::Error drawOutcomes(const LitmusResult &R,
                         const model::ExploreOptions &Options,
                         const llvm::Twine &Stem, CallFiles &Files) {
  std::string Base = Stem.str();
  for (const auto &[Number, State] : llvm::enumerate(R.Found.States)) {
    auto Same = [&](const model::Outcome &O) { return O == State; };
    std::string File = Base + "-" + std::to_string(Number + 1) + ".svg";
    if (llvm::Error E = drawFirst(R, Options, Same, File, Files))
      return E;
  }
  return llvm::Error::success();
}

} // namespace fencepost
