//===- Commands.h - The commands of fencepost -----------------------------===//
// The table is in Commands.cpp; each command's Run function is in a file of its
// own. The program exists twice, built from the same table: `fencepost`, which
// starts in about a millisecond because it carries only LLVM's static Support
// library, and `fencepost-llvm`, which loads libLLVM. In the first, the Run of
// a command that needs libLLVM hands the whole command line over to the second
// (HandOver.cpp).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_COMMANDS_H
#define FENCEPOST_TOOLS_COMMANDS_H

#include "CommandLine.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

llvm::ArrayRef<CommandRow> commands();
const CommandRow *findCommand(llvm::StringRef Name);

int runCheck(const Invocation &I);
int runCompletion(const Invocation &I);
int runExplain(const Invocation &I);
int runHelp(const Invocation &I);
int runInspect(const Invocation &I);
int runLitmus(const Invocation &I);
int runLower(const Invocation &I);
int runPlace(const Invocation &I);
int runTargets(const Invocation &I);

/// `litmus` when a test is LLVM IR: the small program hands over.
int runLitmusOnIR(const Invocation &I);
/// `lower` when an input may be LLVM IR, likewise.
int runLowerOnIR(const Invocation &I);

/// `lower --rewrite`: the small program hands over.
int runLowerRewrite(const Invocation &I);

/// The list of commands; what `fencepost help` prints.
void printOverview(llvm::raw_ostream &OS);
/// What `fencepost help COMMAND` prints.
void printHelp(llvm::raw_ostream &OS, const CommandRow &Command);

} // namespace fencepost

#endif
