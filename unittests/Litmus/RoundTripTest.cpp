//===- RoundTripTest.cpp - Printing and parsing are inverse ---------------===//
#include "RandomTest.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Model/Explore.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::litmus;

/// What is printed parses to the same test, prints the same again, and is a
/// usable program. A failure names its seed.
TEST(RoundTrip, RandomTests) {
  for (uint64_t Seed = 0; Seed < 2000; ++Seed) {
    ParsedTest T = randomTest(Seed);
    std::string Text = print(T);
    llvm::Expected<ParsedTest> Again = parseTest({Text, "random"});
    ASSERT_TRUE(static_cast<bool>(Again))
        << "seed " << Seed << "\n"
        << llvm::toString(Again.takeError()) << "\n"
        << Text;
    ASSERT_TRUE(*Again == T) << "seed " << Seed << "\n"
                             << Text << "\n"
                             << print(*Again);
    ASSERT_EQ(print(*Again), Text) << "seed " << Seed;
    llvm::Expected<LitmusTest> Made = makeTest(*Again, {Text, "random"});
    ASSERT_TRUE(static_cast<bool>(Made))
        << "seed " << Seed << "\n"
        << llvm::toString(Made.takeError()) << "\n"
        << Text;
    ASSERT_EQ(model::checkProgram(Made->Program), "") << "seed " << Seed;
  }
}

/// Every single token removed, doubled or cut off there: an answer, no crash.
TEST(RoundTrip, DamagedTextsGetAnAnswer) {
  unsigned Parsed = 0, Refused = 0;
  auto Try = [&](const std::string &Text) {
    llvm::Expected<LitmusTest> T = parseLitmus(Text, "damaged");
    Parsed += static_cast<bool>(T);
    Refused += !T;
    if (T)
      EXPECT_EQ(model::checkProgram(T->Program), "") << Text;
    else
      llvm::consumeError(T.takeError());
  };
  for (uint64_t Seed = 0; Seed < 20; ++Seed) {
    std::string Text = print(randomTest(Seed));
    for (size_t I = 0; I < Text.size(); ++I) {
      Try(Text.substr(0, I));
      Try(Text.substr(0, I) + Text.substr(I + 1));
      Try(Text.substr(0, I) + "(" + Text.substr(I));
      Try(Text.substr(0, I) + '\n' + Text.substr(I));
    }
  }
  EXPECT_GT(Parsed, 1000u);
  EXPECT_GT(Refused, 1000u);
}
