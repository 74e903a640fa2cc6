//===- Check.cpp - `fencepost check` --------------------------------------===//
// Files are checked in parallel and reported in order: what is known already is
// taken out, the rest is printed, written or counted. A file that cannot be
// used is reported and does not stop the others.
//===----------------------------------------------------------------------===//
#include "Batch.h"
#include "CallFiles.h"
#include "Commands.h"
#include "Options.h"
#include "Output.h"
#include "fencepost/Report/CheckedKernel.h"
#include "fencepost/Report/WitnessLitmus.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/View/PrintView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace fencepost {

namespace {

/// A file after its check, ready to be reported.
struct CheckedFile {
  std::vector<CheckedKernel> Kernels;
  std::vector<Finding> Others; ///< About the file, not about a kernel.
  std::vector<Finding> Errors;
  std::vector<std::string> SourceNames; ///< KernelFile's.
  std::string Dump;                     ///< --dump-sync
};

/// `--witness=DIR`: KERNEL-lds-race-1.litmus and so on, numbered in the order
/// of the report, over all files that are checked. Other files in the directory
/// stay. Tested by test/check/witness.test and test/check/witness-errors.test.
class WitnessWriter {
public:
  WitnessWriter(std::string Directory, const WarningOptions &Warnings,
                CallFiles &Files)
      : Directory(std::move(Directory)), Warnings(Warnings), Files(Files) {}

  /// Makes the directory if need be.
  llvm::Error prepare() const;
  /// Writes the test of \p Race unless the finding is hidden.
  llvm::Error write(const WitnessedRace &Race);

private:
  std::string Directory;
  const WarningOptions &Warnings;
  CallFiles &Files;
  std::map<std::string, unsigned> Numbers; ///< By name without the number.
};

/// Names of kernels in C++ may be longer than names of files.
constexpr size_t MaxKernelName = 150;

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
  void take(CheckedFile &File);

  const CheckOptions &Options;
  const ReportOptions &Report;
  CallFiles &Files;
  InputFiles Inputs;
  Baseline Old, New;
  WitnessWriter Writer;
};

} // namespace

llvm::Error WitnessWriter::prepare() const {
  std::error_code Why = llvm::sys::fs::create_directories(
      Directory, /*IgnoreExisting=*/true, llvm::sys::fs::all_all);
  if (!Why && !llvm::sys::fs::is_directory(Directory))
    Why = std::make_error_code(std::errc::not_a_directory);
  if (!Why)
    return llvm::Error::success();
  return inputError(Diag::Usage, "",
                    "cannot make the directory " + Directory + ": " +
                        Why.message());
}

static std::string testNameOf(const WitnessedRace &Race) {
  std::string Name = Race.Kernel->Kernel.substr(0, MaxKernelName);
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  return Name + "-" + kindOf(Race.Reported.Id).Name.str();
}

llvm::Error WitnessWriter::write(const WitnessedRace &Race) {
  std::vector<Finding> Findings{Race.Reported};
  Warnings.apply(Findings);
  if (Findings.empty())
    return llvm::Error::success();
  unsigned &Number = Numbers[testNameOf(Race)];
  std::string Name = testNameOf(Race) + "-" + llvm::utostr(Number + 1);
  std::optional<std::string> Text =
      litmusOf(*Race.Kernel, Race.Race, Name, Race.File);
  if (!Text)
    return llvm::Error::success();
  ++Number;
  llvm::SmallString<128> File(Directory);
  llvm::sys::path::append(File, Name + ".litmus");
  return Files.write(File, *Text);
}

static void addOthers(KernelFile &Input, CheckedFile &Out) {
  if (Input.Kernels.empty()) {
    Location Where;
    Where.File = Input.file();
    Out.Others.push_back(
        {Diag::NothingToCheck, Where, "there is no kernel in it", {}});
  }
  llvm::append_range(Out.Others, Input.Problems);
}

static llvm::Expected<KernelFile>
readKernels(llvm::StringRef Name, const KernelFileOptions &Options) {
  llvm::Expected<InputFile> File = readInputFile(Name, readerOf("check"));
  if (!File)
    return File.takeError();
  return KernelFile::read(std::move(*File), Options);
}

