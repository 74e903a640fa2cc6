//===- JsonLine.h - One JSON object, its members in order -----------------===//
// llvm::json forgets in which order the members of an object stood and builds a
// tree of everything; a batch has to give its questions back as they were, a
// hundred thousand a second. This finds the members of an object and leaves
// their text alone. It takes what llvm::json takes, but numbers as the
// standard has them. Tested by unittests/Support/JsonLineTest.cpp, which
// compares the two, and by fuzz/ExplainFuzzer.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_JSONLINE_H
#define FENCEPOST_SUPPORT_JSONLINE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fencepost {

struct JsonMember {
  llvm::StringRef Key;   ///< As written, without the quotes.
  llvm::StringRef Value; ///< As written.

  /// The text of a string; none if the value is something else.
  std::optional<std::string> string() const;
  std::optional<int64_t> integer() const;
};

/// The members of the object that \p Line is; what is wrong with it, or "".
llvm::StringRef scanJsonObject(llvm::StringRef Line,
                               llvm::SmallVectorImpl<JsonMember> &Members);

/// \p Text as a JSON string, with its quotes.
void appendJsonString(llvm::StringRef Text, llvm::SmallVectorImpl<char> &Out);

} // namespace fencepost

#endif
