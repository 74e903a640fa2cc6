//===- UnrolledRegionTest.cpp - A region with iterations one by one -------===//
#include "UnrolledRegion.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "UnorderedPairs.h"
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/View/Access.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

using namespace check;
using namespace sim;
using namespace sym;

/// Blocks of each region in which an access of LDS is reached, with how often.
std::map<view::BlockId, unsigned> visits(const Region &R,
                                         const view::SyncView &View) {
  std::map<view::BlockId, unsigned> Result;
  for (const RegionNode &N : R.Nodes)
    for (uint32_t E = N.First; E < N.End; ++E)
      if (N.Reach != TermTable::False &&
          view::mayAccessLds(View, {{N.Block, E}, false}))
        ++Result[N.Block];
  return Result;
}

TEST(UnrolledRegion, FollowsIterationsOneByOne) {
  view::SyncView View = place::shape("loop{rA}");
  Analysis Facts(View);
  view::Boundaries Bounds{&Facts.View, {}, std::nullopt};
  // The first iteration, the next ones, and some later one.
  for (unsigned Iterations : {0, 1, 3}) {
    Region R = buildUnrolledRegion(Facts.Eval, Bounds, std::nullopt,
                                   {Iterations, 1000});
    EXPECT_TRUE(R.IsComplete);
    EXPECT_EQ(visits(R, View).begin()->second, Iterations + 2);
  }
}

TEST(UnrolledRegion, EndsAtWaits) {
  view::SyncView View = place::shape("loop{wA | rA}");
  Analysis Facts(View);
  view::Boundaries Bounds{&Facts.View, {}, std::nullopt};
  Region R = buildUnrolledRegion(Facts.Eval, Bounds, std::nullopt);
  ASSERT_EQ(visits(R, View).size(), 1u);
  EXPECT_EQ(visits(R, View).begin()->second, 1u);
}

TEST(UnrolledRegion, SaysWhenItIsTooLarge) {
  view::SyncView View = place::shape("loop{loop{loop{rA}}}");
  Analysis Facts(View);
  view::Boundaries Bounds{&Facts.View, {}, std::nullopt};
  EXPECT_FALSE(buildUnrolledRegion(Facts.Eval, Bounds, std::nullopt, {3, 20})
                   .IsComplete);
  EXPECT_TRUE(buildUnrolledRegion(Facts.Eval, Bounds, std::nullopt, {3, 4000})
                  .IsComplete);
}

/// Whether two accesses collide between the existing barriers.
bool collides(llvm::StringRef Text) {
  view::SyncView View = place::shape(Text, 4, 1);
  return !UnorderedPairs(View)
              .find({}, [](const AccessPair &) { return true; })
              .empty();
}

TEST(UnrolledRegion, ConditionsOfIterations) {
  EXPECT_TRUE(collides("loop{if{|} wA rA}"));
  // A barrier in every other iteration orders what is two apart, and not what
  // is one apart.
  EXPECT_FALSE(collides("loop{even{|} wA%4 rA%4+2}"));
  EXPECT_TRUE(collides("loop{even{|} wA%4 rA%4+1}"));
}

} // namespace
} // namespace fencepost::certificate
