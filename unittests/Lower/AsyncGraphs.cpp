//===- AsyncGraphs.cpp - All small control-flow graphs --------------------===//
// See AsyncGraphs.h. A graph is a row of masks, a bit a successor; of the rows
// that come from renumbering the blocks after the entry, the smallest is kept.
//===----------------------------------------------------------------------===//
#include "AsyncGraphs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <numeric>

namespace fencepost::lower::reference {

using Masks = std::vector<unsigned>;

static bool allReachable(const Masks &Row) {
  unsigned Seen = 1;
  for (size_t Round = 0; Round < Row.size(); ++Round)
    for (size_t B = 0; B < Row.size(); ++B)
      if (Seen >> B & 1)
        Seen |= Row[B];
  return Seen == (1u << Row.size()) - 1;
}

static bool isSmallestOfItsClass(const Masks &Row) {
  std::vector<unsigned> To(Row.size());
  std::iota(To.begin(), To.end(), 0);
  do {
    Masks Other(Row.size());
    for (size_t B = 0; B < Row.size(); ++B)
      for (size_t S = 0; S < Row.size(); ++S)
        if (Row[B] >> S & 1)
          Other[To[B]] |= 1u << To[S];
    if (Other < Row)
      return false;
  } while (std::next_permutation(To.begin() + 1, To.end()));
  return true;
}

std::vector<SuccessorLists> allGraphs(unsigned Blocks) {
  std::vector<SuccessorLists> All;
  Masks Row(Blocks);
  for (unsigned Code = 0; Code >> Blocks * Blocks == 0; ++Code) {
    for (unsigned B = 0; B < Blocks; ++B)
      Row[B] = Code >> B * Blocks & ((1u << Blocks) - 1);
    if (llvm::any_of(Row, [](unsigned M) { return llvm::popcount(M) > 2; }) ||
        !allReachable(Row) || !isSmallestOfItsClass(Row))
      continue;
    SuccessorLists Lists(Blocks);
    for (unsigned B = 0; B < Blocks; ++B)
      for (unsigned S = 0; S < Blocks; ++S)
        if (Row[B] >> S & 1)
          Lists[B].push_back(S);
    All.push_back(std::move(Lists));
  }
  return All;
}

std::vector<std::string> wordsOf(unsigned Symbols, llvm::StringRef Alphabet) {
  std::vector<std::string> Words = {"", "a"};
  for (unsigned I = 0; I < Symbols; ++I) {
    std::vector<std::string> Longer;
    for (const std::string &Word : Words)
      for (char Letter : Alphabet)
        for (llvm::StringRef End : {"", "a"})
          Longer.push_back(Word + Letter + End.str());
    Words = std::move(Longer);
  }
  return Words;
}

namespace {
struct Filler {
  const std::vector<std::vector<std::string>> &Words;
  llvm::function_ref<void(const std::vector<std::string> &)> Use;
  std::vector<std::string> Filling;

  /// Fills \p Block and those after it.
  void fill(unsigned Block, unsigned Symbols, unsigned Operations) {
    if (Block == Filling.size()) {
      if (Symbols == 0)
        Use(Filling);
      return;
    }
    for (unsigned Here = 0; Here <= Symbols; ++Here)
      for (const std::string &Word : Words[Here]) {
        unsigned Issued = llvm::count(Word, 'a');
        if (Issued > Operations)
          continue;
        Filling[Block] = Word;
        fill(Block + 1, Symbols - Here, Operations - Issued);
      }
  }
};
} // namespace

void forEachFilling(
    unsigned Blocks, unsigned Symbols, unsigned Operations,
    const std::vector<std::vector<std::string>> &Words,
    llvm::function_ref<void(const std::vector<std::string> &)> Use) {
  Filler{Words, Use, std::vector<std::string>(Blocks)}.fill(0, Symbols,
                                                            Operations);
}

} // namespace fencepost::lower::reference
