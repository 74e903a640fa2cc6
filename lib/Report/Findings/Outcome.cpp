//===- Outcome.cpp - What a command has to say in the end -----------------===//
#include "fencepost/Report/Outcome.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

static bool isUnknown(const Finding &F) {
  return F.severity() == Severity::Unknown;
}

ExitCode Outcome::exitCode() const {
  if (!Errors.empty())
    return ExitBadInput;
  if (!llvm::all_of(Findings, isUnknown))
    return ExitFindings;
  return Findings.empty() ? ExitHolds : ExitUnknown;
}

llvm::StringRef Outcome::verdict() const {
  switch (exitCode()) {
  case ExitHolds:
    return "holds";
  case ExitFindings:
    return "findings";
  case ExitBadInput:
    return "bad-input";
  case ExitUnknown:
    return "unknown";
  }
  llvm_unreachable("exit code without a verdict");
}

/// The diagnostic that a -W option names.
static llvm::Expected<Diag> namedByOption(llvm::StringRef Name,
                                          llvm::StringRef Option) {
  if (const DiagnosticKind *Kind = findDiagnostic(Name))
    return Kind->Id;
  llvm::SmallVector<llvm::StringRef> Names;
  for (const DiagnosticKind &Kind : diagnosticKinds())
    Names.push_back(Kind.Name);
  return inputError(Diag::Usage, "",
                    llvm::Twine("unknown diagnostic in '-W") + Option + "'" +
                        didYouMean(Name, Names));
}

void WarningOptions::showPerformance(bool Show) {
  for (const DiagnosticKind &Kind : diagnosticKinds())
    if (Kind.Level == Severity::Performance)
      Disabled[static_cast<size_t>(Kind.Id)] = !Show;
}

bool WarningOptions::wantsPerformance() const {
  return llvm::any_of(diagnosticKinds(), [&](const DiagnosticKind &Kind) {
    return Kind.Level == Severity::Performance &&
           !Disabled[static_cast<size_t>(Kind.Id)];
  });
}

/// Bad input and unknown verdicts are no findings.
static bool canBeChanged(const DiagnosticKind &Kind) {
  return Kind.Level != Severity::Unknown && Kind.Level != Severity::BadInput;
}

std::vector<std::string> WarningOptions::arguments() {
  std::vector<std::string> All = {"error", "possible", "no-possible", "perf",
                                  "no-perf"};
  for (llvm::StringRef Prefix : {"", "no-", "error="})
    for (const DiagnosticKind &Kind : diagnosticKinds())
      if (canBeChanged(Kind))
        All.push_back((Prefix + Kind.Name).str());
  return All;
}

llvm::Expected<WarningOptions>
WarningOptions::parse(llvm::ArrayRef<std::string> Arguments) {
  size_t Count = diagnosticKinds().size();
  WarningOptions Options;
  Options.Disabled.resize(Count);
  Options.AsError.resize(Count);
  Options.showPerformance(false);
  for (llvm::StringRef Option : Arguments) {
    if (Option == "error") {
      Options.AsError.assign(Count, true);
      continue;
    }
    if (Option == "possible" || Option == "no-possible") {
      Options.ShowPossible = Option == "possible";
      continue;
    }
    if (Option == "perf" || Option == "no-perf") {
      Options.showPerformance(Option == "perf");
      continue;
    }
    llvm::StringRef Name = Option;
    bool Promote = Name.consume_front("error=");
    bool Disable = !Promote && Name.consume_front("no-");
    llvm::Expected<Diag> Id = namedByOption(Name, Option);
    if (!Id)
      return Id.takeError();
    if (!canBeChanged(kindOf(*Id)))
      return inputError(Diag::Usage, "",
                        llvm::Twine("'-W") + Option +
                            "': only findings can be hidden or promoted, for "
                            "silence must not look like success");
    auto Row = static_cast<size_t>(*Id);
    Options.Disabled[Row] = Disable;
    Options.AsError[Row] = Options.AsError[Row] || Promote;
  }
  return Options;
}

void WarningOptions::apply(std::vector<Finding> &Findings) const {
  llvm::erase_if(Findings, [&](const Finding &F) {
    return Disabled[static_cast<size_t>(F.Id)] || (F.Possible && !ShowPossible);
  });
  for (Finding &F : Findings)
    if (F.severity() <= Severity::Warning && AsError[static_cast<size_t>(F.Id)])
      F.Promoted = Severity::Error;
}

} // namespace fencepost
