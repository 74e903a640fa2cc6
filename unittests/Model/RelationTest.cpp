//===- RelationTest.cpp - Relations against sets of pairs -----------------===//
#include "Relation.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

namespace fencepost::model {

namespace {

using Pairs = std::set<std::pair<unsigned, unsigned>>;

Pairs pairsOf(const Relation &R) {
  Pairs Found;
  for (unsigned A = 0; A < R.size(); ++A)
    for (unsigned B = 0; B < R.size(); ++B)
      if (R.has(A, B))
        Found.insert({A, B});
  return Found;
}

Relation relationOf(unsigned Size, const Pairs &P) {
  Relation R(Size);
  for (auto [A, B] : P)
    R.add(A, B);
  return R;
}

Pairs randomPairs(std::mt19937 &Random, unsigned Size, unsigned Count) {
  Pairs P;
  while (Count--)
    P.insert({Random() % Size, Random() % Size});
  return P;
}

Pairs compose(const Pairs &A, const Pairs &B) {
  Pairs Result;
  for (auto [X, Y] : A)
    for (auto [Z, W] : B)
      if (Y == Z)
        Result.insert({X, W});
  return Result;
}

Pairs close(Pairs P) {
  for (size_t Before = 0; Before != P.size();) {
    Before = P.size();
    P.merge(compose(P, P));
  }
  return P;
}

/// Sizes on both sides of a word's end.
constexpr unsigned Sizes[] = {1, 2, 5, 63, 64, 65, 70, 130};

TEST(Relation, OperatorsAgreeWithSetsOfPairs) {
  std::mt19937 Random(1);
  for (unsigned Size : Sizes)
    for (unsigned Round = 0; Round < 20; ++Round) {
      Pairs A = randomPairs(Random, Size, Size + 2),
            B = randomPairs(Random, Size, Size);
      Relation X = relationOf(Size, A), Y = relationOf(Size, B);
      EXPECT_EQ(pairsOf(X.then(Y)), compose(A, B));
      EXPECT_EQ(pairsOf(X.closure()), close(A));
      Pairs Union = A;
      Union.insert(B.begin(), B.end());
      EXPECT_EQ(pairsOf(X | Y), Union);
    }
}

TEST(Relation, AddClosedKeepsTheClosure) {
  std::mt19937 Random(2);
  for (unsigned Size : Sizes) {
    Pairs P;
    Relation R(Size);
    for (unsigned Round = 0; Round < 3 * Size && Round < 60; ++Round) {
      unsigned A = Random() % Size, B = Random() % Size;
      P.insert({A, B});
      P = close(P);
      R.addClosed(A, B);
      ASSERT_EQ(pairsOf(R), P) << "size " << Size << " round " << Round;
    }
  }
}

TEST(Relation, ResizeKeepsPairs) {
  std::mt19937 Random(3);
  Pairs P = randomPairs(Random, 60, 100);
  Relation R = relationOf(60, P);
  for (unsigned Size : {61, 64, 65, 129, 300}) {
    R.resize(Size);
    EXPECT_EQ(R.size(), Size);
    EXPECT_EQ(pairsOf(R), P);
  }
}

TEST(Relation, FindsCyclesExactlyWhenThereAreSome) {
  std::mt19937 Random(4);
  for (unsigned Round = 0; Round < 400; ++Round) {
    unsigned Size = 2 + Random() % 8;
    Relation R = relationOf(Size, randomPairs(Random, Size, Random() % 9));
    std::vector<unsigned> Cycle = R.findCycle();
    EXPECT_EQ(!Cycle.empty(), R.closure().isReflexiveSomewhere());
    for (unsigned I = 0; I < Cycle.size(); ++I)
      EXPECT_TRUE(R.has(Cycle[I], Cycle[(I + 1) % Cycle.size()]));
  }
}

TEST(Relation, FindsPathsExactlyWhenThereAreSome) {
  std::mt19937 Random(5);
  for (unsigned Round = 0; Round < 400; ++Round) {
    unsigned Size = 2 + Random() % 8;
    Relation R = relationOf(Size, randomPairs(Random, Size, Random() % 12));
    unsigned From = Random() % Size, To = Random() % Size;
    std::vector<unsigned> Path = R.findPath(From, To);
    ASSERT_EQ(!Path.empty(), R.closure().has(From, To));
    if (Path.empty())
      continue;
    EXPECT_EQ(Path.front(), From);
    EXPECT_EQ(Path.back(), To);
    for (unsigned I = 0; I + 1 < Path.size(); ++I)
      EXPECT_TRUE(R.has(Path[I], Path[I + 1]));
  }
}

} // namespace

} // namespace fencepost::model
