//===- WrappedText.h - Paragraphs with a hanging indent -------------------===//
#ifndef FENCEPOST_LIB_REPORT_WRAPPEDTEXT_H
#define FENCEPOST_LIB_REPORT_WRAPPEDTEXT_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

inline constexpr size_t PageWidth = 100;

/// Prints \p Text and a new line, broken between words so that no line is
/// longer than the page; the cursor stands at \p Indent already, and every
/// further line begins there.
inline void printWrapped(llvm::raw_ostream &OS, llvm::StringRef Text,
                         size_t Indent) {
  size_t Column = Indent;
  for (llvm::StringRef Word : llvm::split(Text, ' ')) {
    bool IsFirst = Column == Indent;
    if (!IsFirst && Column + 1 + Word.size() > PageWidth) {
      (OS << '\n').indent(Indent);
      Column = Indent;
      IsFirst = true;
    }
    OS << (IsFirst ? "" : " ") << Word;
    Column += Word.size() + !IsFirst;
  }
  OS << '\n';
}

} // namespace fencepost

#endif
