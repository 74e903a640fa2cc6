//===- AsyncGraphs.h - All small control-flow graphs ----------------------===//
// Every graph of so many blocks in which each block ends in a return, a jump or
// a two-way branch and can be reached, one of each class of graphs that differ
// in the numbers of their blocks alone; and every way to fill one with words.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LOWER_ASYNCGRAPHS_H
#define FENCEPOST_UNITTESTS_LOWER_ASYNCGRAPHS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost::lower::reference {

using SuccessorLists = std::vector<std::vector<unsigned>>;

std::vector<SuccessorLists> allGraphs(unsigned Blocks);

/// Words in which \p Symbols letters of \p Alphabet stand, with `a` or nothing
/// before each of them and at the end.
std::vector<std::string> wordsOf(unsigned Symbols, llvm::StringRef Alphabet);

/// Calls \p Use with every choice of a word for each of \p Blocks blocks, the
/// I-th list of \p Words being those with I symbols, of \p Symbols symbols in
/// all and at most \p Operations letters `a`.
void forEachFilling(
    unsigned Blocks, unsigned Symbols, unsigned Operations,
    const std::vector<std::vector<std::string>> &Words,
    llvm::function_ref<void(const std::vector<std::string> &)> Use);

} // namespace fencepost::lower::reference

#endif
