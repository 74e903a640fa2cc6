//===- UnifiedDiffTest.cpp - How one text became another ------------------===//
// Random texts: applying the diff gives the new text, and no shorter diff does,
// by the longest common subsequence.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/UnifiedDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <random>
#include <vector>

using namespace fencepost;
using llvm::StringRef;

namespace {

using Lines = std::vector<std::string>;

Lines linesOf(StringRef Text) {
  llvm::SmallVector<StringRef> Parts;
  Text.split(Parts, '\n');
  Lines Result;
  for (StringRef P : llvm::ArrayRef(Parts).drop_back())
    Result.push_back(P.str());
  return Result;
}

std::string joined(const Lines &Lines) {
  std::string Text;
  for (const std::string &Line : Lines)
    Text += Line + "\n";
  return Text;
}

/// What \p Diff makes of \p Old; counts its changes.
Lines applied(const Lines &Old, StringRef Diff, unsigned &Changes) {
  Lines Result;
  size_t OldLine = 0;
  for (const std::string &Line : linesOf(Diff)) {
    StringRef Text = Line;
    if (Text.starts_with("---") || Text.starts_with("+++"))
      continue;
    if (Text.consume_front("@@ -")) {
      size_t First = 0, Number = 1;
      Text.consumeInteger(10, First);
      if (Text.consume_front(","))
        Text.consumeInteger(10, Number);
      for (size_t Until = Number == 0 ? First : First - 1; OldLine < Until;
           ++OldLine)
        Result.push_back(Old[OldLine]);
      continue;
    }
    char Sign = Text.front();
    Text = Text.drop_front();
    Changes += Sign != ' ';
    if (Sign != '-')
      Result.push_back(Text.str());
    if (Sign != '+') {
      EXPECT_EQ(Old[OldLine++], Text);
    }
  }
  for (; OldLine < Old.size(); ++OldLine)
    Result.push_back(Old[OldLine]);
  return Result;
}

unsigned fewestChanges(const Lines &A, const Lines &B) {
  std::vector<std::vector<unsigned>> Common(
      A.size() + 1, std::vector<unsigned>(B.size() + 1));
  for (size_t I = 1; I <= A.size(); ++I)
    for (size_t J = 1; J <= B.size(); ++J)
      Common[I][J] = A[I - 1] == B[J - 1]
                         ? Common[I - 1][J - 1] + 1
                         : std::max(Common[I - 1][J], Common[I][J - 1]);
  return A.size() + B.size() - 2 * Common[A.size()][B.size()];
}

} // namespace

TEST(UnifiedDiff, SameTextsGiveNothing) {
  EXPECT_EQ(unifiedDiff("a", "x\ny\n", "b", "x\ny\n"), "");
  EXPECT_EQ(unifiedDiff("a", "", "b", ""), "");
}

TEST(UnifiedDiff, LooksAsDiffDoes) {
  EXPECT_EQ(unifiedDiff("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "b",
                        "1\n2\n3\n4\nnew\n5\n6\n7\n8\n"),
            "--- a\n+++ b\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n 8\n"
            "-9\n");
  EXPECT_EQ(unifiedDiff("a", "", "b", "1\n"),
            "--- a\n+++ b\n@@ -0,0 +1 @@\n+1\n");
}

TEST(UnifiedDiff, MakesTheNewTextWithTheFewestChanges) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 3000; ++Round) {
    auto Text = [&] {
      Lines Result(Random() % 30);
      for (std::string &Line : Result)
        Line = std::string(1, 'a' + Random() % 5);
      return Result;
    };
    Lines Old = Text(), New = Text();
    unsigned Changes = 0;
    std::string Diff = unifiedDiff("a", joined(Old), "b", joined(New));
    EXPECT_EQ(applied(Old, Diff, Changes), New) << "round " << Round;
    EXPECT_EQ(Changes, fewestChanges(Old, New)) << "round " << Round;
    Diff = unifiedDiff("a", joined(Old), "b", joined(New), 4);
    EXPECT_EQ(applied(Old, Diff, Changes), New) << "round " << Round;
  }
}
