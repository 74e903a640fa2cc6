//===- Check.cpp - `fencepost check` --------------------------------------===//
// Files are checked in parallel and reported in order: what is known already is
// taken out, the rest is printed, written or counted. A file that cannot be
// used is reported and does not stop the others.
//===----------------------------------------------------------------------===//
#include "Batch.h"
#include "CheckFile.h"
#include "Commands.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace json = llvm::json;

namespace {

struct CheckCounts {
  unsigned Kernels = 0, Suppressed = 0, Known = 0, Written = 0;
};

/// Goes over all files and adds up.
class CheckCommand {
public:
  CheckCommand(const CheckOptions &Options, const ReportOptions &Report,
               CallFiles &Files, InputFiles Inputs)
      : Options(Options), Report(Report), Files(Files),
        Inputs(std::move(Inputs)),
        Writer(Options.WitnessDirectory, Report.Warnings, Files) {
    Result.Errors = std::move(this->Inputs.Errors);
  }

  /// Refuses outputs, reads the baseline and makes the directory for races.
  llvm::Error prepare();
  /// \p Emit gets the files in order, without the findings that are known.
  void run(llvm::function_ref<void(CheckedFile &)> Emit);
  /// Writes the baseline if there were no errors.
  void complete();

  Outcome Result;
  CheckCounts Counts;

private:
  llvm::Error addFiles();
  bool isKnown(const CheckedFinding &F);
  void take(CheckedKernel &Kernel);
  void take(CheckedFile &Done);

  const CheckOptions &Options;
  const ReportOptions &Report;
  CallFiles &Files;
  InputFiles Inputs;
  Baseline Old, New;
  WitnessWriter Writer;
};

} // namespace

llvm::Error CheckCommand::addFiles() {
  if (Options.NewBaselineFile.empty() && Options.WitnessDirectory.empty())
    return llvm::Error::success();
  for (const std::string &File : Inputs.Files)
    Files.addInput(File);
  if (!Options.BaselineFile.empty())
    Files.addInput(Options.BaselineFile, /*Replacing=*/"write-baseline");
  if (llvm::Error E = Files.addOutput("write-baseline"))
    return E;
  bool IsSarif = Report.Format == ReportOptions::FormatKind::Sarif;
  if (Report.Format != ReportOptions::FormatKind::Text &&
      isStandardOutput(Options.NewBaselineFile))
    return inputError(Diag::Usage, "",
                      llvm::Twine("'--write-baseline' and a report as ") +
                          (IsSarif ? "sarif" : "json") +
                          " cannot both go to standard output");
  return Files.addDirectory("witness");
}

llvm::Error CheckCommand::prepare() {
  if (llvm::Error E = addFiles())
    return E;
  if (!Options.BaselineFile.empty()) {
    auto Buffer = readInput(Options.BaselineFile);
    if (!Buffer)
      return Buffer.takeError();
    llvm::Expected<Baseline> Read =
        Baseline::parse((*Buffer)->getBuffer(), Options.BaselineFile);
    if (!Read)
      return Read.takeError();
    Old = std::move(*Read);
  }
  if (!Options.WitnessDirectory.empty())
    return Writer.prepare();
  return llvm::Error::success();
}

/// Unknown answers are never known: silence would look like success.
bool CheckCommand::isKnown(const CheckedFinding &F) {
  if (F.Reported.severity() == Severity::Unknown)
    return false;
  bool Writes = !Options.NewBaselineFile.empty();
  if (Writes) {
    New.add(F.Print);
    ++Counts.Written;
  }
  bool Known = !Options.BaselineFile.empty() && Old.take(F.Print);
  Counts.Known += Known;
  return Known || Writes;
}

void CheckCommand::take(CheckedKernel &Kernel) {
  ++Counts.Kernels;
  Counts.Suppressed += Kernel.Suppressed;
  llvm::erase_if(Kernel.Findings,
                 [&](const CheckedFinding &F) { return isKnown(F); });
  for (const CheckedFinding &F : Kernel.Findings) {
    Result.Findings.push_back(F.Reported);
    if (!F.Race)
      continue;
    if (llvm::Error E = Writer.write(*F.Race))
      llvm::append_range(Result.Errors,
                         takeFindings(std::move(E), Diag::Usage, ""));
  }
}

void CheckCommand::take(CheckedFile &Done) {
  for (const std::string &Name : Done.SourceNames)
    Files.addSource(Name);
  for (CheckedKernel &Kernel : Done.Kernels)
    take(Kernel);
  llvm::append_range(Result.Findings, Done.Others);
  llvm::append_range(Result.Errors, Done.Errors);
}

void CheckCommand::run(llvm::function_ref<void(CheckedFile &)> Emit) {
  auto Work = [&](size_t I) {
    return checkFile(Inputs.Files[I], Options, Report);
  };
  auto Take = [&](CheckedFile &&Done) {
    take(Done);
    Emit(Done);
  };
  Batch<CheckedFile>(Inputs.Files.size(), Work, Take).run(Options.Jobs);
}

