//===- PeriodsTest.cpp - How terms repeat, tried on values ----------------===//
#include "Periods.h"
#include "gtest/gtest.h"

namespace fencepost::sym {

/// Addresses of ring buffers, and terms that only look like them.
TEST(Periods, HoldForEveryValue) {
  using view::ValueKind;
  TermTable Terms;
  TermId K = Terms.symbol({SymbolKind::Iteration, 0}, 32, {0, 2000000});
  TermId Wide = Terms.symbol({SymbolKind::Iteration, 1}, 32, {0, ~0u});
  TermId Id = Terms.symbol({SymbolKind::WorkItem, 0}, 32, {0, 255});
  auto Number = [&](uint64_t N) { return Terms.constant(N, 32); };
  auto Rest = [&](TermId Term, uint64_t By) {
    return Terms.apply(ValueKind::URem, 32, Term, Number(By));
  };
  auto Ring = [&](uint64_t Ahead, uint64_t Stages) {
    return Terms.add(
        Terms.times(Rest(Terms.add(K, Number(Ahead)), Stages), 1024),
        Terms.times(Id, 4));
  };
  TermId Both = Terms.apply(ValueKind::Xor, 32, Ring(0, 3), Ring(1, 4));
  EXPECT_EQ(repetitionOf(Terms, Ring(0, 3), K), (Repetition{0, 3u}));
  EXPECT_EQ(repetitionOf(Terms, Ring(2, 4), K), (Repetition{0, 4u}));
  EXPECT_EQ(repetitionOf(Terms, Both, K), (Repetition{0, 12u}));
  EXPECT_EQ(repetitionOf(Terms, Terms.times(Id, 4), K), (Repetition{0, 1u}));
  EXPECT_EQ(repetitionOf(Terms, Terms.add(Ring(0, 3), K), K), std::nullopt);
  // The sum wraps, and 3 is no divisor of 2^32; but 4 is.
  TermId Wraps = Terms.add(Wide, Number(5));
  EXPECT_EQ(repetitionOf(Terms, Rest(Wraps, 3), Wide), std::nullopt);
  EXPECT_EQ(repetitionOf(Terms, Rest(Wraps, 4), Wide), (Repetition{0, 4u}));
  // No more than 8, and then a remainder: it repeats after the first ones.
  TermId Few = Terms.select(Terms.less(Number(8), K), Number(8), K);
  TermId Late = Terms.select(Terms.less(K, Number(20)), Few, Rest(K, 3));
  EXPECT_EQ(repetitionOf(Terms, Few, K), (Repetition{8, 1}));
  EXPECT_EQ(repetitionOf(Terms, Late, K), (Repetition{20, 3}));
  EXPECT_EQ((Repetition{20, 3}).numValues(18), 5u);
  EXPECT_EQ((Repetition{20, 3}).numValues(30), 3u);
  // Only the last value of all is another one: that is no repetition of few.
  TermId Long = Terms.symbol({SymbolKind::Argument, 0}, 64, {0, ~0ull});
  for (uint64_t Last : {~0ull, ~0ull - 1, ~0ull - 3, 5000ull}) {
    TermId IsLast = Terms.equal(Long, Terms.constant(Last, 64));
    TermId Rest = Terms.apply(ValueKind::URem, 64, Long, Terms.constant(9, 64));
    TermId Zero = Terms.constant(0, 64);
    EXPECT_EQ(repetitionOf(Terms, IsLast, Long), std::nullopt);
    EXPECT_EQ(repetitionOf(Terms, Terms.select(IsLast, Zero, Rest), Long),
              std::nullopt);
  }
  EXPECT_EQ((Repetition{~0ull, 3}).numValues(0), ~0ull);
  for (auto [Root, Symbol] :
       {std::pair(Both, K), std::pair(Rest(Wraps, 4), Wide), std::pair(Few, K),
        std::pair(Late, K)}) {
    Repetition Repeats = *repetitionOf(Terms, Root, Symbol);
    for (uint64_t From : {0ull, 1ull, 7ull, 1000ull, 1999000ull}) {
      uint64_t At = Repeats.From + From;
      EXPECT_EQ(Terms.evaluated(Root, [&](TermId) { return At; }),
                Terms.evaluated(Root, [&](TermId Term) {
                  return Term == Symbol ? At + Repeats.Period : At;
                }));
    }
  }
}

} // namespace fencepost::sym
