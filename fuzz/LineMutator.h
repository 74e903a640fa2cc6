//===- LineMutator.h - Changes to texts of lines --------------------------===//
// Most changes of single bytes make LLVM IR that is not read. Here, lines are
// removed, repeated, moved, and their numbers and operands changed, so that
// much stays valid.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_FUZZ_LINEMUTATOR_H
#define FENCEPOST_FUZZ_LINEMUTATOR_H

#include "llvm/ADT/StringExtras.h"
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace fencepost::fuzz {

/// One change to a text of lines.
class LineMutator {
public:
  LineMutator(llvm::StringRef Text, unsigned Seed) : Random(Seed) {
    Text.split(Lines, '\n');
  }
  std::string run() {
    switch (below(6)) {
    case 0:
      Lines.erase(Lines.begin() + below(Lines.size()));
      break;
    case 1:
      Lines.insert(Lines.begin() + below(Lines.size()), any());
      break;
    case 2:
      std::swap(Lines[below(Lines.size())], Lines[below(Lines.size())]);
      break;
    case 3:
      Lines[below(Lines.size())] = any();
      break;
    default:
      exchangeWord();
    }
    return llvm::join(Lines, "\n");
  }

private:
  size_t below(size_t Bound) { return Bound ? Random() % Bound : 0; }
  llvm::StringRef any() { return Lines[below(Lines.size())]; }
  /// A word of one line in the place of a word of another.
  void exchangeWord() {
    llvm::StringRef &Line = Lines[below(Lines.size())];
    llvm::SmallVector<llvm::StringRef> Mine, Theirs;
    Line.split(Mine, ' ');
    any().split(Theirs, ' ');
    llvm::StringRef &Old = Mine[below(Mine.size())];
    llvm::StringRef New = Theirs[below(Theirs.size())].rtrim(",");
    Made = (New + (Old.ends_with(",") ? "," : "")).str();
    if (!Old.empty() && llvm::isDigit(Old.back()) && below(2))
      Made = llvm::utostr(below(2) ? below(300) : Random());
    Old = Made;
    Changed = llvm::join(Mine, " ");
    Line = Changed;
  }

  std::mt19937 Random;
  llvm::SmallVector<llvm::StringRef> Lines;
  std::string Made, Changed;
};

/// What libFuzzer wants of a mutator, for a text of lines: the new size.
inline size_t mutateLines(uint8_t *Data, size_t Size, size_t MaxSize,
                          unsigned Seed) {
  if (Seed % 16 == 0 || Size == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  for (unsigned Times = Seed / 16 % 3 + 1; Times--;)
    Text = LineMutator(Text, Seed + Times).run();
  Size = std::min(Text.size(), MaxSize);
  std::copy_n(Text.data(), Size, Data);
  return Size;
}

} // namespace fencepost::fuzz

#endif
