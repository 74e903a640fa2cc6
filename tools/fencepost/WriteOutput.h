//===- WriteOutput.h - Files that are written whole or not at all ---------===//
#ifndef FENCEPOST_TOOLS_WRITEOUTPUT_H
#define FENCEPOST_TOOLS_WRITEOUTPUT_H

#include "llvm/Support/Error.h"

namespace fencepost {

/// Writes \p Text to \p File, or to standard output for "-". A device or pipe
/// is written to; a regular file is replaced when all of it is there.
llvm::Error writeOutput(llvm::StringRef File, llvm::StringRef Text);

} // namespace fencepost

#endif
