//===- WriteOutput.h - Files that are written whole or not at all ---------===//
// A file is written beside its target under a name of its own, gets the owner
// as far as permitted, the mode and the access list of what it replaces, is
// flushed to the disk, and only then renamed. Whatever fails before, and
// whatever signal ends the program (fencepost/Support/Interruption.h), the
// target is as it was, and the other name is gone. Nobody else opens a file for
// writing (test/files/one-writer.test).
// Tested by test/files.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_WRITEOUTPUT_H
#define FENCEPOST_TOOLS_WRITEOUTPUT_H

#include "OutputTarget.h"
#include <system_error>

namespace fencepost {

/// Writes \p Text to \p Target. A pipe, device or descriptor may have got a
/// part of it when that fails. What standard output has not taken is seen at
/// the end of the program.
std::error_code writeOutput(const OutputTarget &Target, llvm::StringRef Text);

} // namespace fencepost

#endif
