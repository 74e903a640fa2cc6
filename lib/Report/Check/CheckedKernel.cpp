//===- CheckedKernel.cpp - What is reported of one kernel -----------------===//
// See CheckedKernel.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/CheckedKernel.h"
#include "fencepost/Report/CheckJson.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/Report/WitnessLitmus.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace fencepost {

namespace json = llvm::json;

namespace {

class KernelReporter {
public:
  KernelReporter(const view::SyncView &Kernel, KernelFile &Input,
                 const CheckedKernelOptions &Options)
      : Kernel(Kernel), Input(Input), Options(Options) {}

  CheckedKernel run(std::vector<check::Defect> Defects);

private:
  void reportMetadata();
  void complete(Finding &F) const;
  bool isHidden(Finding &F) const;
  bool isSuppressed(const check::Defect &Defect, Diag Id) const;
  CheckedFinding keep(check::Defect Defect, Finding Finding);

  const view::SyncView &Kernel;
  KernelFile &Input;
  const CheckedKernelOptions &Options;
  std::shared_ptr<const view::SyncView> SharedView; ///< If races are wanted.
};

} // namespace

/// Names in metadata that are none are reported wherever they stand.
void KernelReporter::reportMetadata() {
  auto Look = [&](llvm::ArrayRef<std::string> Names,
                  const view::SourceLocation &Source) {
    if (Names.empty())
      return;
    Location Where = locationOf(Source);
    Input.complete(Where);
    suppressionOf(Names, Where, Input.Problems);
  };
  Look(Kernel.Ignored, Kernel.Where);
  for (const view::Block &B : Kernel.Blocks)
    for (const view::Event &E : B.Events)
      Look(E.Ignored, E.Where);
}

void KernelReporter::complete(Finding &F) const {
  Input.complete(F.Where);
  for (Note &N : F.Notes)
    Input.complete(N.Where);
}

/// Whether -W hides it; what -W promotes is promoted.
bool KernelReporter::isHidden(Finding &F) const {
  std::vector<Finding> Findings{std::move(F)};
  Options.Warnings.apply(Findings);
  if (Findings.empty())
    return true;
  F = std::move(Findings.front());
  return false;
}

bool KernelReporter::isSuppressed(const check::Defect &Defect, Diag Id) const {
  if (kindOf(Id).Level == Severity::Unknown)
    return false;
  std::vector<Finding> Known; // Told by reportMetadata().
  auto IsIn = [&](const view::SourceLocation &Source) {
    Location Where = locationOf(Source);
    Input.complete(Where);
    return Input.isSuppressed(Where, Id);
  };
  auto IsNamed = [&](llvm::ArrayRef<std::string> Names) {
    return suppressionOf(Names, {}, Known).covers(Id);
  };
  Location Whole = locationOf(Kernel.Where);
  Input.complete(Whole);
  if (Input.isSuppressedInKernel(Whole, Id) || IsNamed(Kernel.Ignored))
    return true;
  return llvm::any_of(check::sitesOf(Kernel, Defect), [&](view::Site Site) {
    const view::Event &E = Site.in(Kernel);
    return IsNamed(E.Ignored) || IsIn(E.Where) || llvm::any_of(E.Calls, IsIn);
  });
}

CheckedFinding KernelReporter::keep(check::Defect Defect, Finding Finding) {
  CheckedFinding Out;
  Out.Statement = check::stateDefect(Kernel, Defect);
  if (Options.WantsFingerprints)
    Out.Fingerprint = fingerprintOf(Kernel, Defect, Finding, Input);
  if (Options.WantsJson)
    Out.Json = defectJson(Kernel, Defect, Finding, Input);
  if (Options.WantsRaces && hasLitmus(Defect.Kind) &&
      Defect.Certainty == check::Certainty::Error) {
    if (!SharedView)
      SharedView = std::make_shared<view::SyncView>(Kernel);
    Out.Race = {Finding, std::move(Defect), SharedView, Input.file()};
  }
  Out.Message = std::move(Finding);
  return Out;
}

/// The numbers of those of \p Defects that say something new, in order: a line
/// that was unrolled or inlined often is reported once.
static std::vector<size_t>
distinctDefects(const view::SyncView &Kernel,
                const std::vector<check::Defect> &Defects) {
  using Position = std::tuple<std::string, unsigned, unsigned>;
  // Only where there are no lines, what is said makes the difference.
  using Key = std::tuple<Diag, std::vector<Position>,
                         std::optional<check::DefectStatement>>;
  std::set<Key> Seen;
  std::vector<size_t> Result;
  for (const auto &[Number, F] : llvm::enumerate(Defects)) {
    std::vector<Position> Positions;
    for (const view::SourceLocation &Source : check::locationsOf(Kernel, F))
      Positions.emplace_back(Source.File, Source.Line, Source.Column);
    std::optional<check::DefectStatement> Statement;
    if (std::get<1>(Positions.front()) == 0)
      Statement = check::stateDefect(Kernel, F);
    if (Seen.emplace(diagnosticOf(F), std::move(Positions),
                     std::move(Statement))
            .second)
      Result.push_back(Number);
  }
  return Result;
}

