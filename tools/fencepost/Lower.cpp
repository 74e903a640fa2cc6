//===- Lower.cpp - `fencepost lower` --------------------------------------===//
// One input at a time, in order. An input that cannot be used, or that holds an
// operation without machine code, is reported and nothing of it is printed; it
// does not stop the others.
//===----------------------------------------------------------------------===//
#include "CallFiles.h"
#include "Commands.h"
#include "Options.h"
#include "Output.h"
#include "fencepost/IR/ReadModule.h"
#include "fencepost/Input/KernelFile.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/ThreadCode.h"
#include "fencepost/Report/LowerReport.h"
#include "fencepost/Rewrite/RewriteText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

namespace {

/// Goes over the inputs and hands the listing of each to a printer.
class LowerCommand {
public:
  using Printer = llvm::function_ref<void(const LowerReport &)>;
  using Functions = std::vector<lower::FunctionCode>;

  LowerCommand(const LowerOptions &Options, InputFiles Inputs)
      : Options(Options), Inputs(std::move(Inputs)) {
    Result.Errors = std::move(this->Inputs.Errors);
  }

  void run(Printer Print);
  Outcome takeOutcome() { return std::move(Result); }

private:
  llvm::Error lowerFile(StringRef Name, Printer Print);
  void list(const Functions &Code, StringRef File, StringRef Text,
            Printer Print);
  llvm::Error lowerLitmus(const InputFile &File, Printer Print);
  llvm::Error lowerKernels(InputFile File, Printer Print);

  const LowerOptions &Options;
  InputFiles Inputs;
  Outcome Result;
};

} // namespace

void LowerCommand::list(const Functions &Code, StringRef File, StringRef Text,
                        Printer Print) {
  LowerReport Report;
  Report.File = File.str();
  Report.As = Options.Listing.As;
  Report.Summary = Options.Summary;
  lower::ListingOptions Listing = Options.Listing;
  Listing.CallersLoadToLds =
      llvm::any_of(Code, [](const lower::FunctionCode &F) {
        return lower::mayLoadToLds(F);
      });
  bool Complete = true;
  for (const lower::FunctionCode &F : Code) {
    std::vector<lower::ListingProblem> Problems;
    Report.Functions.push_back(listFunction(F, Listing, Problems));
    for (const lower::ListingProblem &P : Problems)
      Result.Errors.push_back(problemFinding(P, F, Text));
    Complete &= Problems.empty();
  }
  if (!Complete)
    return;
  llvm::append_range(Result.Findings, unknownsOf(Report, Text));
  Print(Report);
}

llvm::Error LowerCommand::lowerLitmus(const InputFile &File, Printer Print) {
  if (Options.Reading.View.Cpu.empty())
    return inputError(Diag::Usage, "",
                      "which processor? A litmus test names none, so '-mcpu' "
                      "is needed");
  llvm::Expected<litmus::LitmusTest> Test =
      litmus::parseLitmus(File.bytes(), File.name());
  if (!Test)
    return Test.takeError();
  llvm::Expected<lower::Mode> M = lower::Mode::parse(
      Options.Reading.View.Cpu, Options.Reading.View.Features);
  if (!M)
    return M.takeError();
  list(litmus::threadCode(Test->Program, *M, File.name()), File.name(),
       File.bytes(), Print);
  return llvm::Error::success();
}

llvm::Error LowerCommand::lowerKernels(InputFile File, Printer Print) {
  llvm::Expected<KernelFile> Input =
      KernelFile::open(std::move(File), Options.Reading);
  if (!Input)
    return Input.takeError();
  IRSourceOptions Parsing = KernelFile::parsing();
  Parsing.Places = false;
  llvm::Expected<std::unique_ptr<IRSource>> Source = Input->parse(Parsing);
  if (!Source)
    return Source.takeError();
  llvm::Expected<Functions> Code = ir::readModule(
      **Source, {Options.Reading.View.Cpu, Options.Reading.View.Features,
                 Options.Listing.All});
  if (!Code)
    return Code.takeError();
  list(*Code, Input->file(), Input->bytes(), Print);
  return llvm::Error::success();
}

llvm::Error LowerCommand::lowerFile(StringRef Name, Printer Print) {
  llvm::Expected<InputFile> File = readInputFile(Name, readerOf("lower"));
  if (!File)
    return File.takeError();
  return File->Kind == FileKind::Litmus ? lowerLitmus(*File, Print)
                                        : lowerKernels(std::move(*File), Print);
}

