//===- RunProgram.h - Other programs, without temporary files -------------===//
// What a program reads and writes is kept in memory that it knows as its
// standard streams, so nothing is left on a disk, whatever ends it or us. The
// program leads a process group of its own, which a signal that ends us kills
// (Interruption.h); as a terminal may stop what writes to it from another
// group, its messages do not go there either. The limit on the size of files is
// one on this memory, too. Tested by unittests/Support/RunProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_RUNPROGRAM_H
#define FENCEPOST_SUPPORT_RUNPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace fencepost {

struct ProgramInput {
  llvm::StringRef Text; ///< Its standard input.
  /// A file that it can open under the name ProgramInput::FileName.
  llvm::StringRef File;
  static constexpr llvm::StringLiteral FileName = "/dev/fd/3";
  /// One that it can write beside its standard streams.
  static constexpr llvm::StringLiteral OtherName = "/dev/fd/4";
};

struct ProgramResult {
  std::string Output;   ///< Its standard output.
  std::string Messages; ///< Its standard error.
  std::string Other;    ///< What it wrote to ProgramInput::OtherName.
  int ExitCode = -1;    ///< -1 if it did not run to its end.
  std::string Why;      ///< Why it did not.
};

/// Runs the program in the file Words[0], with the environment of our own, and
/// waits for its end.
ProgramResult runProgram(llvm::ArrayRef<std::string> Words,
                         const ProgramInput &Input);

} // namespace fencepost

#endif
