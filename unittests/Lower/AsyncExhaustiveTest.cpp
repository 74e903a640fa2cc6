//===- AsyncExhaustiveTest.cpp - Async waits on all small graphs ----------===//
// analyzeAsyncMarks() against the reference that walks every path, on all
// control-flow graphs of up to four blocks with up to three marks and waits (on
// fewer blocks more), operations between them, two counters and calls. How many
// programs that are is part of the test.
//===----------------------------------------------------------------------===//
#include "AsyncGraphs.h"
#include "AsyncReference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace fencepost;
using namespace fencepost::lower;
using namespace fencepost::lower::reference;

namespace {
/// Which programs, and how much to check.
struct Sweep {
  unsigned Blocks;
  unsigned Symbols;          ///< Letters of Alphabet in all.
  const char *Alphabet;      ///< Besides `a`, which is tried everywhere.
  unsigned Operations = ~0u; ///< At most so many `a`.
  unsigned Width = 2;        ///< Of the counters.
  bool OnlyNew = false;      ///< Leave out what fewer blocks can do.
  bool CheckMarks = true;    ///< Compare useless marks as well.
  unsigned Every = 1;        ///< Compare one in so many.
};
} // namespace

/// Whether some path can need a wait at all.
static bool isWorthAsking(const std::vector<std::string> &Words) {
  bool Mark = false, Wait = false, Operation = false;
  for (const std::string &Word : Words)
    for (char Letter : Word)
      (Letter == 'm' ? Mark : llvm::isDigit(Letter) ? Wait : Operation) = true;
  return Mark && Wait && Operation;
}

/// How many edges lead to each block.
static std::vector<unsigned> countEdges(const SuccessorLists &Graph) {
  std::vector<unsigned> Edges(Graph.size());
  for (const auto &Successors : Graph)
    for (unsigned To : Successors)
      ++Edges[To];
  return Edges;
}

/// Whether \p Words in \p Graph say nothing that a program of fewer blocks, or
/// of the same graph with less in it, does not: an empty block can be left out,
/// letters before a return count only up to a wait, and two blocks of which one
/// always follows the other are one (unless their operations meet: words have
/// at most one in a row).
static bool isSmallerInDisguise(const std::vector<std::string> &Words,
                                const SuccessorLists &Graph,
                                const std::vector<unsigned> &Edges) {
  for (unsigned B = 0; B < Words.size(); ++B) {
    llvm::StringRef Word = Words[B];
    if (Graph[B].empty() && (Word.empty() || !llvm::isDigit(Word.back())))
      return true;
    if (Graph[B].size() != 1 || Graph[B][0] == B)
      continue;
    unsigned To = Graph[B][0];
    if (B != 0 && Word.empty())
      return true;
    bool Meet =
        Word.ends_with("a") && llvm::StringRef(Words[To]).starts_with("a");
    if (To != 0 && Edges[To] == 1 && !Meet)
      return true;
  }
  return false;
}

/// Whether the analysis agrees with the reference on \p P.
static bool agrees(const Program &P, const Sweep &S,
                   const FamilyFacts &Family) {
  const unsigned Most = (1u << S.Width) - 2;
  AsyncAnswer Answer = analyzeAsyncMarks(P.graph(), Family);
  Needs Expected = walkAllPaths(P, Most);
  if (needsOf(Answer) != Expected)
    return false;
  if (!S.CheckMarks)
    return true;
  if (Answer.UselessMarks != uselessMarks(P, Expected))
    return false;
  return Answer.UselessMarks.empty() ||
         walkAllPaths(without(P, Answer.UselessMarks), Most) == Expected;
}

