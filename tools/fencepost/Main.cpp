//===- Main.cpp - fencepost: options in, library calls, exit code out -----===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Check/SolverLibrary.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

/// The arguments after the program's name, with '@file' replaced.
static llvm::Expected<std::vector<std::string>>
expandArguments(llvm::ArrayRef<const char *> Argv) {
  llvm::BumpPtrAllocator Allocator;
  llvm::SmallVector<const char *, 16> Words(Argv.drop_front());
  llvm::cl::ExpansionContext Context(Allocator,
                                     llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error E = Context.expandResponseFiles(Words))
    return E;
  return std::vector<std::string>(Words.begin(), Words.end());
}

static int dispatch(llvm::ArrayRef<const char *> Argv) {
  llvm::Expected<std::vector<std::string>> Words = expandArguments(Argv);
  if (!Words)
    return fail(Words.takeError());
  if (Words->empty()) {
    printOverview(llvm::errs());
    return ExitBadInput;
  }
  llvm::StringRef First = Words->front();
  if (isHelp(First)) {
    printOverview(llvm::outs());
    return ExitHolds;
  }
  if ((First == "--version" || First == "-version") && Words->size() == 1) {
    llvm::outs() << "fencepost " << versionString() << " (LLVM "
                 << LLVM_VERSION_STRING << ", solver "
                 << check::describeSolver() << ")\n";
    return ExitHolds;
  }
  const CommandRow *Command = findCommand(First);
  if (!Command)
    return fail(unknownCommand(First));
  llvm::ArrayRef<std::string> Rest = llvm::ArrayRef(*Words).drop_front();
  llvm::Expected<Invocation> Parsed = parseInvocation(*Command, Rest);
  if (!Parsed)
    return fail(Parsed.takeError());
  if (Parsed->wantsHelp()) {
    printHelp(llvm::outs(), *Command);
    return ExitHolds;
  }
  return Command->Run(*Parsed);
}

int main(int Argc, char **Argv) {
  // Some words make LLVM's disassembler crash; they are shown as data instead.
  llvm::CrashRecoveryContext::Enable();
  setColors("auto");
  int Code = dispatch(llvm::ArrayRef<const char *>(Argv, Argc));
  llvm::outs().flush();
  // A full disk must not look like success.
  if (std::error_code Broken = llvm::outs().error()) {
    llvm::outs().clear_error();
    return fail(inputError(Diag::Usage, "",
                           "cannot write the output: " + Broken.message()));
  }
  return Code;
}
