//===- ModeTest.cpp - Processors and feature settings ---------------------===//
#include "fencepost/Lower/Mode.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;

namespace {

Mode parsed(llvm::StringRef Cpu, llvm::StringRef Features) {
  llvm::Expected<Mode> M = Mode::parse(Cpu, Features);
  if (M)
    return *M;
  ADD_FAILURE() << llvm::toString(M.takeError());
  return {};
}

std::string problem(llvm::StringRef Cpu, llvm::StringRef Features) {
  llvm::Expected<Mode> M = Mode::parse(Cpu, Features);
  return M ? "" : llvm::toString(M.takeError());
}

} // namespace

TEST(Mode, DefaultsAreLlvms) {
  for (const Processor &Proc : processors()) {
    Mode M = parsed(Proc.Name, "");
    EXPECT_EQ(M, Mode::of(Proc));
    EXPECT_FALSE(M.CuMode || M.TgSplit || M.OneWave);
    EXPECT_EQ(M.WaveSize, Proc.nativeWaveSize());
    EXPECT_EQ(M.features(), "");
  }
}

TEST(Mode, FeaturesRoundTrip) {
  for (const Processor &Proc : processors())
    for (bool Cu : {false, true})
      for (bool Split : {false, true})
        for (unsigned Size : {32u, 64u}) {
          if ((Cu && !Proc.Features.has(Feature::CuMode)) ||
              (Split && !Proc.Features.has(Feature::TgSplit)) ||
              !Proc.supportsWaveSize(Size))
            continue;
          Mode M = Mode::of(Proc);
          M.CuMode = Cu;
          M.TgSplit = Split;
          M.WaveSize = Size;
          EXPECT_EQ(parsed(Proc.Name, M.features()), M) << Proc.Name.str();
        }
}

TEST(Mode, LastSettingWins) {
  EXPECT_FALSE(parsed("gfx1030", "+cumode,-cumode").CuMode);
  EXPECT_TRUE(parsed("gfx1030", "-cumode, +cumode").CuMode);
  EXPECT_EQ(parsed("gfx1030", "-wavefrontsize32").WaveSize, 64u);
}

TEST(Mode, FeaturesWithoutEffectAreTakenWhereTheyExist) {
  EXPECT_EQ(parsed("gfx90a", "+xnack,-sramecc"), parsed("gfx90a", ""));
  EXPECT_NE(problem("gfx1030", "+xnack"), "");
  EXPECT_EQ(problem("gfx1030", "-xnack"), "");
}

TEST(Mode, ProblemsSayWhatIsMissing) {
  EXPECT_EQ(problem("gfx9999", ""), "unknown processor 'gfx9999'");
  EXPECT_EQ(problem("gfx900", "+cumode"),
            "gfx900 does not have the feature 'cumode'");
  EXPECT_EQ(problem("gfx942", "tgsplit"),
            "feature 'tgsplit' needs a + or - before it");
  EXPECT_EQ(problem("gfx942", "+wavefrontsize32"), "gfx942 has no waves of 32");
  EXPECT_NE(problem("gfx942", "+nosuch").find("unknown feature 'nosuch'"),
            std::string::npos);
}
