//===- TextReportTest.cpp - The shape of a diagnostic ---------------------===//
#include "fencepost/Report/TextReport.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;

static std::string print(const Finding &F, bool Colors = false) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS.enable_colors(Colors);
  printFinding(OS, F);
  return Out;
}

TEST(TextReport, PlaceCaretNoteAndName) {
  Location Where{"a.s", 3, 5, std::nullopt, "\ts_barrier", ""};
  Location Before{"a.s", 1, 1, std::nullopt, "ds_write", ""};
  Finding F{Diag::ReservedBits, Where, "bad", {{Before, "because"}}};
  EXPECT_EQ(print(F), "a.s:3:5: error: bad [reserved-bits]\n"
                      "\ts_barrier\n"
                      "\t   ^\n"
                      "a.s:1:1: note: because\n"
                      "ds_write\n"
                      "^\n");
}

TEST(TextReport, BinaryPlacesHaveOffsetsAndEntities) {
  Location Where{"a.o", 0, 0, 0x1c0, "", "kernel k"};
  EXPECT_EQ(print({Diag::UnknownTarget, Where, "what", {}}),
            "a.o: unknown: kernel k: what (offset 0x1c0) [unknown-target]\n");
}

TEST(TextReport, WithoutAFileTheProgramSpeaks) {
  EXPECT_EQ(print({Diag::Usage, {}, "no", {}}),
            "fencepost: error: no [usage]\n");
  Location Word{"", 1, 3, std::nullopt, "gfx94", ""};
  EXPECT_EQ(print({Diag::Usage, Word, "no", {}}),
            "fencepost: error: no [usage]\ngfx94\n  ^\n");
}

TEST(TextReport, ACaretPastTheEndOfTheLine) {
  Location Where{"a.s", 1, 4, std::nullopt, "ab", ""};
  EXPECT_EQ(print({Diag::Usage, Where, "m", {}}),
            "a.s:1:4: error: m [usage]\nab\n   ^\n");
}

TEST(TextReport, ColourOnlyWhenEnabled) {
  Finding F{Diag::Usage, {}, "no", {}};
  EXPECT_EQ(print(F).find('\x1b'), std::string::npos);
  EXPECT_NE(print(F, true).find('\x1b'), std::string::npos);
}
