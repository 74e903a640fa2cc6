//===- InputFiles.h - The files that a call names, found and read ---------===//
// Operands are files, "-" for standard input, and directories, which stand for
// all files in them of the kinds that the command reads. Nothing but this reads
// an input. Tested by test/inputs.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_INPUT_INPUTFILES_H
#define FENCEPOST_INPUT_INPUTFILES_H

#include "fencepost/Input/FileReaders.h"
#include "fencepost/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fencepost {

struct InputFiles {
  std::vector<std::string> Files;
  std::vector<Finding> Errors; ///< Directories that give nothing.

  /// For each file a name of its own, to call what is made from it.
  std::vector<std::string> stems() const;
};

/// Directories are searched to the bottom, and what is found in them comes in
/// the order of its paths. Files of other kinds are passed over there.
InputFiles findInputFiles(llvm::ArrayRef<std::string> Operands,
                          const FileReader &Reader);

/// A file, as the command line names it.
struct InputFile {
  std::string Name; ///< "-" is standard input.
  FileKind Kind = FileKind::Empty;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;

  llvm::StringRef bytes() const { return Buffer->getBuffer(); }
  /// As findings call it: "<stdin>" for standard input.
  llvm::StringRef name() const { return Buffer->getBufferIdentifier(); }
};

/// Reads an input of a command; one of another kind is refused.
llvm::Expected<InputFile> readInputFile(llvm::StringRef Name,
                                        const FileReader &Reader);

/// Reads a file, or standard input for "-". A file is mapped, not copied.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readBytes(llvm::StringRef Name);

/// What the file at \p Path is; what its name promises if it is no regular file
/// or cannot be read.
FileKind fileKindAt(llvm::StringRef Path);

} // namespace fencepost

#endif
