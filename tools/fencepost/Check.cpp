//===- Check.cpp - `fencepost check` --------------------------------------===//
// Files are checked in parallel and reported in order. A file that cannot be
// used is reported and does not stop the others.
//===----------------------------------------------------------------------===//
#include "Batch.h"
#include "CheckInput.h"
#include "CheckOptions.h"
#include "CheckWitness.h"
#include "Commands.h"
#include "LitmusInputs.h"
#include "Output.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/Check/WitnessLitmus.h"
#include "fencepost/Report/TextReport.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/View/PrintView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

namespace {

/// What is left of one file once it was checked.
struct Checked {
  unsigned Kernels = 0;
  std::string Dump;
  Outcome Result;
  std::vector<WitnessedRace> Races; ///< If they are to be written.
};

/// Checks single files; used by several threads at once.
class Checker {
public:
  explicit Checker(const CheckOptions &Options) : Options(Options) {}
  Checked check(StringRef File) const;

private:
  void checkKernel(CheckInput &Input, const view::SyncView &Kernel,
                   Checked &Out) const;

  const CheckOptions &Options;
};

} // namespace

void Checker::checkKernel(CheckInput &Input, const view::SyncView &Kernel,
                          Checked &Out) const {
  if (Options.DumpSync) {
    llvm::raw_string_ostream OS(Out.Dump);
    OS << (Out.Kernels ? "\n" : "");
    printSyncView(OS, Kernel);
    return;
  }
  std::vector<check::Finding> Found =
      check::checkKernel(Kernel, Options.Limits);
  std::vector<Finding> All;
  for (const check::Finding &F : Found)
    All.push_back(check::describe(Kernel, F));
  std::shared_ptr<const view::SyncView> Kept;
  for (size_t I : check::distinct(All)) {
    Finding &F = All[I];
    Input.complete(F.Where);
    for (Note &N : F.Notes)
      Input.complete(N.Where);
    if (!Options.WitnessDirectory.empty() && check::isRaceKind(Found[I].Kind) &&
        Found[I].Sure == check::Certainty::Error) {
      if (!Kept)
        Kept = std::make_shared<view::SyncView>(Kernel);
      Out.Races.push_back({F, std::move(Found[I]), Kept, Input.file()});
    }
    Out.Result.Findings.push_back(std::move(F));
  }
}

Checked Checker::check(StringRef File) const {
  Checked Out;
  llvm::Expected<CheckInput> Input = CheckInput::read(File, Options);
  if (!Input) {
    Out.Result.Errors =
        takeFindings(Input.takeError(), Diag::UnreadableInput, File);
    return Out;
  }
  for (const view::SyncView &Kernel : Input->Kernels) {
    checkKernel(*Input, Kernel, Out);
    ++Out.Kernels;
  }
  return Out;
}

namespace {

/// Goes over all files and adds up.
class CheckCommand {
public:
  CheckCommand(const CheckOptions &Options, LitmusInputs Inputs)
      : Options(Options), Inputs(std::move(Inputs)) {
    Result.Errors = std::move(this->Inputs.Errors);
  }

  /// \p Emit gets the files in order.
  void run(llvm::function_ref<void(Checked &)> Emit);
  Outcome Result;
  unsigned Kernels = 0;

private:
  const CheckOptions &Options;
  LitmusInputs Inputs;
};

} // namespace

void CheckCommand::run(llvm::function_ref<void(Checked &)> Emit) {
  Checker Check(Options);
  auto Work = [&](size_t I) { return Check.check(Inputs.Files[I]); };
  auto Take = [&](Checked &&Done) {
    Emit(Done);
    Kernels += Done.Kernels;
    llvm::append_range(Result.Findings, Done.Result.Findings);
    llvm::append_range(Result.Errors, Done.Result.Errors);
  };
  Batch<Checked>(Inputs.Files.size(), Work, Take).run(Options.Jobs);
}

static int dump(const Invocation &I, const ReportOptions &Report,
                CheckCommand &Command) {
  Command.run([](Checked &Done) { llvm::outs() << Done.Dump; });
  return finish(I, Report, std::move(Command.Result));
}

/// Checks, and writes races as they come if they are to be written.
static llvm::Error checkAndWrite(const CheckOptions &Options,
                                 const ReportOptions &Report,
                                 CheckCommand &Command) {
  WitnessWriter Writer(Options.WitnessDirectory, Report.Warnings);
  if (!Options.WitnessDirectory.empty())
    if (llvm::Error E = Writer.prepare())
      return E;
  Command.run([&](Checked &Done) {
    for (const WitnessedRace &Race : Done.Races)
      if (llvm::Error E = Writer.write(Race))
        llvm::append_range(Done.Result.Errors,
                           takeFindings(std::move(E), Diag::Usage, ""));
  });
  return llvm::Error::success();
}

int runCheck(const Invocation &I) {
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return fail(Report.takeError());
  llvm::Expected<CheckOptions> Options = CheckOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  if (I.operands().empty())
    return fail(inputError(Diag::Usage, "",
                           "'check' wants at least one file or directory (see "
                           "'fencepost help check')"));
  CheckCommand Command(*Options,
                       findInputs(I.operands(), {".ll", ".bc", ".cl"}));
  if (Options->DumpSync)
    return dump(I, *Report, Command);
  if (llvm::Error E = checkAndWrite(*Options, *Report, Command))
    return fail(std::move(E));
  return finish(I, *Report, std::move(Command.Result));
}

} // namespace fencepost
