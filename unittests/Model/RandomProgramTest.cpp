//===- RandomProgramTest.cpp - Random programs are usable and interesting -===//
#include "RandomProgram.h"
#include "Reference.h"
#include "Shrink.h"
#include "fencepost/Model/Explore.h"
#include "gtest/gtest.h"

namespace fencepost::model {

TEST(RandomProgram, IsUsable) {
  for (uint64_t Seed = 0; Seed != 2000; ++Seed)
    ASSERT_EQ(checkProgram(randomProgram(Seed).lower()), "")
        << "seed " << Seed << '\n'
        << randomProgram(Seed).text("random");
}

TEST(RandomProgram, SameSeedSameProgram) {
  for (uint64_t Seed = 0; Seed != 50; ++Seed)
    EXPECT_EQ(randomProgram(Seed).text("random"),
              randomProgram(Seed).text("random"));
}

/// Most programs must be small enough for the reference, and every kind of
/// answer must come up.
TEST(RandomProgram, IsInteresting) {
  unsigned TooBig = 0, Several = 0, Racy = 0, Clean = 0, Cut = 0;
  std::set<Undefined> Names;
  naive::ReferenceOptions Options;
  Options.Unroll = 2;
  Options.Work = 3'000;
  constexpr unsigned Count = 200;
  for (uint64_t Seed = 0; Seed != Count; ++Seed) {
    SmallProgram S = randomProgram(Seed);
    naive::ReferenceAnswer A =
        naive::enumerateNaively(S.lower(), S.Observed, Options);
    TooBig += A.TooBig;
    if (A.TooBig)
      continue;
    Several += A.States.size() > 1;
    Racy += !A.Races.empty();
    Clean += A.Races.empty() && A.Names.empty();
    Cut += A.CutAtUnrollBound;
    Names.insert(A.Names.begin(), A.Names.end());
  }
  EXPECT_LT(TooBig, Count / 5);
  EXPECT_GT(Several, Count / 6);
  EXPECT_GT(Racy, Count / 4);
  EXPECT_GT(Clean, Count / 10);
  EXPECT_GT(Cut, 0u);
  EXPECT_GE(Names.size(), 8u);
}

TEST(Shrink, KeepsOnlyWhatFails) {
  // "Fails" as long as thread 1 reads x and someone writes it.
  auto Fails = [](const SmallProgram &S) {
    std::string Text = S.text("t");
    return Text.find("= load") != std::string::npos &&
           Text.find("store") != std::string::npos;
  };
  for (uint64_t Seed = 0; Seed != 100; ++Seed) {
    SmallProgram S = randomProgram(Seed);
    if (!Fails(S))
      continue;
    SmallProgram Small = shrink(S, Fails);
    EXPECT_TRUE(Fails(Small));
    EXPECT_EQ(Small.numStatements(), 2u) << Small.text("shrunk");
  }
}

} // namespace fencepost::model
