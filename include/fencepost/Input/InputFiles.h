//===- InputFiles.h - The files that a call names, found and read ---------===//
// Operands are files, "-" for standard input, and directories, which stand for
// all files in them with the right ending. Tested by
// test/litmus-cli/inputs.test and test/check-cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_INPUT_INPUTFILES_H
#define FENCEPOST_INPUT_INPUTFILES_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fencepost {

struct InputFiles {
  std::vector<std::string> Files;
  std::vector<Finding> Errors; ///< Directories that give nothing.

  /// For each file a name of its own, to call what is made from it.
  std::vector<std::string> stems() const;
};

/// Directories are searched to the bottom for files with one of \p Endings,
/// which come in the order of their paths.
InputFiles findInputFiles(llvm::ArrayRef<std::string> Operands,
                          llvm::ArrayRef<llvm::StringLiteral> Endings);

/// Reads a file, or standard input for "-". A file is mapped, not copied.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef Name);

} // namespace fencepost

#endif
