//===- InstancesTest.cpp - Scope instances as numbers ---------------------===//
#include "fencepost/Model/Instances.h"
#include "gtest/gtest.h"

namespace fencepost::model {

static Program programAt(std::vector<Place> Places) {
  Program P;
  for (const Place &Where : Places)
    P.Threads.emplace_back().Where = Where;
  return P;
}

using Numbers = std::vector<unsigned>;

TEST(Instances, AreIdentifiedByTheirWholePath) {
  Program P = programAt(
      {{0, 1, 0, 0}, {0, 0, 0, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}, {0, 1, 0, 0}});
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::SingleThread),
            (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::Wavefront),
            (Numbers{0, 1, 2, 3, 0}));
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::Workgroup),
            (Numbers{0, 1, 0, 2, 0}));
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::Cluster), (Numbers{0, 1, 0, 2, 0}));
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::Agent), (Numbers{0, 0, 0, 1, 0}));
  EXPECT_EQ(instanceNumbers(P, ScopeLevel::System), (Numbers{0, 0, 0, 0, 0}));
}

/// Wider instances contain narrower ones, for all pairs of small places.
TEST(Instances, Nest) {
  for (unsigned A = 0; A < 16; ++A)
    for (unsigned B = 0; B < 16; ++B) {
      Place First{A >> 3 & 1, A >> 2 & 1, A >> 1 & 1, A & 1};
      Place Second{B >> 3 & 1, B >> 2 & 1, B >> 1 & 1, B & 1};
      for (unsigned L = 1; L < NumScopeLevels; ++L)
        if (sameInstance(First, Second, static_cast<ScopeLevel>(L - 1))) {
          EXPECT_TRUE(sameInstance(First, Second, static_cast<ScopeLevel>(L)));
        }
    }
}

} // namespace fencepost::model
