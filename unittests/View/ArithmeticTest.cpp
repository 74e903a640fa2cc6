//===- ArithmeticTest.cpp - Operators of sync views -----------------------===//
// All pairs of 4-bit numbers against a definition by long arithmetic, and the
// corners at 64 bits.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Arithmetic.h"
#include <gtest/gtest.h>

using namespace fencepost::view;
using K = ValueKind;

static int signed4(unsigned A) { return A & 8 ? int(A) - 16 : int(A); }

TEST(Arithmetic, FourBitsAgreeWithLongArithmetic) {
  for (unsigned A = 0; A < 16; ++A)
    for (unsigned B = 0; B < 16; ++B) {
      int SA = signed4(A), SB = signed4(B);
      EXPECT_EQ(compute(K::Add, 4, 4, A, B), (A + B) % 16);
      EXPECT_EQ(compute(K::Sub, 4, 4, A, B), (16 + A - B) % 16);
      EXPECT_EQ(compute(K::Mul, 4, 4, A, B), A * B % 16);
      EXPECT_EQ(compute(K::UDiv, 4, 4, A, B), B ? A / B : 15);
      EXPECT_EQ(compute(K::URem, 4, 4, A, B), B ? A % B : A);
      if (B) {
        EXPECT_EQ(compute(K::SDiv, 4, 4, A, B), unsigned(SA / SB) % 16);
        EXPECT_EQ(compute(K::SRem, 4, 4, A, B), unsigned(SA % SB) % 16);
      }
      EXPECT_EQ(compute(K::Shl, 4, 4, A, B), B < 4 ? (A << B) % 16 : 0);
      EXPECT_EQ(compute(K::LShr, 4, 4, A, B), A >> B);
      EXPECT_EQ(compute(K::AShr, 4, 4, A, B), unsigned(SA >> B) % 16);
      EXPECT_EQ(compute(K::ULt, 1, 4, A, B), A < B);
      EXPECT_EQ(compute(K::ULe, 1, 4, A, B), A <= B);
      EXPECT_EQ(compute(K::SLt, 1, 4, A, B), SA < SB);
      EXPECT_EQ(compute(K::SLe, 1, 4, A, B), SA <= SB);
      EXPECT_EQ(compute(K::SExt, 8, 4, A), unsigned(SA) % 256);
    }
}

TEST(Arithmetic, Corners) {
  uint64_t Min = uint64_t(1) << 63, Ones = ~uint64_t(0);
  EXPECT_EQ(compute(K::SDiv, 64, 64, Min, Ones), Min);
  EXPECT_EQ(compute(K::SRem, 64, 64, Min, Ones), 0u);
  EXPECT_EQ(compute(K::SDiv, 64, 64, Ones, 0), 1u);
  EXPECT_EQ(compute(K::SDiv, 64, 64, 5, 0), Ones);
  EXPECT_EQ(compute(K::AShr, 64, 64, Min, 64), Ones);
  EXPECT_EQ(compute(K::Shl, 64, 64, 1, 64), 0u);
  EXPECT_EQ(compute(K::SExt, 64, 1, 1), Ones);
  EXPECT_EQ(compute(K::Select, 8, 1, 2, 7, 9), 9u);
}