/// Files are independent of each other: several threads check at once.
static CheckedFile checkFile(llvm::StringRef File, const CheckOptions &Options,
                             const ReportOptions &Report) {
  CheckedFile Out;
  llvm::Expected<KernelFile> Input = readKernels(File, Options.Reading);
  if (!Input) {
    Out.Errors = takeFindings(Input.takeError(), Diag::UnreadableInput, File);
    return Out;
  }
  CheckedKernelOptions Reported{Report.Warnings};
  Reported.WantsJson = Report.Format == ReportOptions::FormatKind::Json;
  Reported.WantsFingerprints = Options.hasBaseline();
  Reported.WantsRaces = !Options.WitnessDirectory.empty();
  for (const view::SyncView &Kernel : Input->Kernels) {
    if (!Options.DumpSync) {
      Out.Kernels.push_back(
          reportKernel(Kernel, check::checkKernel(Kernel, Options.Limits),
                       *Input, Reported));
      continue;
    }
    llvm::raw_string_ostream OS(Out.Dump);
    OS << (Out.Dump.empty() ? "" : "\n");
    view::SyncView Shown = Kernel;
    Input->nameFiles(Shown);
    printSyncView(OS, Shown);
  }
  addOthers(*Input, Out);
  Out.SourceNames = std::move(Input->SourceNames);
  Report.Warnings.apply(Out.Others);
  return Out;
}

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
    auto Buffer = readBytes(Options.BaselineFile);
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
  if (F.Message.severity() == Severity::Unknown)
    return false;
  bool Writes = !Options.NewBaselineFile.empty();
  if (Writes) {
    New.add(F.Fingerprint);
    ++Counts.Written;
  }
  bool Known = !Options.BaselineFile.empty() && Old.take(F.Fingerprint);
  Counts.Known += Known;
  return Known || Writes;
}

void CheckCommand::take(CheckedKernel &Kernel) {
  ++Counts.Kernels;
  Counts.Suppressed += Kernel.Suppressed;
  llvm::erase_if(Kernel.Findings,
                 [&](const CheckedFinding &F) { return isKnown(F); });
  for (const CheckedFinding &F : Kernel.Findings) {
    Result.Findings.push_back(F.Message);
    if (!F.Race)
      continue;
    if (llvm::Error E = Writer.write(*F.Race))
      llvm::append_range(Result.Errors,
                         takeFindings(std::move(E), Diag::Usage, ""));
  }
}

void CheckCommand::take(CheckedFile &File) {
  for (const std::string &Name : File.SourceNames)
    Files.addSource(Name);
  for (CheckedKernel &Kernel : File.Kernels)
    take(Kernel);
  llvm::append_range(Result.Findings, File.Others);
  llvm::append_range(Result.Errors, File.Errors);
}

void CheckCommand::run(llvm::function_ref<void(CheckedFile &)> Emit) {
  auto Work = [&](size_t I) {
    return checkFile(Inputs.Files[I], Options, Report);
  };
  auto Take = [&](CheckedFile &&File) {
    take(File);
    Emit(File);
  };
  Batch<CheckedFile>(Inputs.Files.size(), Work, Take).run(Options.Jobs);
}

void CheckCommand::complete() {
  if (Options.NewBaselineFile.empty() || !Result.Errors.empty())
    return;
  if (llvm::Error E = Files.write(Options.NewBaselineFile, New.text()))
    Result.Errors = takeFindings(std::move(E), Diag::Usage, "");
}

static int reportJson(const Invocation &I, const ReportOptions &Report,
                      CheckCommand &Command) {
  return finishJson(I, Report, [&](llvm::json::OStream &J) {
    J.attributeArray("kernels", [&] {
      Command.run([&](CheckedFile &File) {
        for (CheckedKernel &Kernel : File.Kernels)
          J.value(takeJson(Kernel));
      });
    });
    Command.complete();
    J.attribute("summary", checkSummaryJson(Command.Counts, Command.Result));
    return std::move(Command.Result);
  });
}

static int report(const Invocation &I, const ReportOptions &Report,
                  bool WantsSummary, CheckCommand &Command) {
  Command.run([](CheckedFile &File) { llvm::outs() << File.Dump; });
  Command.complete();
  bool IsText = Report.Format == ReportOptions::FormatKind::Text;
  bool Tells = WantsSummary || !Command.Result.Findings.empty();
  std::string Summary = checkSummaryText(Command.Counts, Command.Result);
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
                           "'check' requires at least one file or directory "
                           "(see 'fencepost help check')"));
  CallFiles Files(I);
  CheckCommand Command(*Options, *Report, Files,
                       findInputFiles(I.operands(), readerOf("check")));
  if (llvm::Error E = Command.prepare())
    return fail(std::move(E));
  if (Report->Format == ReportOptions::FormatKind::Json && !Options->DumpSync)
    return reportJson(I, *Report, Command);
  return report(I, *Report, Options->Summary, Command);
}

} // namespace fencepost
