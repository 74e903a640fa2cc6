//===- Output.cpp - What every command does to print and to fail ----------===//
#include "Output.h"
#include "Commands.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/SarifReport.h"
#include "fencepost/Report/TextReport.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

llvm::Error usageError(const llvm::Twine &Message) {
  return inputError(Diag::Usage, "", Message);
}

int fail(llvm::Error E) {
  llvm::outs().flush();
  printFindings(llvm::errs(), takeFindings(std::move(E), Diag::Usage, ""));
  return ExitBadInput;
}

llvm::Error unknownCommand(llvm::StringRef Name) {
  llvm::SmallVector<llvm::StringRef> Names;
  for (const CommandRow &Command : commands())
    Names.push_back(Command.Name);
  return inputError(Diag::Usage, "",
                    llvm::Twine("unknown command '") + Name + "'" +
                        didYouMean(Name, Names) + " (see 'fencepost help')");
}

void setColors(llvm::StringRef When) {
  for (llvm::raw_fd_ostream *OS : {&llvm::outs(), &llvm::errs()})
    OS->enable_colors(When == "always" || (When == "auto" && OS->has_colors()));
}

static llvm::StringRef formatOf(const Invocation &I) {
  return I.value("format", I.has("json") ? "json" : "text");
}

bool wantsJson(const Invocation &I) { return formatOf(I) == "json"; }

llvm::Expected<ReportOptions> reportOptions(const Invocation &I) {
  ReportOptions Options;
  llvm::StringRef Format = formatOf(I);
  if (Format == "json")
    Options.Format = ReportOptions::FormatKind::Json;
  else if (Format == "sarif")
    Options.Format = ReportOptions::FormatKind::Sarif;
  setColors(I.value("color", "auto"));
  llvm::Expected<WarningOptions> Warnings =
      WarningOptions::parse(I.values("W"));
  if (!Warnings)
    return Warnings.takeError();
  Options.Warnings = std::move(*Warnings);
  return Options;
}

void printOtherSolver(llvm::raw_ostream &OS) {
  if (std::string Other = sym::otherSolver(); !Other.empty())
    OS << "answered by " << Other << '\n';
}

void printJson(llvm::json::Value Document) {
  llvm::json::OStream(llvm::outs(), 2).value(Document);
  llvm::outs() << '\n';
}

/// The last things a command does, whatever the form.
static int conclude(const Outcome &O) {
  llvm::outs().flush();
  printFindings(llvm::errs(), O.Errors);
  return O.exitCode();
}

int finish(const Invocation &I, const ReportOptions &Options, Outcome O) {
  Options.Warnings.apply(O.Findings);
  switch (Options.Format) {
  case ReportOptions::FormatKind::Text:
    printFindings(llvm::outs(), O.Findings);
    break;
  case ReportOptions::FormatKind::Json:
    return finishJson(I, Options, [&](llvm::json::OStream &) { return O; });
  case ReportOptions::FormatKind::Sarif:
    printJson(sarifReport(O, sym::otherSolver()));
    break;
  }
  return conclude(O);
}

int finishJson(const Invocation &I, const ReportOptions &Options,
               llvm::function_ref<Outcome(llvm::json::OStream &)> Data) {
  Outcome O;
  llvm::json::OStream J(llvm::outs(), 2);
  J.object([&] {
    writeReportHead(J, I.command().Name, sym::otherSolver());
    O = Data(J);
    Options.Warnings.apply(O.Findings);
    writeReportTail(J, O);
  });
  J.flush();
  llvm::outs() << '\n';
  return conclude(O);
}

} // namespace fencepost
