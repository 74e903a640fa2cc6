//===- DifferencesTest.cpp - The table of differences is exact ------------===//
// Where the dialects differ, and what each row of Differences.def has to do
// with it: rows are switched off one at a time.
//===----------------------------------------------------------------------===//
#include "AllOperations.h"
#include "Strength.h"
#include "fencepost/Lower/OperationText.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <optional>
#include <set>

using namespace fencepost;
using namespace fencepost::lower;
using namespace fencepost::lower::test;

/// Modes of one processor a family suffice: rows know families.
static std::vector<Mode> modesOf(Family F) {
  std::vector<Mode> All;
  const Processor *Newest = nullptr; // gfx950 can do more than gfx942.
  for (const Processor &Proc : processors())
    if (Proc.FamilyId == F && !Proc.isGeneric())
      Newest = &Proc;
  for (const Mode &M : allModes())
    if (M.Proc == Newest)
      All.push_back(M);
  return All;
}

static std::vector<Operation> everyOperation() {
  std::vector<Operation> All = memoryOperations();
  llvm::append_range(All, otherMnemonics());
  llvm::append_range(All, executionOperations());
  return All;
}

/// None if the operation is refused.
using Answer = std::optional<Sequence>;

static Answer ask(const Operation &Op, const Mode &M, DifferenceSet Applied) {
  llvm::Expected<Sequence> S = lower::lower(Op, M, Applied);
  if (S)
    return std::move(*S);
  llvm::consumeError(S.takeError());
  return std::nullopt;
}

static bool isSameAnswer(const Answer &A, const Answer &B) {
  return A && B ? isSame(*A, *B) : !A && !B;
}

static std::string textOf(const Answer &A) {
  return A ? test::textOf(*A) : "refused";
}

static bool concerns(const DifferenceFacts &Row, Family F) {
  return Row.Judged != Judgement::Typo && Row.First <= F && F <= Row.Last;
}

/// \p D as the only row of \p F that is applied.
static DifferenceSet only(Difference D, Family F) {
  DifferenceSet Set = DifferenceSet::all(F);
  for (const DifferenceFacts &Row : differences())
    if (Row.Id != D)
      Set = Set.without(Row.Id);
  return Set;
}

/// Whether \p Llvm, which departs from \p Text by one row, is as judged.
static bool isAsJudged(Judgement J, const Answer &Text, const Answer &Llvm) {
  switch (J) {
  case Judgement::Stronger:
    return Text && Llvm && isAtLeast(*Llvm, *Text);
  case Judgement::Weaker: // Doing what the text refuses counts, too.
    return !Text || (Llvm && isAtLeast(*Text, *Llvm));
  case Judgement::Neutral:
    return true;
  case Judgement::Typo:
    break;
  }
  return false;
}

// Every row changes something in the first and the last family it names, as it
// is judged; every difference between the dialects comes from a row.
TEST(Differences, RowsAreExact) {
  const std::vector<Operation> Ops = everyOperation();
  std::set<std::pair<Difference, Family>> Changes;
  for (const FamilyFacts &Facts : families()) {
    const DifferenceSet All = DifferenceSet::all(Facts.Id);
    for (const Mode &M : modesOf(Facts.Id))
      for (const Operation &Op : Ops) {
        Answer Text = ask(Op, M, All);
        Answer Llvm = ask(Op, M, DifferenceSet::none());
        bool Explained = isSameAnswer(Text, Llvm);
        for (const DifferenceFacts &Row : differences()) {
          if (!concerns(Row, Facts.Id))
            continue;
          // Of two rows that leave out the same step, each alone does.
          Explained |= !isSameAnswer(Llvm, ask(Op, M, only(Row.Id, Facts.Id)));
          Answer Without = ask(Op, M, All.without(Row.Id));
          if (isSameAnswer(Text, Without))
            continue;
          Changes.insert({Row.Id, Facts.Id});
          ASSERT_TRUE(isAsJudged(Row.Judged, Text, Without))
              << Row.Name.str() << ", " << test::textOf(M) << ", "
              << printOperation(Op) << ": text " << textOf(Text) << "\n  LLVM "
              << textOf(Without);
        }
        ASSERT_TRUE(Explained) << test::textOf(M) << ", " << printOperation(Op)
                               << ": " << textOf(Text);
      }
  }
  for (const DifferenceFacts &Row : differences()) {
    bool Typo = Row.Judged == Judgement::Typo;
    for (Family F : {Row.First, Row.Last})
      EXPECT_EQ(Changes.count({Row.Id, F}), Typo ? 0u : 1u)
          << Row.Name.str() << " in " << families()[size_t(F)].Name.str();
  }
}

// Typos are read as the other rows of the text: applying them is impossible.
TEST(Differences, TyposAreNotApplied) {
  unsigned Typos = 0;
  for (const FamilyFacts &Facts : families())
    for (const DifferenceFacts &Row : differences())
      if (Row.Judged == Judgement::Typo) {
        ++Typos;
        EXPECT_FALSE(DifferenceSet::all(Facts.Id).has(Row.Id));
      }
  EXPECT_GT(Typos, 0u);
}

TEST(Differences, NamesAreDistinct) {
  std::set<std::string> Names;
  for (auto [I, Row] : llvm::enumerate(differences())) {
    EXPECT_EQ(static_cast<size_t>(Row.Id), I);
    EXPECT_TRUE(Names.insert(Row.Name.str()).second) << Row.Name.str();
    EXPECT_LE(Row.First, Row.Last);
    for (llvm::StringRef Text : {Row.Where, Row.Spec, Row.Llvm, Row.Because})
      EXPECT_TRUE(!Text.empty() && !Text.ends_with(".")) << Row.Name.str();
  }
}
