//===- StrongIdTest.cpp - Numbers that do not convert into each other -----===//
#include "fencepost/Support/StrongId.h"
#include "llvm/ADT/DenseMap.h"
#include "gtest/gtest.h"
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace fencepost {
namespace {

using AppleId = StrongId<struct AppleTag>;
using PearId = StrongId<struct PearTag>;

static_assert(!std::is_convertible_v<AppleId, PearId>);
static_assert(!std::is_constructible_v<PearId, AppleId>);
static_assert(!std::is_convertible_v<AppleId, uint32_t>);
static_assert(!std::is_convertible_v<uint32_t, AppleId>);
static_assert(!std::is_convertible_v<AppleId, bool>);
static_assert(std::is_trivially_copyable_v<AppleId>);
static_assert(sizeof(AppleId) == sizeof(uint32_t));

TEST(StrongId, ComparesLikeItsIndex) {
  EXPECT_LT(AppleId(1), AppleId(2));
  EXPECT_EQ(AppleId(3), AppleId(3));
  EXPECT_EQ(AppleId(), AppleId(0));
  EXPECT_EQ(AppleId(7).index(), 7u);
}

TEST(StrongId, IsAKey) {
  llvm::DenseMap<AppleId, int> Dense{{AppleId(4), 1}, {AppleId(5), 2}};
  EXPECT_EQ(Dense.lookup(AppleId(5)), 2);
  EXPECT_EQ(Dense.count(AppleId(6)), 0u);
  std::unordered_set<PearId> Set{PearId(1), PearId(1), PearId(2)};
  EXPECT_EQ(Set.size(), 2u);
}

TEST(StrongId, RangesGoFromZeroOn) {
  std::vector<PearId> Seen;
  for (PearId Pear : IdRange<PearId>(3))
    Seen.push_back(Pear);
  EXPECT_EQ(Seen, (std::vector<PearId>{PearId(0), PearId(1), PearId(2)}));
}

TEST(IdVector, IsIndexedByIds) {
  IdVector<PearId, int> Weights(2, 100);
  EXPECT_EQ(Weights.add(120), PearId(2));
  Weights[PearId(0)] = 90;
  std::vector<int> Seen;
  for (PearId Pear : Weights.ids())
    Seen.push_back(Weights[Pear]);
  EXPECT_EQ(Seen, (std::vector<int>{90, 100, 120}));
}

template <typename Vector, typename Index>
concept IsIndexedBy = requires(Vector V, Index I) { V[I]; };
static_assert(IsIndexedBy<IdVector<PearId, int>, PearId>);
static_assert(!IsIndexedBy<IdVector<PearId, int>, AppleId>);
static_assert(!IsIndexedBy<IdVector<PearId, int>, size_t>);

} // namespace
} // namespace fencepost
