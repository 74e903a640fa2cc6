//===- DamagedTest.cpp - Texts that are nearly tests ----------------------===//
// Every golden test with a line or a word left out or doubled is a test or an
// error with a place; nothing crashes and every program is usable.
//===----------------------------------------------------------------------===//
#include "fencepost/LitmusIR/LitmusIR.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

struct Counts {
  unsigned Usable = 0, Refused = 0;

  void read(const std::string &Text) {
    llvm::Expected<LitmusTest> Test = parseLitmusIR(Text, "damaged.ll");
    if (Test) {
      ++Usable;
      EXPECT_EQ(model::checkProgram(Test->Program), "") << Text;
      return;
    }
    ++Refused;
    for (const Finding &F :
         takeFindings(Test.takeError(), Diag::UnreadableInput, "other")) {
      EXPECT_EQ(F.Where.File, "damaged.ll") << Text;
      EXPECT_NE(F.Message, "") << Text;
    }
  }
};

/// Leaves out, and doubles, each part of \p Text that ends before one of
/// \p Separators.
void damage(llvm::StringRef Text, llvm::StringRef Separators, Counts &Counts) {
  for (size_t Position = 0; Position < Text.size();) {
    size_t End =
        std::min(Text.find_first_of(Separators, Position), Text.size() - 1);
    llvm::StringRef Before = Text.take_front(Position),
                    Part = Text.slice(Position, End + 1),
                    After = Text.drop_front(End + 1);
    Counts.read((Before + After).str());
    Counts.read((Before + Part + Part + After).str());
    Position = End + 1;
  }
}

TEST(LitmusIRDamaged, TextsGetAnAnswer) {
  Counts Lines, Words;
  std::error_code Error;
  unsigned Files = 0;
  for (llvm::sys::fs::directory_iterator It(FENCEPOST_LITMUS_IR_DIR, Error),
       End;
       It != End && !Error; It.increment(Error)) {
    if (!llvm::StringRef(It->path()).ends_with(".ll"))
      continue;
    auto Buffer = llvm::MemoryBuffer::getFile(It->path());
    ASSERT_TRUE(static_cast<bool>(Buffer)) << It->path();
    ++Files;
    // What the test expects is of no interest here.
    llvm::StringRef Text = (*Buffer)->getBuffer().split("\n; CHECK").first;
    damage(Text, "\n", Lines);
    damage(Text, " (),=\n", Words);
  }
  EXPECT_GT(Files, 25u);
  EXPECT_GT(Lines.Usable, 300u);
  EXPECT_GT(Lines.Refused, 300u);
  EXPECT_GT(Words.Refused, 3000u);
}

} // namespace
} // namespace fencepost::litmus
