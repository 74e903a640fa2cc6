//===- TargetReportTest.cpp - Targets as text and JSON --------------------===//
#include "fencepost/Report/TargetReport.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;

static std::string table() {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTargetTable(OS);
  return Text;
}

static std::string page(StringRef Name) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTarget(OS, *findProcessor(Name));
  return Text;
}

static llvm::SmallVector<StringRef> lines(StringRef Text) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  return Lines;
}

TEST(TargetReport, TheTableHasOneShortLineATarget) {
  std::string Text = table();
  auto Lines = lines(Text);
  ASSERT_EQ(Lines.size(), processors().size() + 1);
  for (size_t I = 0; I < Lines.size(); ++I) {
    EXPECT_LE(Lines[I].size(), 120u) << Lines[I].str();
    EXPECT_EQ(Lines[I].rtrim(), Lines[I]);
    if (I > 0) {
      EXPECT_TRUE(Lines[I].starts_with(processors()[I - 1].Name.str() + " "));
    }
  }
}

TEST(TargetReport, ThePageOfEveryTargetIsTidy) {
  for (const Processor &P : processors()) {
    std::string Text = page(P.Name);
    EXPECT_TRUE(StringRef(Text).starts_with(P.Name));
    for (StringRef Line : lines(Text)) {
      EXPECT_LE(Line.size(), 120u) << Line.str();
      EXPECT_EQ(Line.rtrim(), Line) << P.Name.str();
    }
  }
}

TEST(TargetReport, APageNamesWhatIsSpecialAboutItsTarget) {
  auto Has = [](StringRef Name, StringRef Fact) {
    EXPECT_NE(page(Name).find(Fact.str()), std::string::npos)
        << Name.str() << " lacks \"" << Fact.str() << "\"\n"
        << page(Name);
  };
  Has("gfx803", "also called          fiji, polaris10, polaris11");
  Has("gfx802", "96 always allocated");
  Has("gfx908", "a0 to a255, a file of their own");
  Has("gfx942", "covered by           gfx9-4-generic (version 1)");
  Has("gfx950", "160 KiB for a work-group, in steps of 1280 bytes");
  Has("gfx1100", "in steps of 24 (encoded in 8s), 1536 in a SIMD");
  Has("gfx1250", "16, ids 1 to 16");
  Has("gfx1250", "s_wait_asynccnt 0x0");
  Has("gfx11-generic", "gfx1153              since version 1");
}

/// Every number, string and flag of \p P, found at its place in the JSON.
TEST(TargetReport, JsonHoldsTheRow) {
  for (const Processor &P : processors()) {
    llvm::json::Value V = targetJson(P);
    const llvm::json::Object &O = *V.getAsObject();
    EXPECT_EQ(O.getString("name"), P.Name);
    EXPECT_EQ(O.getInteger("elfMachine"), int64_t(P.ElfMachine));
    EXPECT_EQ(O.getArray("aliases")->size(), P.Aliases.size());
    EXPECT_EQ(O.getArray("vgprs")->size(), P.Vgprs.size());
    EXPECT_EQ(O.getObject("lds")->getInteger("size"), int64_t(P.LdsSize));
    EXPECT_EQ(O.getObject("sgprs")->getBoolean("initBug"), P.SgprInitBug);
    EXPECT_EQ(O.getObject("generic") != nullptr, P.isGeneric());
    const llvm::json::Array &Counters = *O.getArray("counters");
    ASSERT_EQ(Counters.size(), P.family().Counters.size());
    for (size_t I = 0; I < Counters.size(); ++I)
      EXPECT_EQ(Counters[I].getAsObject()->getString("name"),
                counterName(P.family().Counters[I].Id));
  }
}

// A reader must not have to ask whether a key is there.
TEST(TargetReport, EveryTargetHasTheSameKeys) {
  auto Keys = [](const Processor &P) {
    std::vector<std::string> Names;
    llvm::json::Value V = targetJson(P);
    for (const auto &Entry : *V.getAsObject())
      Names.push_back(Entry.first.str());
    std::sort(Names.begin(), Names.end());
    return Names;
  };
  for (const Processor &P : processors())
    EXPECT_EQ(Keys(P), Keys(processors().front())) << P.Name.str();
}

TEST(TargetReport, AllTargetsJsonIsVersioned) {
  llvm::json::Value V = targetsJson();
  EXPECT_EQ(V.getAsObject()->getInteger("version"), 1);
  EXPECT_EQ(V.getAsObject()->getArray("targets")->size(), processors().size());
  llvm::json::Value One = targetsJson({findProcessor("gfx942")});
  EXPECT_EQ(One.getAsObject()->getArray("targets")->size(), 1u);
}
