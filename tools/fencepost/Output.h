//===- Output.h - What every command does to print and to fail ------------===//
#ifndef FENCEPOST_TOOLS_OUTPUT_H
#define FENCEPOST_TOOLS_OUTPUT_H

#include "CommandLine.h"
#include "fencepost/Report/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// Colours the standard streams: "always", "never", or "auto", which is on a
/// terminal.
void setColors(llvm::StringRef When);

/// Prints the error to standard error and returns the exit code for it.
int fail(llvm::Error E);

/// What is wrong with the command line itself.
llvm::Error usageError(const llvm::Twine &Message);

/// An unknown command, with the nearest one.
llvm::Error unknownCommand(llvm::StringRef Name);

/// The options that all commands which report findings share.
struct ReportOptions {
  enum class FormatKind { Text, Json, Sarif };
  FormatKind Format = FormatKind::Text;
  WarningOptions Warnings;
};

/// Reads the shared options of \p I and sets the colours accordingly.
llvm::Expected<ReportOptions> reportOptions(const Invocation &I);

/// Whether \p I asks for JSON, by --json or --format.
bool wantsJson(const Invocation &I);

/// Names the solver on a line, if it is not the program's own.
void printOtherSolver(llvm::raw_ostream &OS);

/// Prints the document to standard output.
void printJson(llvm::json::Value Document);

/// Prints what \p O holds in the form of \p Options and returns the exit code.
/// Errors also go to standard error as text, whatever the form.
int finish(const Invocation &I, const ReportOptions &Options, Outcome O);

/// The same for JSON when a command has data beside its findings: \p Data
/// writes attributes of the document as it goes and returns what it found.
int finishJson(const Invocation &I, const ReportOptions &Options,
               llvm::function_ref<Outcome(llvm::json::OStream &)> Data);

} // namespace fencepost

#endif