void CheckCommand::complete() {
  if (Options.NewBaselineFile.empty() || !Result.Errors.empty())
    return;
  if (llvm::Error E = Files.write(Options.NewBaselineFile, New.text()))
    Result.Errors = takeFindings(std::move(E), Diag::Usage, "");
}

static unsigned count(const Outcome &O, Severity Least, Severity Most) {
  return llvm::count_if(O.Findings, [&](const Finding &F) {
    return F.severity() >= Least && F.severity() <= Most;
  });
}

static json::Object summaryJson(const CheckCounts &Counts, const Outcome &O) {
  return json::Object{
      {"kernels", Counts.Kernels},
      {"errors", count(O, Severity::Error, Severity::Error)},
      {"warnings", count(O, Severity::Performance, Severity::Warning)},
      {"unknown", count(O, Severity::Unknown, Severity::Unknown)},
      {"suppressed", Counts.Suppressed},
      {"known", Counts.Known},
      {"written", Counts.Written}};
}

/// "2 kernels checked: 1 error, 0 warnings, 0 unknown, 3 suppressed".
static std::string summaryText(const CheckCounts &Counts, const Outcome &O) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Say = [&](unsigned Number, llvm::StringRef What, bool Plural = true) {
    OS << Number << ' ' << What << (Plural && Number != 1 ? "s" : "");
  };
  Say(Counts.Kernels, "kernel");
  Say(count(O, Severity::Error, Severity::Error),
      (OS << " checked: ", "error"));
  Say(count(O, Severity::Performance, Severity::Warning),
      (OS << ", ", "warning"));
  Say(count(O, Severity::Unknown, Severity::Unknown), (OS << ", ", "unknown"),
      false);
  if (Counts.Suppressed)
    Say(Counts.Suppressed, (OS << ", ", "suppressed"), false);
  if (Counts.Known)
    Say(Counts.Known, (OS << ", ", "in the baseline"), false);
  if (Counts.Written)
    Say(Counts.Written, (OS << ", ", "written to the new baseline"), false);
  if (std::string Other = sym::otherSolver(); !Other.empty())
    OS << "; answered by " << Other;
  return Text + "\n";
}

/// One kernel of the JSON document.
static json::Object kernelJson(CheckedKernel &Kernel) {
  Outcome Mine;
  json::Array Findings;
  for (CheckedFinding &F : Kernel.Findings) {
    Mine.Findings.push_back(std::move(F.Reported));
    Findings.push_back(std::move(F.Data));
  }
  json::Object Out = std::move(Kernel.Facts);
  Out["verdict"] = Mine.verdict();
  Out["suppressed"] = Kernel.Suppressed;
  Out["findings"] = std::move(Findings);
  return Out;
}

static int reportJson(const Invocation &I, const ReportOptions &Report,
                      CheckCommand &Command) {
  return finishJson(I, Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [&] {
      Command.run([&](CheckedFile &Done) {
        for (CheckedKernel &Kernel : Done.Kernels)
          J.value(kernelJson(Kernel));
      });
    });
    Command.complete();
    J.attribute("summary", summaryJson(Command.Counts, Command.Result));
    return std::move(Command.Result);
  });
}

static int report(const Invocation &I, const ReportOptions &Report,
                  bool WantsSummary, CheckCommand &Command) {
  Command.run([](CheckedFile &Done) { llvm::outs() << Done.Dump; });
  Command.complete();
  bool IsText = Report.Format == ReportOptions::FormatKind::Text;
  bool Tells = WantsSummary || !Command.Result.Findings.empty();
  std::string Summary = summaryText(Command.Counts, Command.Result);
  int Code = finish(I, Report, std::move(Command.Result));
  if (IsText && Tells)
    llvm::outs() << Summary;
  return Code;
}

int runCheck(const Invocation &I) {
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return fail(Report.takeError());
  llvm::Expected<CheckOptions> Options = CheckOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  Options->Limits.Perf = Report->Warnings.wantsPerformance();
  // What is needless is what no race, not even a possible one, needs.
  Options->Limits.Possible =
      Options->Limits.Perf || Report->Warnings.wantsPossible();
  if (I.operands().empty())
    return fail(inputError(Diag::Usage, "",
                           "'check' wants at least one file or directory (see "
                           "'fencepost help check')"));
  CallFiles Files(I);
  CheckCommand Command(*Options, *Report, Files,
                       findInputFiles(I.operands(), {".ll", ".bc", ".cl"}));
  if (llvm::Error E = Command.prepare())
    return fail(std::move(E));
  if (Report->Format == ReportOptions::FormatKind::Json && !Options->DumpSync)
    return reportJson(I, *Report, Command);
  return report(I, *Report, Options->Summary, Command);
}

} // namespace fencepost
