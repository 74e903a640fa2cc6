//===- Main.cpp - fencepost: options in, library calls, exit code out -----===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Check/SolverLibrary.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Interruption.h"
#include "fencepost/Support/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

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

/// Those that the command line itself names.
static std::vector<std::string>
responseFiles(llvm::ArrayRef<const char *> Argv) {
  std::vector<std::string> Names;
  for (llvm::StringRef Word : Argv.drop_front())
    if (Word.consume_front("@"))
      Names.push_back(Word.str());
  return Names;
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
  Parsed->setResponseFiles(responseFiles(Argv));
  return Command->Run(*Parsed);
}

/// What is opened later must not become a standard stream. One that was closed
/// can neither be read nor be written.
static void occupyStandardStreams() {
  for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(Stream, F_GETFD) < 0)
      (void)open("/", O_PATH);
}

/// A full disk must not look like success. That nobody reads on is nothing to
/// complain of.
static int concludeOutput(int Code) {
  llvm::outs().flush();
  std::error_code Broken = llvm::outs().error();
  llvm::outs().clear_error();
  if (Broken == std::errc::broken_pipe)
    Code = ExitBadInput;
  else if (Broken)
    Code = fail(inputError(Diag::Usage, "",
                           "cannot write the output: " + Broken.message()));
  llvm::errs().clear_error(); // There is nobody left to tell.
  return Code;
}

int main(int Argc, char **Argv) {
  occupyStandardStreams();
  removeLeftoversOnSignals();
  // A file that would get too long is an error like a full disk.
  signal(SIGXFSZ, SIG_IGN);
  // Some words make LLVM's disassembler crash; they are shown as data instead.
  llvm::CrashRecoveryContext::Enable();
  setColors("auto");
  int Code = dispatch(llvm::ArrayRef<const char *>(Argv, Argc));
  return concludeOutput(Code);
}