/// Collapses unknown findings that say the same: the first eight are kept, and
/// the last of these tells how many more there are.
static void foldUnknown(std::vector<CheckedFinding> &Findings) {
  constexpr unsigned Most = 8;
  struct Repetition {
    unsigned Times = 0;
    size_t Last = 0; ///< Of those that are kept.
  };
  std::map<check::DefectStatement, Repetition> Repetitions;
  size_t Kept = 0;
  for (CheckedFinding &F : Findings) {
    if (F.Message.severity() == Severity::Unknown) {
      Repetition &R = Repetitions[F.Statement];
      if (++R.Times > Most)
        continue;
      R.Last = Kept;
    }
    if (&Findings[Kept] != &F)
      Findings[Kept] = std::move(F);
    ++Kept;
  }
  Findings.resize(Kept);
  for (const auto &[Statement, R] : Repetitions) {
    if (R.Times <= Most)
      continue;
    Finding &Last = Findings[R.Last].Message;
    Location Where = Last.Where;
    Where.Entity.clear();
    Where.LineText.clear();
    Last.Notes.push_back({Where, "the same at " +
                                     std::to_string(R.Times - Most) +
                                     " more places of the kernel"});
  }
}

CheckedKernel KernelReporter::run(std::vector<check::Defect> Defects) {
  CheckedKernel Out;
  reportMetadata();
  if (Options.WantsJson)
    Out.Facts = kernelJson(Kernel, Input);
  for (size_t I : distinctDefects(Kernel, Defects)) {
    Finding Finding = describeDefect(Kernel, Defects[I]);
    if (isHidden(Finding))
      continue;
    if (isSuppressed(Defects[I], Finding.Id)) {
      ++Out.Suppressed;
      continue;
    }
    complete(Finding);
    Out.Findings.push_back(keep(std::move(Defects[I]), std::move(Finding)));
  }
  foldUnknown(Out.Findings);
  return Out;
}

CheckedKernel reportKernel(const view::SyncView &Kernel,
                           std::vector<check::Defect> Defects,
                           KernelFile &Input,
                           const CheckedKernelOptions &Options) {
  return KernelReporter(Kernel, Input, Options).run(std::move(Defects));
}

json::Object takeJson(CheckedKernel &Kernel) {
  Outcome Mine;
  json::Array Findings;
  for (CheckedFinding &F : Kernel.Findings) {
    Mine.Findings.push_back(std::move(F.Message));
    Findings.push_back(std::move(F.Json));
  }
  json::Object Out = std::move(Kernel.Facts);
  Out["verdict"] = Mine.verdict();
  Out["suppressed"] = Kernel.Suppressed;
  Out["findings"] = std::move(Findings);
  return Out;
}

static unsigned countFindings(const Outcome &Result, Severity Least,
                              Severity Most) {
  return llvm::count_if(Result.Findings, [&](const Finding &F) {
    return F.severity() >= Least && F.severity() <= Most;
  });
}

json::Object checkSummaryJson(const CheckCounts &Counts,
                              const Outcome &Result) {
  return json::Object{
      {"kernels", Counts.Kernels},
      {"errors", countFindings(Result, Severity::Error, Severity::Error)},
      {"warnings",
       countFindings(Result, Severity::Performance, Severity::Warning)},
      {"unknown", countFindings(Result, Severity::Unknown, Severity::Unknown)},
      {"suppressed", Counts.Suppressed},
      {"known", Counts.Known},
      {"written", Counts.Written}};
}

/// "2 kernels".
static std::string plural(unsigned Number, llvm::StringRef Noun) {
  return std::to_string(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

std::string checkSummaryText(const CheckCounts &Counts, const Outcome &Result) {
  unsigned Errors = countFindings(Result, Severity::Error, Severity::Error);
  unsigned Warnings =
      countFindings(Result, Severity::Performance, Severity::Warning);
  unsigned Unknown =
      countFindings(Result, Severity::Unknown, Severity::Unknown);
  std::string Text = plural(Counts.Kernels, "kernel") +
                     " checked: " + plural(Errors, "error") + ", " +
                     plural(Warnings, "warning") + ", " +
                     std::to_string(Unknown) + " unknown";
  auto AddUnlessNone = [&](unsigned Number, llvm::StringRef Noun) {
    if (Number != 0)
      Text += ", " + std::to_string(Number) + " " + Noun.str();
  };
  AddUnlessNone(Counts.Suppressed, "suppressed");
  AddUnlessNone(Counts.Known, "in the baseline");
  AddUnlessNone(Counts.Written, "written to the new baseline");
  if (std::string Other = sym::otherSolver(); !Other.empty())
    Text += "; answered by " + Other;
  return Text + "\n";
}

} // namespace fencepost
