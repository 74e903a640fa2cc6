//===- Outcome.h - What a command has to say in the end -------------------===//
// Findings about the input, and errors that kept an input from being judged.
// The exit code follows from them and nothing else. Tested by
// unittests/Report/OutcomeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_OUTCOME_H
#define FENCEPOST_REPORT_OUTCOME_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace fencepost {

enum ExitCode : int {
  ExitHolds = 0,
  ExitFindings = 1,
  ExitBadInput = 2,
  ExitUnknown = 3,
};

struct Outcome {
  std::vector<Finding> Findings;
  std::vector<Finding> Errors;

  /// Bad input first, for nothing else is then complete; then findings, which
  /// stand whatever else is unknown; then unknown, which is not success.
  ExitCode exitCode() const;
  /// "holds", "findings", "bad-input", "unknown".
  llvm::StringRef verdict() const;
};

/// What the user asked of -W: -WNAME, -Wno-NAME, -Werror, -Werror=NAME, and the
/// groups -Wpossible (findings that are not excluded) and -Wperf (all of
/// severity Performance), which are off unless they are asked for. Bad input
/// and unknown verdicts cannot be switched off: silence would look like
/// success.
class WarningOptions {
public:
  /// \p Arguments are the words after "-W", in order; the last one wins.
  static llvm::Expected<WarningOptions>
  parse(llvm::ArrayRef<std::string> Arguments);
  /// Every argument that parse() takes.
  static std::vector<std::string> arguments();
  /// Drops and promotes what the user asked for.
  void apply(std::vector<Finding> &Findings) const;
  /// Whether some finding of severity Performance would be given.
  bool wantsPerformance() const;
  /// Whether findings that are only possible would be given.
  bool wantsPossible() const { return ShowPossible; }

private:
  void showPerformance(bool Show);

  std::vector<bool> Disabled;
  std::vector<bool> AsError;
  bool ShowPossible = false;
};

} // namespace fencepost

#endif
