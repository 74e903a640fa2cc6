//===- UnifiedDiff.h - How one text became another ------------------------===//
// A unified diff, as `diff -u` prints it: three lines of context, the fewest
// lines added and removed (Myers' algorithm). Texts that differ in more lines
// than a limit are still described rightly, but the part between their first
// and last differences is replaced as a whole. A last line without a line break
// counts as one with it.
// Tested by unittests/Report/UnifiedDiffTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_UNIFIEDDIFF_H
#define FENCEPOST_REPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fencepost {

/// Empty if the texts are the same. \p OldName and \p NewName stand in its
/// head.
std::string unifiedDiff(llvm::StringRef OldName, llvm::StringRef Old,
                        llvm::StringRef NewName, llvm::StringRef New,
                        unsigned MaxChanges = 2000);

} // namespace fencepost

#endif
