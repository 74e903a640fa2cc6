//===- Main.cpp - fencepost: options in, library calls, exit code out -----===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Interruption.h"
#include "fencepost/Support/Version.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace fencepost;

namespace {
/// Notes which files are read.
class ReadFiles : public llvm::vfs::ProxyFileSystem {
public:
  explicit ReadFiles(std::vector<std::string> &Names)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), Names(Names) {}
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    Names.push_back(Path.str());
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  std::vector<std::string> &Names;
};
} // namespace

/// The arguments after the program's name, with '@file' replaced, also in
/// files. There, lines that begin with # are comments.
static llvm::Expected<std::vector<std::string>>
expandArguments(llvm::ArrayRef<const char *> Argv,
                std::vector<std::string> &ResponseFiles) {
  llvm::BumpPtrAllocator Allocator;
  llvm::SmallVector<const char *, 16> Words(Argv.drop_front());
  ReadFiles Files(ResponseFiles);
  llvm::cl::ExpansionContext Context(Allocator, llvm::cl::tokenizeConfigFile);
  Context.setVFS(&Files);
  if (llvm::Error E = Context.expandResponseFiles(Words))
    return E;
  return std::vector<std::string>(Words.begin(), Words.end());
}

static int dispatch(llvm::ArrayRef<const char *> Argv) {
  std::vector<std::string> ResponseFiles;
  llvm::Expected<std::vector<std::string>> Words =
      expandArguments(Argv, ResponseFiles);
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
                 << LLVM_VERSION_STRING << ", solver " << sym::describeSolver()
                 << ")\n";
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
  Parsed->setResponseFiles(std::move(ResponseFiles));
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