/// Compares on the programs of \p S; how many there are. Stops at the first
/// disagreement: the order is from small to large.
static size_t compareOnAll(const Sweep &S) {
  std::vector<std::vector<std::string>> Words;
  for (unsigned I = 0; I <= S.Symbols; ++I)
    Words.push_back(wordsOf(I, S.Alphabet));
  const FamilyFacts Family = familyOfWidth(S.Width);
  size_t Number = 0;
  bool Failed = false;
  for (unsigned Symbols = 0; Symbols <= S.Symbols; ++Symbols)
    for (const SuccessorLists &Graph : allGraphs(S.Blocks)) {
      const std::vector<unsigned> Edges = countEdges(Graph);
      auto Compare = [&](const std::vector<std::string> &Filling) {
        if (Failed || !isWorthAsking(Filling) ||
            (S.OnlyNew && isSmallerInDisguise(Filling, Graph, Edges)))
          return;
        if (Number++ % S.Every != 0)
          return;
        Program P{Filling, Graph};
        Failed = !agrees(P, S, Family);
        EXPECT_FALSE(Failed) << P.text();
      };
      forEachFilling(S.Blocks, Symbols, S.Operations, Words, Compare);
    }
  return Number;
}

TEST(AsyncExhaustive, Graphs) {
  EXPECT_EQ(allGraphs(1).size(), 2u);
  EXPECT_EQ(allGraphs(2).size(), 8u);
  EXPECT_EQ(allGraphs(3).size(), 70u);
  EXPECT_EQ(allGraphs(4).size(), 802u);
}

TEST(AsyncExhaustive, OneBlock) {
  EXPECT_EQ(compareOnAll({1, 5, "m012"}), 110232u);
}

TEST(AsyncExhaustive, TwoBlocks) {
  EXPECT_EQ(compareOnAll({2, 4, "m012"}), 476352u);
}

// Counters of three bits: values from 0 to 6.
TEST(AsyncExhaustive, TwoBlocksWiderCounters) {
  EXPECT_EQ(
      compareOnAll({.Blocks = 2, .Symbols = 3, .Alphabet = "m012", .Width = 3}),
      37872u);
}

TEST(AsyncExhaustive, ThreeBlocks) {
  EXPECT_EQ(
      compareOnAll(
          {.Blocks = 3, .Symbols = 3, .Alphabet = "m012", .OnlyNew = true}),
      1076673u);
}

// All three waits with one operation, two of them with two. Without a bound on
// operations there would be seven times as many programs. All are compared by
// fuzz/exhaustive, one in 16 by the suite.
TEST(AsyncExhaustive, FourBlocks) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "slow, and three blocks already run the same code";
#endif
  Sweep Four{.Blocks = 4,
             .Symbols = 3,
             .Alphabet = "m012",
             .Operations = 1,
             .OnlyNew = true,
             .CheckMarks = false,
             .Every = std::getenv("FENCEPOST_EXHAUSTIVE") ? 1u : 16u};
  EXPECT_EQ(compareOnAll(Four), 2191428u);
  Four.Alphabet = "m01";
  Four.Operations = 2;
  EXPECT_EQ(compareOnAll(Four), 4630460u);
}

TEST(AsyncExhaustive, TwoCounters) {
  EXPECT_EQ(compareOnAll({2, 4, "bm01"}), 438624u);
}

TEST(AsyncExhaustive, Calls) {
  EXPECT_EQ(compareOnAll({2, 4, "um01"}), 438624u);
}

// The reference remembers and shortens; on graphs of two blocks this changes
// nothing against plainly walking every path. Ten blocks are sufficient: a mark
// that a wait looks at is at most three rounds back, the operation before it at
// most three more; were they not, the two would differ.
TEST(AsyncExhaustive, TheReferenceMissesNoPath) {
  std::vector<std::vector<std::string>> Words;
  for (unsigned I = 0; I <= 3; ++I)
    Words.push_back(wordsOf(I, "m02"));
  size_t Number = 0;
  for (const SuccessorLists &Graph : allGraphs(2))
    for (unsigned Symbols = 2; Symbols <= 3; ++Symbols)
      forEachFilling(2, Symbols, ~0u, Words, [&](const auto &Filling) {
        Program P{Filling, Graph};
        ++Number;
        ASSERT_EQ(walkPathsUpTo(P, 6, 10), walkAllPaths(P, 6)) << P.text();
      });
  EXPECT_EQ(Number, 31104u);
}
