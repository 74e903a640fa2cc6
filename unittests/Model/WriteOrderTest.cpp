//===- WriteOrderTest.cpp - Forced edges against all permutations ---------===//
#include "Axioms/WriteOrder.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

namespace fencepost::model {

namespace {

struct Demand {
  unsigned A, B;
  bool Directly;
};

bool satisfies(const std::vector<unsigned> &PlaceOf, const Demand &D) {
  return D.Directly ? PlaceOf[D.A] + 1 == PlaceOf[D.B]
                    : PlaceOf[D.A] < PlaceOf[D.B];
}

/// The permutations that satisfy all demands, as places by write.
std::vector<std::vector<unsigned>> allowed(unsigned Size,
                                           const std::vector<Demand> &Demands) {
  std::vector<unsigned> PlaceOf(Size);
  std::iota(PlaceOf.begin(), PlaceOf.end(), 0);
  std::vector<std::vector<unsigned>> Found;
  do {
    if (std::all_of(Demands.begin(), Demands.end(),
                    [&](const Demand &D) { return satisfies(PlaceOf, D); }))
      Found.push_back(PlaceOf);
  } while (std::next_permutation(PlaceOf.begin(), PlaceOf.end()));
  return Found;
}

TEST(WriteOrder, AgreesWithAllPermutations) {
  std::mt19937 Random(7);
  unsigned Impossible = 0, Glued = 0;
  for (unsigned Round = 0; Round < 3000; ++Round) {
    unsigned Size = 2 + Random() % 5;
    WriteOrder Order(Size);
    std::vector<Demand> Demands;
    std::vector<bool> Follows(Size);
    for (unsigned Step = 0; Step < 8; ++Step) {
      Demand D{unsigned(Random() % Size), unsigned(Random() % Size),
               Random() % 3 == 0};
      // A read-modify-write reads one write.
      if (D.A == D.B || (D.Directly && Follows[D.B]))
        continue;
      Follows[D.B] = Follows[D.B] || D.Directly;
      Demands.push_back(D);
      auto Orders = allowed(Size, Demands);
      bool Possible =
          D.Directly ? Order.glue(D.A, D.B) : Order.demand(D.A, D.B);
      ASSERT_EQ(Possible, !Orders.empty()) << "round " << Round;
      Glued += D.Directly;
      if (!Possible) {
        ++Impossible;
        break;
      }
      for (unsigned A = 0; A < Size; ++A)
        for (unsigned B = 0; B < Size; ++B) {
          if (A == B)
            continue;
          bool Always = std::all_of(Orders.begin(), Orders.end(),
                                    [&](auto &P) { return P[A] < P[B]; });
          ASSERT_EQ(Order.before(A, B), Always) << "round " << Round;
        }
    }
  }
  EXPECT_GT(Impossible, 500u);
  EXPECT_GT(Glued, 500u);
}

TEST(WriteOrder, WorksBeyondOneWord) {
  WriteOrder Order(150);
  for (unsigned I = 0; I + 1 < 150; ++I)
    ASSERT_TRUE(Order.demand(I, I + 1));
  EXPECT_TRUE(Order.before(0, 149));
  EXPECT_FALSE(Order.demand(149, 0));
  EXPECT_TRUE(Order.glue(70, 71));
  EXPECT_FALSE(Order.glue(80, 90));
}

} // namespace

} // namespace fencepost::model
