//===- Commands.h - The commands of fencepost -----------------------------===//
// The table is in Commands.cpp; each command's Run function is in a file of its
// own.
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

/// The list of commands; what `fencepost help` prints.
void printOverview(llvm::raw_ostream &OS);
/// What `fencepost help COMMAND` prints.
void printHelp(llvm::raw_ostream &OS, const CommandRow &Command);

} // namespace fencepost

#endif
