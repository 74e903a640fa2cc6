//===- WrappedText.cpp - Text broken into lines ---------------------------===//
#include "WrappedText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

std::vector<std::string> wrapped(llvm::StringRef Text, size_t Width,
                                 size_t Hanging) {
  std::vector<std::string> Lines = {""};
  for (llvm::StringRef Word : llvm::split(Text, ' ')) {
    size_t Start = Lines.size() == 1 ? 0 : Hanging;
    bool IsFirst = Lines.back().size() == Start;
    if (!IsFirst && Lines.back().size() + 1 + Word.size() > Width) {
      Lines.emplace_back(Hanging, ' ');
      IsFirst = true;
    }
    Lines.back() += (IsFirst ? "" : " ") + Word.str();
  }
  return Lines;
}

} // namespace fencepost
