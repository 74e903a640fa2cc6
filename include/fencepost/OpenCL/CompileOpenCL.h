//===- CompileOpenCL.h - OpenCL C to LLVM IR, by clang --------------------===//
// Runs clang-22 as a program, without a shell, on one file, with the built-in
// functions of lib/OpenCL/Builtins.h in front of it, so that neither ROCm nor
// libclc needs to be installed. What clang says against the file comes back as
// bad input at its place; its warnings are not asked for. Needs only LLVM's
// Support library. Tested by unittests/OpenCL.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OPENCL_COMPILEOPENCL_H
#define FENCEPOST_OPENCL_COMPILEOPENCL_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

struct OpenCLOptions {
  std::string Processor; ///< "gfx942".
  /// "+wavefrontsize64,-cumode", as in -mattr; they win over Extra. Those that
  /// do not change what a kernel does are left out.
  std::string Features;
  /// Given to clang after ours, so that they win: "-O2", "-cl-std=CL3.0",
  /// "-DN=4", "-mwavefrontsize64". Without an -O the level is -O1.
  std::vector<std::string> Extra;
  /// What is compiled, if the file is "-": standard input, which was read.
  llvm::StringRef Text;
  /// Looked for on PATH, unless it has a slash.
  std::string Compiler = "clang-22";
  /// What an error of clang, or its absence, is reported as.
  Diag Problem = Diag::UnreadableInput;
};

/// The module as bitcode, with debug lines. Device functions that \p File calls
/// and does not define, and that are not built in, stay declarations. \p Read,
/// if it is given, gets the names of the files that clang read.
llvm::Expected<std::string>
compileOpenCL(llvm::StringRef File, const OpenCLOptions &Options,
              std::vector<std::string> *Read = nullptr);

/// The words of the command without the program, for a header at \p Builtins
/// and an output at \p Output.
std::vector<std::string> openCLArguments(llvm::StringRef File,
                                         const OpenCLOptions &Options,
                                         llvm::StringRef Builtins,
                                         llvm::StringRef Output);

/// The text of lib/OpenCL/Builtins.h.
llvm::StringRef openCLBuiltins();

} // namespace fencepost

#endif
