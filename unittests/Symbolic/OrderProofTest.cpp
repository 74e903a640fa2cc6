//===- OrderProofTest.cpp - Proofs by order, against all values ----------===//
// Numbers of few bits, so that everything wraps soon: what is proved must hold
// for all values of the symbols. Shapes of real indices must be proved.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/OrderProof.h"
#include "fencepost/View/Arithmetic.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::sym {

using view::ValueKind;

namespace {

/// Four symbols, and terms of what indices are made from.
struct Numbers {
  explicit Numbers(unsigned Bits = 4) : Bits(Bits) {}
  unsigned Bits;
  TermTable Terms;
  TermId A = symbol(0), B = symbol(1), Begin = symbol(2), Count = symbol(3);

  TermId symbol(uint32_t Index) {
    return Terms.symbol({SymbolKind::Argument, Index}, Bits,
                        {0, (1u << Bits) - 1});
  }
  TermId number(uint64_t N) { return Terms.constant(N, Bits); }
  TermId larger(TermId X, TermId Y) {
    return Terms.select(Terms.less(X, Y), Y, X);
  }
  TermId smaller(TermId X, TermId Y) {
    return Terms.select(Terms.less(X, Y), X, Y);
  }
  TermId atMost(TermId X, TermId Y) { return Terms.negated(Terms.less(Y, X)); }

  /// True if \p Condition implies that \p Address is one of \p Size from \p
  /// Base.
  bool holds(TermId Condition, TermId Address, uint64_t Base, uint64_t Size) {
    TermId Offset =
        Terms.sub(Address, Terms.constant(Base, Terms.bits(Address)));
    for (unsigned All = 0; All < 1u << (4 * Bits); ++All) {
      auto ValueOf = [&](TermId Id) {
        return (All >> (Bits * Terms[Id].Sym.Index)) & ((1u << Bits) - 1);
      };
      if (Terms.evaluated(Condition, ValueOf) &&
          Terms.evaluated(Offset, ValueOf) >= Size)
        return false;
    }
    return true;
  }
};

/// Low, High, and what a loop from one to the other says of Count.
struct CountedLoop : Numbers {
  TermId Low = larger(A, Begin), High = smaller(B, Terms.add(Begin, number(5))),
         Entered = Terms.less(Low, High);
  TermId counts(uint64_t Step) {
    TermId Span = Terms.sub(Terms.sub(High, Low), number(1));
    return Terms.both(Entered, atMost(Count, Terms.apply(ValueKind::UDiv, Bits,
                                                         Span, number(Step))));
  }
  TermId index(uint64_t Step) {
    return Terms.sub(Terms.add(Low, Terms.times(Count, Step)), Begin);
  }
};

} // namespace

TEST(OrderProof, IndexOfAPartOfARow) {
  for (uint64_t Step : {1, 2, 3}) {
    CountedLoop L;
    TermId Condition = L.counts(Step), Index = L.index(Step);
    EXPECT_TRUE(isInsideByOrder(L.Terms, Condition, Index, 0, 5));
    EXPECT_TRUE(L.holds(Condition, Index, 0, 5));
    EXPECT_FALSE(isInsideByOrder(L.Terms, Condition, Index, 0, 4));
    EXPECT_FALSE(L.holds(Condition, Index, 0, 4));
  }
}

TEST(OrderProof, AddressWithBaseAndWidth) {
  CountedLoop L;
  // Two bytes each, from 3 on, in numbers of more bits.
  TermId Address = L.Terms.add(L.Terms.times(L.index(1), 2), L.number(3));
  TermId Wide = L.Terms.resized(Address, 64);
  EXPECT_TRUE(isInsideByOrder(L.Terms, L.counts(1), Wide, 3, 9));
  EXPECT_TRUE(L.holds(L.counts(1), Wide, 3, 9));
  EXPECT_FALSE(isInsideByOrder(L.Terms, L.counts(1), Wide, 3, 8));
}

TEST(OrderProof, EveryConditionIsNeeded) {
  CountedLoop L;
  TermId Index = L.index(1);
  EXPECT_FALSE(isInsideByOrder(L.Terms, L.Entered, Index, 0, 5));
  TermId Span = L.Terms.sub(L.Terms.sub(L.High, L.Low), L.number(1));
  EXPECT_FALSE(isInsideByOrder(L.Terms, L.atMost(L.Count, Span), Index, 0, 5));
  TermId From = L.Terms.sub(L.Terms.add(L.A, L.Count), L.Begin);
  EXPECT_FALSE(isInsideByOrder(L.Terms, L.counts(1), From, 0, 5));
}

TEST(OrderProof, WhatIsProvedHoldsForAllValues) {
  unsigned Proved = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    std::mt19937 Random(Seed);
    Numbers N(3);
    TermTable &T = N.Terms;
    std::vector<TermId> Pool{N.A, N.B, N.Begin, N.Count,
                             T.add(N.Begin, N.number(1 + Random() % 5))};
    auto Any = [&] { return Pool[Random() % Pool.size()]; };
    for (unsigned I = 0; I < 6; ++I)
      switch (Random() % 4) {
      case 0:
        Pool.push_back(N.larger(Any(), Any()));
        break;
      case 1:
        Pool.push_back(N.smaller(Any(), Any()));
        break;
      case 2:
        Pool.push_back(T.add(Any(), Random() % 2 ? Any() : N.number(3)));
        break;
      default:
        Pool.push_back(T.sub(Any(), Any()));
      }
    TermId Condition = TermTable::True;
    for (unsigned I = 0; I < 3; ++I) {
      TermId X = Any(), Y = Any();
      Condition =
          T.both(Condition, Random() % 2 ? T.less(X, Y) : N.atMost(X, Y));
    }
    TermId Start = Any(), High = N.smaller(Any(), T.add(Start, N.number(4)));
    TermId Low = Random() % 2 ? Start : N.larger(Any(), Start);
    if (Random() % 2) {
      Condition = T.both(Condition, T.less(Low, High));
      TermId Span = T.sub(T.sub(High, Low), N.number(1));
      Condition = T.both(Condition, N.atMost(N.Count, Span));
    } else { // As in a loop that tests before its body.
      TermId End = N.larger(High, Random() % 4 ? Low : Any());
      Condition = T.both(Condition, N.atMost(N.Count, T.sub(End, Low)));
      Condition = T.both(Condition, T.less(T.add(Low, N.Count), High));
    }
    for (TermId Index :
         {T.sub(T.add(Low, N.Count), Random() % 4 ? Start : Any()),
          T.sub(Any(), Any()), Any()}) {
      uint64_t Size = 1 + Random() % 6;
      if (!isInsideByOrder(T, Condition, Index, 0, Size))
        continue;
      ++Proved;
      ASSERT_TRUE(N.holds(Condition, Index, 0, Size)) << "seed " << Seed;
    }
  }
  EXPECT_GT(Proved, 20u);
}

} // namespace fencepost::sym
