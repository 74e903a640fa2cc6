//===- RandomPlacementTest.cpp - Placements of random kernels -------------===//
// Against trying everything; fuzz/placement does the same for more of them.
//===----------------------------------------------------------------------===//
#include "PlaceAgreement.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

TEST(RandomPlacement, IsEnoughAndTheCheapest) {
  AgreementCounts Counts;
  for (unsigned Seed = 0; Seed < 200; ++Seed)
    EXPECT_EQ(disagreement(Seed, Certificates::Leave, Counts), "");
  RecordProperty("programs", Counts.Programs);
  RecordProperty("barriers", Counts.Barriers);
  EXPECT_GT(Counts.Barriers, 100u);
  EXPECT_LT(Counts.NotAllRun + Counts.NotAllTried, Counts.Programs / 10);
}

// Shapes that random ones were made small to, each wrong once.
TEST(RandomPlacement, IsRightWhereItWasWrong) {
  AgreementCounts Counts;
  for (const char *Shape : {
           // Iteration 1 is reached only if the inner loop runs.
           "jump0 loop{ sA%2 some{ | } } rA.hi at0",
           "loop{ sA%2 out some{ | } } rA.hi",
           "while{ sA%2 out even{ | } } rA.hi",
           // A later iteration is not the first, whatever the inner loop does.
           "while{ rB%2+1 first{ rA wB wA } loop{ } }",
       })
    EXPECT_EQ(
        disagreement(Shape, PlaceMode::Keep, Certificates::Verify, Counts), "")
        << Shape;
}

} // namespace
} // namespace fencepost::place
