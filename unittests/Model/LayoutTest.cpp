//===- LayoutTest.cpp - Instances, waves, cells ---------------------------===//
#include "Program/Layout.h"
#include "gtest/gtest.h"

namespace fencepost::model {

namespace {

/// Two workgroups in one cluster, a third in another cluster; the first
/// workgroup has a wavefront of two threads and one of one.
Program threeWorkgroups() {
  Program P;
  P.Locations = {{"x", AddressSpace::Global, true, 2, {0, 0}},
                 {"b", AddressSpace::Local, true, 3, {}}};
  for (Place Where : {Place{0, 0, 0, 0}, Place{0, 0, 0, 0}, Place{0, 0, 0, 1},
                      Place{0, 0, 1, 0}, Place{0, 1, 0, 0}}) {
    Thread T;
    T.Where = Where;
    P.Threads.push_back(T);
  }
  return P;
}

TEST(Layout, AnInstanceIsItsWholePath) {
  Layout L(threeWorkgroups());
  EXPECT_TRUE(L.reaches(0, ScopeLevel::Wavefront, 1));
  EXPECT_FALSE(L.reaches(0, ScopeLevel::SingleThread, 1));
  EXPECT_TRUE(L.reaches(0, ScopeLevel::Workgroup, 2));
  EXPECT_FALSE(L.reaches(0, ScopeLevel::Wavefront, 3));
  EXPECT_FALSE(L.reaches(0, ScopeLevel::Workgroup, 4));
  EXPECT_FALSE(L.reaches(0, ScopeLevel::Cluster, 4));
  EXPECT_TRUE(L.reaches(0, ScopeLevel::Agent, 4));
}

TEST(Layout, InclusiveNeedsBothDirections) {
  Layout L(threeWorkgroups());
  EXPECT_TRUE(L.inclusive(0, ScopeLevel::Agent, 3, ScopeLevel::Cluster));
  EXPECT_FALSE(L.inclusive(0, ScopeLevel::Agent, 3, ScopeLevel::Workgroup));
  EXPECT_FALSE(L.inclusive(0, ScopeLevel::Workgroup, 3, ScopeLevel::Agent));
}

TEST(Layout, WavesAndTheirInstances) {
  Layout L(threeWorkgroups());
  ASSERT_EQ(L.Waves.size(), 4u);
  EXPECT_EQ(L.Waves[0].Threads, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(L.Waves[1].Workgroup, L.Waves[0].Workgroup);
  EXPECT_NE(L.Waves[2].Workgroup, L.Waves[0].Workgroup);
  EXPECT_EQ(L.Waves[2].Cluster, L.Waves[0].Cluster);
  EXPECT_NE(L.Waves[3].Cluster, L.Waves[0].Cluster);
}

TEST(Layout, LocalsHaveOneCopyPerWorkgroup) {
  Layout L(threeWorkgroups());
  EXPECT_EQ(L.Cells.size(), 2u + 3 * 3);
  EXPECT_EQ(L.cell(0, 0, 1), L.cell(4, 0, 1));
  EXPECT_EQ(L.cell(0, 1, 2), L.cell(2, 1, 2));
  EXPECT_NE(L.cell(0, 1, 2), L.cell(3, 1, 2));
  for (unsigned C = 0; C < L.Cells.size(); ++C)
    EXPECT_EQ(L.cell(L.Cells[C]), C);
}

} // namespace

} // namespace fencepost::model
