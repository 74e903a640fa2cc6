//===- ClangMessages.h - What clang says, as findings ---------------------===//
// Reads the lines that clang writes to standard error with carets and colours
// off: "FILE:LINE:COLUMN: error: TEXT", notes after the error that they belong
// to, and errors without a place. Warnings and everything else are left out.
// Tested by unittests/OpenCL.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OPENCL_CLANGMESSAGES_H
#define FENCEPOST_LIB_OPENCL_CLANGMESSAGES_H

#include "fencepost/Support/Diagnostics.h"

namespace fencepost {

/// An error without a place is about \p File. \p Source is its text if it can
/// be read no more.
std::vector<Finding> readClangErrors(llvm::StringRef Text, llvm::StringRef File,
                                     Diag Id, llvm::StringRef Source = "");

} // namespace fencepost

#endif
