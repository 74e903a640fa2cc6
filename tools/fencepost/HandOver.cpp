//===- HandOver.cpp - Commands of the small program that need libLLVM -----===//
// Loading libLLVM costs about 13 ms, six times what the rest of a start costs.
// So the small program, which can read and analyse LLVM IR but not write it,
// replaces itself by the large one when, and only when, a command needs it. The
// large one stands beside it in a build tree and in ../libexec/fencepost in an
// installation.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <unistd.h>

namespace fencepost {

static std::string largeProgram(const char *Argv0) {
  static int Anchor;
  std::string Self = llvm::sys::fs::getMainExecutable(Argv0, &Anchor);
  llvm::StringRef Dir = llvm::sys::path::parent_path(Self);
  llvm::SmallString<128> Beside(Dir), Installed(Dir);
  llvm::sys::path::append(Beside, "fencepost-llvm");
  llvm::sys::path::append(Installed, "..", "libexec", "fencepost",
                          "fencepost-llvm");
  return llvm::sys::fs::can_execute(Beside) ? Beside.str().str()
                                            : Installed.str().str();
}

static int handOver(const Invocation &I) {
  std::string Program = largeProgram(I.argv().front());
  llvm::SmallVector<char *, 16> Argv;
  for (const char *Word : I.argv())
    Argv.push_back(const_cast<char *>(Word));
  Argv.push_back(nullptr);
  execv(Program.c_str(), Argv.data());
  std::error_code Why(errno, std::generic_category());
  return fail(inputError(Diag::Usage, "",
                         "cannot run " + Program + ": " + Why.message()));
}

int runInspect(const Invocation &I) { return handOver(I); }
int runLitmusOnIR(const Invocation &I) { return handOver(I); }
int runLowerRewrite(const Invocation &I) { return handOver(I); }

} // namespace fencepost
