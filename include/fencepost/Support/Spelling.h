//===- Spelling.h - "did you mean ...?" -----------------------------------===//
#ifndef FENCEPOST_SUPPORT_SPELLING_H
#define FENCEPOST_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace fencepost {

/// The candidate nearest to \p Word, or "" when none is near enough to be a
/// slip of the finger (more than a third of the word would have to change).
llvm::StringRef nearestName(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Candidates);

/// ", did you mean 'X'?" for the nearest candidate, or "".
std::string didYouMean(llvm::StringRef Word,
                       llvm::ArrayRef<llvm::StringRef> Candidates);

} // namespace fencepost

#endif