void LowerCommand::run(Printer Print) {
  for (StringRef Name : Inputs.Files)
    if (llvm::Error E = lowerFile(Name, Print))
      llvm::append_range(
          Result.Errors,
          takeFindings(std::move(E), Diag::UnreadableInput, Name));
}

static int runText(const Invocation &I, const ReportOptions &Report,
                   LowerCommand &Command) {
  auto &OS = llvm::outs();
  bool First = true;
  Command.run([&](const LowerReport &R) {
    if (!First)
      OS << '\n';
    First = false;
    printLowering(OS, R);
  });
  return finish(I, Report, Command.takeOutcome());
}

// `--rewrite`: one file of kernels in, one of LLVM IR out, and nothing written
// unless all of it can be rewritten.

static llvm::Error checkRewriteOptions(const Invocation &I) {
  for (llvm::StringRef Other : {"all", "as", "summary", "json", "format"})
    if (I.has(Other))
      return usageError("'--rewrite' prints no listing, so '--" + Other +
                        "' has no place beside it");
  if (I.operands().size() != 1)
    return usageError("'--rewrite' takes one file of kernels");
  return llvm::Error::success();
}

static void printRemark(const Note &Remark) {
  llvm::raw_ostream &OS = llvm::errs();
  OS << Remark.Where.File;
  if (Remark.Where.Line)
    OS << ':' << Remark.Where.Line << ':' << Remark.Where.Column;
  OS << ": remark: " << Remark.Message << '\n';
}

static llvm::Error rewriteFile(const Invocation &I,
                               const LowerOptions &Options) {
  if (llvm::Error E = checkRewriteOptions(I))
    return E;
  CallFiles Files(I);
  Files.addInput(I.operands().front());
  if (llvm::Error E = Files.addOutput("o", I.value("o", "-")))
    return E;
  llvm::Expected<InputFile> File =
      readInputFile(I.operands().front(), readerOf("lower --rewrite"));
  if (!File)
    return File.takeError();
  llvm::Expected<KernelFile> Input =
      KernelFile::open(std::move(*File), Options.Reading);
  if (!Input)
    return Input.takeError();
  IRSourceOptions Parsing = KernelFile::parsing();
  Parsing.Semantics = Diag::CannotRewrite;
  llvm::Expected<std::unique_ptr<IRSource>> Source = Input->parse(Parsing);
  if (!Source)
    return Source.takeError();
  llvm::Expected<rewrite::RewrittenText> Result = rewrite::rewriteText(
      **Source, Options.Reading.View.Cpu, Options.Reading.View.Features);
  if (!Result)
    return Result.takeError();
  for (const std::string &Name : Input->SourceNames)
    Files.addSource(Name);
  if (llvm::Error E = Files.refuseSources())
    return E;
  for (const Note &Remark : Result->Remarks)
    printRemark(Remark);
  return Files.write(I.value("o", "-"), Result->Text);
}

static int runRewrite(const Invocation &I) {
  llvm::Expected<LowerOptions> Options = LowerOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  if (llvm::Error E = rewriteFile(I, *Options))
    return fail(std::move(E));
  return 0;
}

int runLower(const Invocation &I) {
  if (I.has("rewrite"))
    return runRewrite(I);
  if (I.has("o"))
    return fail(inputError(Diag::Usage, "", "'-o' requires '--rewrite'"));
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return fail(Report.takeError());
  llvm::Expected<LowerOptions> Options = LowerOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  if (I.operands().empty())
    return fail(inputError(Diag::Usage, "",
                           "'lower' requires at least one file or directory "
                           "(see 'fencepost help lower')"));
  InputFiles Inputs = findInputFiles(I.operands(), readerOf("lower"));
  LowerCommand Command(*Options, std::move(Inputs));
  switch (Report->Format) {
  case ReportOptions::FormatKind::Text:
    return runText(I, *Report, Command);
  case ReportOptions::FormatKind::Json:
    return finishJson(I, *Report, [&](llvm::json::OStream &J) {
      J.attributeArray("files", [&] {
        Command.run([&](const LowerReport &R) { writeLowering(J, R); });
      });
      return Command.takeOutcome();
    });
  case ReportOptions::FormatKind::Sarif:
    Command.run([](const LowerReport &) {});
    return finish(I, *Report, Command.takeOutcome());
  }
  llvm_unreachable("a format without a printer");
}

} // namespace fencepost
