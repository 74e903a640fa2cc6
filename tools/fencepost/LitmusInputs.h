//===- LitmusInputs.h - The files that `fencepost litmus` reads -----------===//
// Operands are files, "-" for standard input, and directories, which stand for
// all tests in them. Tested by test/litmus-cli/inputs.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_LITMUSINPUTS_H
#define FENCEPOST_TOOLS_LITMUSINPUTS_H

#include "fencepost/Support/Diagnostics.h"

namespace fencepost {

struct LitmusInputs {
  std::vector<std::string> Files;
  std::vector<Finding> Errors; ///< Directories that give nothing.

  /// For each file a name of its own, to call what is made from it.
  std::vector<std::string> stems() const;
};

/// Directories are searched to the bottom for files with one of \p Endings,
/// which come in the order of their paths.
LitmusInputs findInputs(llvm::ArrayRef<std::string> Operands,
                        llvm::ArrayRef<llvm::StringLiteral> Endings);

bool isIR(llvm::StringRef File);

} // namespace fencepost

#endif
