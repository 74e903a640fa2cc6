//===- SpellingTest.cpp - A slip is recognised, a stranger is not ---------===//
#include "fencepost/Support/Spelling.h"
#include "gtest/gtest.h"

using namespace fencepost;

static const llvm::StringRef Names[] = {"inspect", "targets", "help", "gfx942"};

TEST(Spelling, FindsASlip) {
  EXPECT_EQ(nearestName("inspct", Names), "inspect");
  EXPECT_EQ(nearestName("tagrets", Names), "targets");
  EXPECT_EQ(nearestName("gfx492", Names), "gfx942");
  EXPECT_EQ(didYouMean("hlep", Names), ", did you mean 'help'?");
}

TEST(Spelling, DoesNotGuessWildly) {
  EXPECT_EQ(nearestName("zzzzzzzz", Names), "");
  EXPECT_EQ(nearestName("x", Names), "");
  EXPECT_EQ(nearestName("", Names), "");
  EXPECT_EQ(didYouMean("zzzzzzzz", Names), "");
}

TEST(Spelling, AnExactNameIsItsOwnNearest) {
  for (llvm::StringRef Name : Names)
    EXPECT_EQ(nearestName(Name, Names), Name);
}
