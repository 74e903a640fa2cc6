//===- SolverTest.cpp - Z3 agrees with counting --------------------------===//
// Every operator, as a condition on two numbers of 4 bits, against all pairs.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Solver.h"
#include "fencepost/View/Arithmetic.h"
#include <gtest/gtest.h>

namespace fencepost::sym {

using view::ValueKind;

TEST(Solver, OperatorsAgreeWithCounting) {
  for (unsigned Op = unsigned(ValueKind::Add); Op < unsigned(ValueKind::Select);
       ++Op)
    for (uint64_t Wanted : {0, 1, 5, 15}) {
      TermTable T;
      Solver S(T);
      TermId X = T.symbol({SymbolKind::Argument, 0}, 4, {1, 13});
      TermId Y = T.symbol({SymbolKind::Argument, 1}, 4, {0, 15});
      bool Compares = Op >= unsigned(ValueKind::Eq);
      unsigned Bits = Compares ? 1 : 4;
      TermId Result = T.apply(ValueKind(Op), Bits, X, Y);
      TermId Question = T.equal(Result, T.constant(Wanted, Bits));
      bool Exists = false;
      for (uint64_t A = 1; A <= 13; ++A)
        for (uint64_t B = 0; B < 16; ++B)
          Exists |= view::compute(ValueKind(Op), Bits, 4, A, B) ==
                    view::truncated(Wanted, Bits);
      Assignment Values;
      ASSERT_EQ(S.ask(Question, &Values), Exists ? Answer::Yes : Answer::No)
          << "operator " << Op << " wanted " << Wanted;
      if (Exists) {
        EXPECT_EQ(T.evaluated(Question, [&](TermId Id) { return Values[Id]; }),
                  1u)
            << "operator " << Op;
      }
    }
}

TEST(Solver, AsksOnce) {
  TermTable T;
  Solver S(T);
  TermId X = T.symbol({SymbolKind::Argument, 0}, 32, {0, 99});
  TermId Question =
      T.equal(T.apply(ValueKind::Mul, 32, X, X), T.constant(49, 32));
  Assignment First, Second;
  EXPECT_EQ(S.ask(Question, &First), Answer::Yes);
  EXPECT_EQ(S.ask(Question, &Second), Answer::Yes);
  EXPECT_EQ(S.numQuestions(), 1u);
  EXPECT_EQ(First[X], 7u);
  EXPECT_EQ(Second[X], 7u);
}

TEST(Solver, GivesUpOnItsLimit) {
  // Factors of a product of two primes of 31 bits.
  TermTable T;
  SolverLimits Limits;
  Limits.Work = 20000;
  Solver S(T, Limits);
  TermId X = T.symbol({SymbolKind::Argument, 0}, 64, {2, 1ull << 32});
  TermId Y = T.symbol({SymbolKind::Argument, 1}, 64, {2, 1ull << 32});
  TermId Product = T.apply(ValueKind::Mul, 64, X, Y);
  uint64_t Number = 2147483647ull * 2147483629ull;
  EXPECT_EQ(S.ask(T.equal(Product, T.constant(Number, 64))), Answer::GaveUp);
}

} // namespace fencepost::sym
