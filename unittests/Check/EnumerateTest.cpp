//===- EnumerateTest.cpp - Counting, cheap proofs and the solver agree ---===//
// For every pair of accesses in every region of random views: what a cheap
// proof excludes is not found by counting, and counting and Z3 say the same.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Enumerate.h"
#include "../../lib/Symbolic/Periods.h"
#include "RandomKernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include <gtest/gtest.h>

namespace fencepost::check {
using namespace sym;

static void compare(sym::Analysis &Context, const sym::Region &R, unsigned Seed,
                    unsigned &Decided, unsigned &Cheap) {
  sym::RegionOverlap Pairs(Context.Eval, R);
  std::vector<sym::RegionAccess> All;
  for (uint32_t N = 0; N < R.Nodes.size(); ++N)
    for (uint32_t E = R.Nodes[N].First; E < R.Nodes[N].End; ++E) {
      view::Site At{R.Nodes[N].Block, E};
      if (At.in(Context.View).Kind == view::EventKind::Access)
        All.push_back(Pairs.access({At, false}, N));
    }
  for (const sym::RegionAccess &A : All)
    for (const sym::RegionAccess &B : All) {
      if (A.Site.in(Context.View).Object != B.Site.in(Context.View).Object)
        continue;
      sym::Assignment Values;
      sym::Answer Counted = enumerate(Context.Eval, Pairs, A, B, {}, &Values);
      sym::PairQuestion Q = Pairs.ask(A, B);
      if (Q.ProvedApart) {
        EXPECT_NE(Counted, sym::Answer::Yes) << "seed " << Seed;
        ++Cheap;
        continue;
      }
      if (Counted == sym::Answer::GaveUp)
        continue;
      sym::TermId Question = Context.Terms.both(Q.Reached, Q.Overlaps);
      EXPECT_EQ(Context.Solve.ask(Question), Counted) << "seed " << Seed;
      if (Counted == sym::Answer::Yes) {
        EXPECT_EQ(
            Context.Terms.evaluated(
                Question, [&](sym::TermId Id) { return Values.lookup(Id); }),
            1u)
            << "seed " << Seed;
      }
      ++Decided;
    }
}

TEST(Enumerate, AgreesWithTheSolverAndTheCheapProofs) {
  unsigned Decided = 0, Cheap = 0;
  for (unsigned Seed = 100; Seed < 140; ++Seed) {
    RandomKernel Random(Seed, 6);
    sym::Analysis Context(Random.Result.View);
    view::Boundaries Bounds{&Context.View, {}, {}};
    sym::RegionBuilder Builder(Context.Eval, Bounds);
    for (const std::optional<view::Site> &Start : Builder.starts())
      compare(Context, Builder.build(Start), Seed, Decided, Cheap);
  }
  EXPECT_GT(Decided, 100u);
  EXPECT_GT(Cheap, 5u);
}

/// Addresses of ring buffers, and terms that only look like them.
TEST(Periods, HoldForEveryValue) {
  using view::ValueKind;
  sym::TermTable Terms;
  sym::TermId K =
      Terms.symbol({sym::SymbolKind::Iteration, 0}, 32, {0, 2000000});
  sym::TermId Wide =
      Terms.symbol({sym::SymbolKind::Iteration, 1}, 32, {0, ~0u});
  sym::TermId Id = Terms.symbol({sym::SymbolKind::WorkItem, 0}, 32, {0, 255});
  auto Number = [&](uint64_t N) { return Terms.constant(N, 32); };
  auto Rest = [&](sym::TermId Term, uint64_t By) {
    return Terms.apply(ValueKind::URem, 32, Term, Number(By));
  };
  auto Ring = [&](uint64_t Ahead, uint64_t Stages) {
    return Terms.add(
        Terms.times(Rest(Terms.add(K, Number(Ahead)), Stages), 1024),
        Terms.times(Id, 4));
  };
  sym::TermId Both = Terms.apply(ValueKind::Xor, 32, Ring(0, 3), Ring(1, 4));
  EXPECT_EQ(repetitionOf(Terms, Ring(0, 3), K), (sym::Repetition{0, 3u}));
  EXPECT_EQ(repetitionOf(Terms, Ring(2, 4), K), (sym::Repetition{0, 4u}));
  EXPECT_EQ(repetitionOf(Terms, Both, K), (sym::Repetition{0, 12u}));
  EXPECT_EQ(repetitionOf(Terms, Terms.times(Id, 4), K),
            (sym::Repetition{0, 1u}));
  EXPECT_EQ(repetitionOf(Terms, Terms.add(Ring(0, 3), K), K), std::nullopt);
  // The sum wraps, and 3 is no divisor of 2^32; but 4 is.
  sym::TermId Wraps = Terms.add(Wide, Number(5));
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
  sym::TermId Long =
      Terms.symbol({sym::SymbolKind::Argument, 0}, 64, {0, ~0ull});
  for (uint64_t Last : {~0ull, ~0ull - 1, ~0ull - 3, 5000ull}) {
    sym::TermId IsLast = Terms.equal(Long, Terms.constant(Last, 64));
    sym::TermId Rest =
        Terms.apply(ValueKind::URem, 64, Long, Terms.constant(9, 64));
    sym::TermId Zero = Terms.constant(0, 64);
    EXPECT_EQ(repetitionOf(Terms, IsLast, Long), std::nullopt);
    EXPECT_EQ(repetitionOf(Terms, Terms.select(IsLast, Zero, Rest), Long),
              std::nullopt);
  }
  EXPECT_EQ((sym::Repetition{~0ull, 3}).numValues(0), ~0ull);
  for (auto [Root, Symbol] :
       {std::pair(Both, K), std::pair(Rest(Wraps, 4), Wide), std::pair(Few, K),
        std::pair(Late, K)}) {
    sym::Repetition Repeats = *repetitionOf(Terms, Root, Symbol);
    for (uint64_t From : {0ull, 1ull, 7ull, 1000ull, 1999000ull}) {
      uint64_t At = Repeats.From + From;
      EXPECT_EQ(Terms.evaluated(Root, [&](sym::TermId) { return At; }),
                Terms.evaluated(Root, [&](sym::TermId Term) {
                  return Term == Symbol ? At + Repeats.Period : At;
                }));
    }
  }
}

} // namespace fencepost::check
