//===- WriteOutput.cpp - Files that are written whole or not at all -------===//
#include "WriteOutput.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

static llvm::Error writeFile(llvm::StringRef File, llvm::StringRef Text) {
  if (llvm::sys::fs::exists(File) && !llvm::sys::fs::is_regular_file(File)) {
    std::error_code Why;
    llvm::raw_fd_ostream OS(File, Why);
    if (Why)
      return llvm::errorCodeToError(Why);
    OS << Text;
    OS.close();
    Why = OS.error();
    OS.clear_error();
    return llvm::errorCodeToError(Why);
  }
  return llvm::writeToOutput(File, [&](llvm::raw_ostream &OS) {
    OS << Text;
    return llvm::Error::success();
  });
}

llvm::Error writeOutput(llvm::StringRef File, llvm::StringRef Text) {
  if (File == "-") {
    llvm::outs() << Text;
    return llvm::Error::success();
  }
  llvm::Error Problem = writeFile(File, Text);
  if (!Problem)
    return llvm::Error::success();
  return inputError(Diag::Usage, "",
                    "cannot write " + File + ": " +
                        llvm::toString(std::move(Problem)));
}

} // namespace fencepost
