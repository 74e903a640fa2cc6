//===- WrappedText.h - Text broken into lines -----------------------------===//
#ifndef FENCEPOST_LIB_REPORT_WRAPPEDTEXT_H
#define FENCEPOST_LIB_REPORT_WRAPPEDTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

/// \p Text broken between words into lines of at most \p Width columns, those
/// after the first indented by \p Hanging. A word that is longer than a line
/// gets one of its own.
std::vector<std::string> wrapped(llvm::StringRef Text, size_t Width,
                                 size_t Hanging = 0);

} // namespace fencepost

#endif
