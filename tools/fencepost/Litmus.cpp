//===- Litmus.cpp - `fencepost litmus` ------------------------------------===//
// Tests run in parallel, each in a worker that gives back text; texts come out
// in the order of the inputs, so the output does not depend on the number of
// threads. A file that cannot be used does not stop the others.
//===----------------------------------------------------------------------===//
#include "Batch.h"
#include "CallFiles.h"
#include "Commands.h"
#include "Options.h"
#include "Output.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/TargetCheck.h"
#include "fencepost/LitmusIR/LitmusIR.h"
#include "fencepost/Report/LitmusExplain.h"
#include "fencepost/Report/LitmusPicture.h"
#include "fencepost/Report/LitmusSummary.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

namespace fencepost {

namespace {

/// What is left of one input once it was run.
struct Answered {
  std::string Text; ///< In the form that was asked for.
  std::string Name, File;
  std::optional<LitmusVerdict> Verdict; ///< None if there were errors.
  std::vector<Finding> Findings, Errors;
};

/// Runs single tests; used by several threads at once.
class LitmusRunner {
public:
  LitmusRunner(const LitmusOptions &Options, ReportOptions::FormatKind Format,
               bool Colors, CallFiles &Files)
      : Options(Options), Format(Format), Colors(Colors), Files(Files) {}

  /// \p Stem names the pictures.
  Answered run(const std::string &File, llvm::StringRef Stem) const;

private:
  llvm::Error runFile(Answered &A, llvm::StringRef Stem) const;
  llvm::Error runTest(Answered &A, const litmus::LitmusTest &Test,
                      llvm::StringRef Stem) const;
  llvm::Error draw(const LitmusResult &R, llvm::StringRef Stem) const;
  llvm::Error drawOutcomes(const LitmusResult &R, llvm::StringRef Stem) const;
  llvm::Error write(llvm::StringRef File,
                    llvm::Expected<std::string> Picture) const;
  std::string render(const LitmusResult &R) const;

  const LitmusOptions &Options;
  ReportOptions::FormatKind Format;
  bool Colors;
  CallFiles &Files;
};

/// Processor time of the calling thread, so that a busy machine or a batch in
/// parallel does not change what is printed.
double threadSeconds() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return Time.tv_sec + Time.tv_nsec * 1e-9;
}

} // namespace

std::string LitmusRunner::render(const LitmusResult &R) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (Format) {
  case ReportOptions::FormatKind::Text:
    OS.enable_colors(Colors);
    if (!Options.Quiet)
      printLitmus(OS, R, Options.Print);
    break;
  case ReportOptions::FormatKind::Json: {
    llvm::json::OStream J(OS, 2);
    writeLitmus(J, R, Options.Print);
    break;
  }
  case ReportOptions::FormatKind::Sarif:
    break;
  }
  return Text;
}

/// A condition that does not hold, or was not decided, as a finding.
static void noteVerdict(Answered &A, const LitmusResult &R) {
  if (R.Verdict.Answer == LitmusAnswer::Ok)
    return;
  Location Where{A.File, 0, 0, {}, "", "test " + A.Name};
  std::string Condition = "'" + str(R.Condition, R.Program) + "'";
  if (R.Verdict.Answer == LitmusAnswer::No)
    A.Findings.push_back(
        {Diag::ConditionFails, Where, Condition + " does not hold", {}});
  if (R.Verdict.Answer == LitmusAnswer::Unknown)
    A.Findings.push_back({Diag::ConditionUnknown,
                          Where,
                          Condition + " was not decided: " + R.Verdict.Reason,
                          {}});
}

llvm::Error LitmusRunner::write(llvm::StringRef File,
                                llvm::Expected<std::string> Picture) const {
  return Picture ? Files.write(File, *Picture) : Picture.takeError();
}

