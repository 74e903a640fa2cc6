//===- TextKind.h - What a text is ----------------------------------------===//
// Two looks at a text: its opening, the first that is neither space nor
// comment, names most languages; dialects of C differ in words that may come
// late, outside comments and strings.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SUPPORT_TEXTKIND_H
#define FENCEPOST_LIB_SUPPORT_TEXTKIND_H

#include "fencepost/Support/FileKind.h"
#include <optional>

namespace fencepost {

/// None if the text does not tell. \p Hint, which is what the name of the file
/// promises, decides between dialects of C that the text could be in. A header
/// is a part of sources, whatever words it has.
std::optional<DetectedKind> detectTextKind(llvm::StringRef Text, FileKind Hint,
                                           bool IsHeader);

} // namespace fencepost

#endif
