//===- TermBoundsTest.cpp - Comparisons with numbers, against all values -===//
#include "TermBounds.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::sym {
namespace {

using view::ValueKind;

constexpr unsigned Bits = 4;
constexpr ValueKind Kinds[] = {ValueKind::Eq,  ValueKind::Ne,  ValueKind::ULt,
                               ValueKind::ULe, ValueKind::SLt, ValueKind::SLe};

bool holds(const TermTable &Terms, TermId Condition, uint64_t Value) {
  return Terms.evaluated(Condition, [&](TermId) { return Value; });
}

TEST(TermBounds, IntervalsAreWhereComparisonsHold) {
  unsigned Known = 0;
  for (ValueKind Kind : Kinds)
    for (uint64_t Added = 0; Added < 16; ++Added)
      for (uint64_t Number = 0; Number < 16; ++Number)
        for (unsigned Way = 0; Way < 4; ++Way) {
          TermTable Terms;
          TermId X = Terms.symbol({SymbolKind::Argument, 0}, Bits, {0, 15});
          TermId Sum = Terms.add(X, Terms.constant(Added, Bits));
          TermId To = Terms.constant(Number, Bits);
          TermId Term = Way % 2 ? Terms.apply(Kind, 1, Sum, To)
                                : Terms.apply(Kind, 1, To, Sum);
          if (Way / 2)
            Term = Terms.negated(Term);
          std::optional<SymbolInterval> Found = intervalOf(Terms, Term);
          if (!Found)
            continue; // It is a constant.
          ++Known;
          for (uint64_t Value = 0; Value < 16; ++Value) {
            bool IsIn =
                Found->Values.Low <= Value && Value <= Found->Values.High;
            ASSERT_EQ(holds(Terms, Term, Value), IsIn == Found->Inside)
                << int(Kind) << ' ' << Added << ' ' << Number << ' ' << Way
                << ' ' << Value;
          }
        }
  EXPECT_GT(Known, 5000u);
}

TEST(TermBounds, NothingThatHoldsIsLost) {
  std::mt19937 Random(1);
  unsigned Smaller = 0, Never = 0;
  for (unsigned Round = 0; Round < 2000; ++Round) {
    TermTable Terms;
    Range Limits{Random() % 4, 8 + Random() % 8};
    TermId X = Terms.symbol({SymbolKind::Argument, 0}, Bits, Limits);
    llvm::SmallVector<TermId, 4> All;
    for (unsigned I = 0, N = 1 + Random() % 4; I < N; ++I) {
      uint64_t Added = Random() % 2 ? 0 : Random() % 16, Number = Random() % 16;
      TermId Sum = Terms.add(X, Terms.constant(Added, Bits));
      TermId To = Terms.constant(Number, Bits);
      TermId Term = Terms.apply(Kinds[Random() % 6], 1, Sum, To);
      All.push_back(Random() % 2 ? Term : Terms.negated(Term));
    }
    std::optional<SymbolBounds> Found = boundsIn(Terms, All);
    Range Left = Limits;
    if (Found && Found->count(X))
      Left = (*Found)[X];
    Never += !Found;
    Smaller += Left.High - Left.Low < Limits.High - Limits.Low;
    for (uint64_t Value = Limits.Low; Value <= Limits.High; ++Value) {
      bool AllHold =
          llvm::all_of(All, [&](TermId Id) { return holds(Terms, Id, Value); });
      if (AllHold) {
        ASSERT_TRUE(Found && Left.Low <= Value && Value <= Left.High) << Round;
      }
    }
  }
  EXPECT_GT(Never, 100u);
  EXPECT_GT(Smaller, 100u);
}

} // namespace
} // namespace fencepost::sym
