//===- FileReaders.h - Which command reads which kinds of files -----------===//
// A row a command. What a command does not read it refuses in words that are
// made from the same rows, so they are the same in all commands: what the file
// is, and who reads it or what to do with it.
// Tested by test/inputs/kinds.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_INPUT_FILEREADERS_H
#define FENCEPOST_INPUT_FILEREADERS_H

#include "fencepost/Support/FileKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fencepost {

struct FileReader {
  llvm::StringLiteral
      Command; ///< "check", or with an option "lower --rewrite".
  llvm::ArrayRef<FileKind> Kinds;
  /// The command without that option reads more.
  bool IsPartOfCommand = false;

  bool reads(FileKind Kind) const;
  bool readsSources() const;
  /// "LLVM IR, LLVM bitcode and OpenCL C".
  std::string kinds() const;
};

/// Null if \p Command reads no files of these kinds.
const FileReader *findReader(llvm::StringRef Command);
/// Of a command that is in the table.
const FileReader &readerOf(llvm::StringRef Command);

/// \p File holds \p Bytes, which are of a kind that \p Reader does not read.
llvm::Error refuseKind(const FileReader &Reader, DetectedKind Found,
                       llvm::StringRef Bytes, llvm::StringRef File);

} // namespace fencepost

#endif
