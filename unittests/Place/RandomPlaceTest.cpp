//===- RandomPlaceTest.cpp - Placements of random kernels -----------------===//
// Against trying everything; fuzz/placement does the same for more of them.
//===----------------------------------------------------------------------===//
#include "PlaceAgreement.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

TEST(RandomPlace, IsEnoughAndTheCheapest) {
  AgreementCounts Counts;
  for (unsigned Seed = 0; Seed < 200; ++Seed)
    EXPECT_EQ(disagreement(Seed, Certificates::Leave, Counts), "");
  RecordProperty("programs", Counts.Programs);
  RecordProperty("barriers", Counts.Barriers);
  EXPECT_GT(Counts.Barriers, 100u);
  EXPECT_LT(Counts.NotAllRun + Counts.NotAllTried, Counts.Programs / 10);
}

} // namespace
} // namespace fencepost::place
