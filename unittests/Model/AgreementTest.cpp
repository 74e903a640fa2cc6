//===- AgreementTest.cpp - The explorer agrees with the naive reference ---===//
// A few hundred random programs, and every litmus file that the reference can
// handle. fuzz/agree runs many more programs.
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "RandomProgram.h"
#include "Shrink.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <algorithm>

namespace fencepost::model {

static naive::ReferenceOptions smallOptions(bool Letter) {
  naive::ReferenceOptions Options;
  Options.Unroll = 2;
  Options.Letter = Letter;
  Options.Work = 3'000;
  return Options;
}

static void agreeOn(uint64_t Seed, unsigned &Compared) {
  naive::ReferenceOptions Options = smallOptions(Seed % 10 == 0);
  SmallProgram S = randomProgram(Seed);
  Comparison C = compare(S.lower(), S.Observed, Options);
  Compared += C.Verdict != Agreement::TooBig;
  if (C.Verdict != Agreement::Different)
    return;
  SmallProgram Small = shrink(S, [&](const SmallProgram &Each) {
    return compare(Each.lower(), Each.Observed, Options).Verdict ==
           Agreement::Different;
  });
  ADD_FAILURE() << "seed " << Seed << '\n'
                << Small.text("shrunk")
                << compare(Small.lower(), Small.Observed, Options).Text;
}

TEST(Agreement, OnRandomPrograms) {
  unsigned Compared = 0;
  for (uint64_t Seed = 1; Seed <= 400 && !HasFailure(); ++Seed)
    agreeOn(Seed, Compared);
  EXPECT_GT(Compared, 300u);
}

/// The text that a failure is printed as means the program that failed. The
/// registers may be numbered differently.
TEST(Agreement, OnTextsOfRandomPrograms) {
  unsigned Parsed = 0;
  for (uint64_t Seed = 1; Seed <= 200; ++Seed) {
    SmallProgram S = randomProgram(Seed);
    std::string Text = S.text("random");
    if (Text.find("// A call") != std::string::npos)
      continue;
    auto Test = litmus::parseLitmus(Text, "random.litmus");
    ASSERT_TRUE(static_cast<bool>(Test))
        << Text << llvm::toString(Test.takeError());
    ASSERT_EQ(Test->Condition.Observed, S.Observed) << Text;
    ExploreOptions Options;
    Options.Unroll = 1;
    Outcomes A = explore(S.lower(), S.Observed, Options);
    Outcomes B = explore(Test->Program, S.Observed, Options);
    EXPECT_EQ(A.States.size(), B.States.size()) << Text;
    EXPECT_EQ(A.Races.size(), B.Races.size()) << Text;
    EXPECT_EQ(A.Executions, B.Executions) << Text;
    ++Parsed;
  }
  EXPECT_GT(Parsed, 150u);
}

static std::vector<std::string> litmusFiles() {
  std::vector<std::string> Files;
  std::error_code Error;
  for (llvm::sys::fs::recursive_directory_iterator
           It(FENCEPOST_LITMUS_TESTS, Error),
       End;
       It != End && !Error; It.increment(Error))
    if (llvm::sys::path::extension(It->path()) == ".litmus")
      Files.push_back(It->path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

/// Files that must be rejected are somebody else's tests.
TEST(Agreement, OnEveryLitmusFile) {
  unsigned Compared = 0, TooBig = 0;
  for (const std::string &File : litmusFiles()) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    ASSERT_TRUE(static_cast<bool>(Buffer)) << File;
    auto Test = litmus::parseLitmus((*Buffer)->getBuffer(), File);
    if (!Test) {
      llvm::consumeError(Test.takeError());
      continue;
    }
    naive::ReferenceOptions Options;
    Options.Work = 20'000;
    Comparison C = compare(Test->Program, Test->Condition.Observed, Options);
    Compared += C.Verdict != Agreement::TooBig;
    TooBig += C.Verdict == Agreement::TooBig;
    EXPECT_NE(C.Verdict, Agreement::Different) << File << '\n' << C.Text;
  }
  std::printf("%u litmus files compared, %u too big for the reference\n",
              Compared, TooBig);
}

} // namespace fencepost::model
