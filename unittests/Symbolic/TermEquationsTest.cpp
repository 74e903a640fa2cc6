//===- TermEquationsTest.cpp - Equations of sums mean what they say ------===//
// Random sums of extended symbols, of few bits: an equation must have the value
// that the numbers give it for all values of the symbols; so must "these
// accesses have a byte in common".
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Terms.h"
#include "fencepost/View/Arithmetic.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::sym {

using view::ValueKind;

namespace {

/// Two symbols of 3 bits, and all their values.
struct TwoSymbols {
  static constexpr unsigned Bits = 3, Wide = 7;
  TermTable Terms;
  TermId Symbols[2];

  TwoSymbols() {
    for (uint32_t I : {0, 1})
      Symbols[I] = Terms.symbol({SymbolKind::Argument, I}, Bits,
                                {I, (uint64_t(1) << Bits) - 1 - I});
  }

  template <typename Visitor> void forAllValues(Visitor Visit) {
    for (uint64_t X = Terms[Symbols[0]].Limits.Low;
         X <= Terms[Symbols[0]].Limits.High; ++X)
      for (uint64_t Y = Terms[Symbols[1]].Limits.Low;
           Y <= Terms[Symbols[1]].Limits.High; ++Y) {
        auto ValueOf = [&](TermId Id) { return Id == Symbols[0] ? X : Y; };
        Visit(X, Y, ValueOf);
      }
  }

  /// Constant + FactorX * x + FactorY * y, in Wide bits; the symbols extended,
  /// or a sum of theirs that wraps.
  TermId sum(uint64_t Constant, uint64_t FactorX, uint64_t FactorY, bool Wrap) {
    TermId X = Symbols[0], Y = Symbols[1];
    if (Wrap)
      X = Terms.add(X, Y);
    X = Terms.times(Terms.resized(X, Wide), FactorX);
    Y = Terms.times(Terms.resized(Y, Wide), FactorY);
    return Terms.add(Terms.constant(Constant, Wide), Terms.add(X, Y));
  }
};

TEST(TermEquations, AreTrueForTheSameValues) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 3000; ++Round) {
    TwoSymbols S;
    auto Factor = [&]() -> uint64_t {
      uint64_t Size = Random() % 6 << Random() % 3;
      return view::truncated(Random() % 2 ? Size : -Size, TwoSymbols::Wide);
    };
    uint64_t C = Factor(), P = Factor(), Q = Factor(), D = Factor(),
             R = Factor();
    TermId Left = S.sum(C, P, 0, Round % 2), Right = S.sum(D, Q, R, Round % 3);
    TermId Equal = S.Terms.equal(Left, Right);
    S.forAllValues([&](uint64_t X, uint64_t Y, auto ValueOf) {
      bool Same =
          S.Terms.evaluated(Left, ValueOf) == S.Terms.evaluated(Right, ValueOf);
      EXPECT_EQ(S.Terms.evaluated(Equal, ValueOf), Same)
          << Round << ": x " << X << ", y " << Y;
    });
  }
}

TEST(TermEquations, CommonBytes) {
  for (uint64_t BytesA : {1, 2, 3, 4, 8, 16})
    for (uint64_t BytesB : {1, 2, 3, 4, 8, 16})
      for (uint64_t Factor : {1, 2, 3, 4, 8})
        for (uint64_t Constant : {0, 1, 4, 120}) {
          TwoSymbols S;
          TermId Difference =
              S.sum(Constant, Factor,
                    view::truncated(-Factor, TwoSymbols::Wide), false);
          TermId Meet = S.Terms.haveCommonByte(Difference, BytesA, BytesB);
          S.forAllValues([&](uint64_t X, uint64_t Y, auto ValueOf) {
            int64_t Apart = view::asSigned(
                S.Terms.evaluated(Difference, ValueOf), TwoSymbols::Wide);
            bool Common = Apart < int64_t(BytesB) && -Apart < int64_t(BytesA);
            EXPECT_EQ(S.Terms.evaluated(Meet, ValueOf), Common)
                << Apart << " apart, " << BytesA << " and " << BytesB
                << " bytes, x " << X << ", y " << Y;
          });
        }
}

/// Elements of 4 bytes, at indexes of 32 bits, meet if the indexes are equal.
TEST(TermEquations, AddressesOfElementsBecomeIndexes) {
  TermTable Terms;
  Range All{0, 0xffffffff};
  TermId A = Terms.symbol({SymbolKind::Argument, 0}, 32, All),
         B = Terms.symbol({SymbolKind::Argument, 1}, 32, All);
  TermId PlaceA = Terms.times(Terms.resized(A, 64), 4),
         PlaceB = Terms.times(Terms.resized(B, 64), 4);
  TermId Apart = Terms.sub(PlaceA, PlaceB);
  EXPECT_EQ(Terms.haveCommonByte(Apart, 4, 4), Terms.equal(A, B));
  TermId Odd = Terms.add(PlaceA, Terms.constant(2, 64));
  EXPECT_EQ(Terms.equal(Odd, PlaceB), TermTable::False);
}

} // namespace

} // namespace fencepost::sym