/// Stem-1.svg, Stem-2.svg, ... in the order of the outcomes.
llvm::Error LitmusRunner::drawOutcomes(const LitmusResult &R,
                                       llvm::StringRef Stem) const {
  for (const auto &[Number, State] : llvm::enumerate(R.Outcomes.States)) {
    std::string File = Options.GraphDirectory + "/" + Stem.str() + "-" +
                       std::to_string(Number + 1) + ".svg";
    if (llvm::Error E =
            write(File, drawOutcome(R, Options.Explore, State, File)))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error LitmusRunner::draw(const LitmusResult &R,
                               llvm::StringRef Stem) const {
  llvm::Error E = llvm::Error::success();
  const std::string &File = Options.GraphFile;
  if (!File.empty())
    E = write(File, drawWitness(R, Options.Explore, File));
  if (Options.GraphDirectory.empty())
    return E;
  return llvm::joinErrors(std::move(E), drawOutcomes(R, Stem));
}

llvm::Error LitmusRunner::runTest(Answered &A, const litmus::LitmusTest &Test,
                                  llvm::StringRef Stem) const {
  const model::Program &P = Test.Program;
  double Start = threadSeconds();
  model::Outcomes Outcomes =
      explore(P, Test.Condition.Observed, Options.Explore);
  LitmusResult R{Test.Name,
                 Test.Description,
                 A.File,
                 P,
                 Test.Condition,
                 Outcomes,
                 judge(Test.Condition, Outcomes),
                 threadSeconds() - Start,
                 {}};
  if (Options.Explain)
    R.Explanation = explainLitmus(P, Test.Condition, Outcomes, Options.Explore);
  A.Name = Test.Name;
  A.Verdict = R.Verdict;
  A.Text = render(R);
  noteVerdict(A, R);
  return draw(R, Stem);
}

llvm::Error LitmusRunner::runFile(Answered &A, llvm::StringRef Stem) const {
  llvm::Expected<InputFile> Input = readInputFile(A.File, readerOf("litmus"));
  if (!Input)
    return Input.takeError();
  A.File = Input->name().str();
  litmus::Source Text{Input->bytes(), A.File};
  llvm::Expected<litmus::LitmusTest> Test =
      Input->Kind == FileKind::LlvmIR
          ? litmus::parseLitmusIR(Text.Text, Text.FileName)
          : litmus::parseLitmus(Text.Text, Text.FileName);
  if (!Test)
    return Test.takeError();
  if (Options.Target)
    A.Findings = litmus::lackingOn(*Options.Target, Test->Program, Text);
  return runTest(A, *Test, Stem);
}

Answered LitmusRunner::run(const std::string &File,
                           llvm::StringRef Stem) const {
  Answered A;
  A.File = File;
  if (llvm::Error E = runFile(A, Stem))
    A.Errors = takeFindings(std::move(E), Diag::UnreadableInput, A.File);
  return A;
}

namespace {

/// Runs all inputs and collects what remains to be said at the end.
class LitmusCommand {
public:
  LitmusCommand(const LitmusRunner &Runner, InputFiles Inputs)
      : Runner(Runner), Inputs(std::move(Inputs)), Stems(this->Inputs.stems()) {
    Result.Errors = std::move(this->Inputs.Errors);
  }

  /// \p Print is given the text of each test, in order.
  void run(unsigned Jobs, llvm::function_ref<void(llvm::StringRef)> Print);
  const LitmusSummary &summary() const { return Summary; }
  bool isBatch() const { return Inputs.Files.size() > 1; }
  Outcome takeOutcome() { return std::move(Result); }

private:
  const LitmusRunner &Runner;
  InputFiles Inputs;
  std::vector<std::string> Stems;
  LitmusSummary Summary;
  Outcome Result;
};

} // namespace

void LitmusCommand::run(unsigned Jobs,
                        llvm::function_ref<void(llvm::StringRef)> Print) {
  auto Work = [&](size_t I) { return Runner.run(Inputs.Files[I], Stems[I]); };
  auto Emit = [&](Answered &&A) {
    if (A.Verdict) {
      Summary.add(A.Name, A.File, *A.Verdict);
      Print(A.Text);
    } else {
      Summary.addError(A.File);
    }
    llvm::append_range(Result.Findings, A.Findings);
    llvm::append_range(Result.Errors, A.Errors);
  };
  Batch<Answered>(Inputs.Files.size(), Work, Emit).run(Jobs);
}

/// Text says No and Unknown in the tests and the summary; the other findings
/// are printed at the end, as always.
static int finishText(const Invocation &I, const ReportOptions &Report,
                      Outcome O) {
  auto IsVerdict = [](const Finding &F) {
    return F.Id == Diag::ConditionFails || F.Id == Diag::ConditionUnknown;
  };
  Report.Warnings.apply(O.Findings);
  ExitCode Code = O.exitCode();
  llvm::erase_if(O.Findings, IsVerdict);
  finish(I, Report, std::move(O));
  return Code;
}

static int runText(const Invocation &I, const LitmusOptions &Options,
                   const ReportOptions &Report, LitmusCommand &Command) {
  auto &OS = llvm::outs();
  bool First = true;
  Command.run(Options.Jobs, [&](llvm::StringRef Text) {
    if (Options.Quiet)
      return;
    if (!First)
      OS << '\n';
    First = false;
    OS << Text;
  });
  if (Command.isBatch() || Options.Quiet) {
    if (!First)
      OS << '\n';
    Command.summary().print(OS);
  }
  return finishText(I, Report, Command.takeOutcome());
}

/// \p Text, which a worker wrote, at the depth of the array of tests. No string
/// of a JSON document holds a line break, so this moves lines only.
static std::string indented(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    Out += C;
    if (C == '\n')
      Out += "    ";
  }
  return Out;
}

static int runJson(const Invocation &I, const LitmusOptions &Options,
                   const ReportOptions &Report, LitmusCommand &Command) {
  return finishJson(I, Report, [&](llvm::json::OStream &J) {
    J.attributeArray("tests", [&] {
      Command.run(Options.Jobs,
                  [&](llvm::StringRef Text) { J.rawValue(indented(Text)); });
    });
    return Command.takeOutcome();
  });
}

/// What must be right before any test is run.
static llvm::Error prepare(const LitmusOptions &Options,
                           const InputFiles &Inputs, CallFiles &Files) {
  if (!Options.GraphFile.empty() && Inputs.Files.size() > 1)
    return inputError(Diag::Usage, "",
                      "'--graph' draws one test, these are " +
                          llvm::Twine(Inputs.Files.size()) +
                          ": use '--graph-all=DIR'");
  if (Options.GraphFile.empty() && Options.GraphDirectory.empty())
    return llvm::Error::success();
  for (const std::string &File : Inputs.Files)
    Files.addInput(File);
  if (llvm::Error E = Files.addOutput("graph"))
    return E;
  if (Options.GraphDirectory.empty())
    return llvm::Error::success();
  if (llvm::Error E = Files.addDirectory("graph-all"))
    return E;
  if (std::error_code Why = llvm::sys::fs::create_directories(
          Options.GraphDirectory, /*IgnoreExisting=*/true,
          llvm::sys::fs::all_all))
    return inputError(Diag::Usage, "",
                      "cannot make the directory " + Options.GraphDirectory +
                          ": " + Why.message());
  return llvm::Error::success();
}

int runLitmus(const Invocation &I) {
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return fail(Report.takeError());
  llvm::Expected<LitmusOptions> Options = LitmusOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  if (I.operands().empty())
    return fail(inputError(Diag::Usage, "",
                           "'litmus' requires at least one file or directory "
                           "(see 'fencepost help litmus')"));
  InputFiles Inputs = findInputFiles(I.operands(), readerOf("litmus"));
  CallFiles Files(I);
  if (llvm::Error E = prepare(*Options, Inputs, Files))
    return fail(std::move(E));
  LitmusRunner Runner(*Options, Report->Format, llvm::outs().colors_enabled(),
                      Files);
  LitmusCommand Command(Runner, std::move(Inputs));
  switch (Report->Format) {
  case ReportOptions::FormatKind::Text:
    return runText(I, *Options, *Report, Command);
  case ReportOptions::FormatKind::Json:
    return runJson(I, *Options, *Report, Command);
  case ReportOptions::FormatKind::Sarif:
    Command.run(Options->Jobs, [](llvm::StringRef) {});
    return finish(I, *Report, Command.takeOutcome());
  }
  llvm_unreachable("a format without a printer");
}

} // namespace fencepost
