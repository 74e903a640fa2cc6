//===- TargetIDTest.cpp - Parsing, printing and encoding target IDs -------===//
#include "fencepost/Target/TargetID.h"
#include "CodeObjectVersions.h"
#include "fencepost/Support/InputError.h"
#include "llvm/BinaryFormat/ELF.h"
#include "gtest/gtest.h"

using namespace fencepost;
using enum FeatureSetting;
using enum CodeObjectVersion;

namespace {

/// Every target ID a code object of \p Version can have, checked by \p Check.
template <typename Fn>
void forEachTargetID(CodeObjectVersion Version, Fn Check) {
  for (const Processor &P : processors())
    for (FeatureSetting SramEcc : {Unsupported, Any, Off, On})
      for (FeatureSetting Xnack : {Unsupported, Any, Off, On}) {
        TargetID Id{&P, SramEcc, Xnack};
        bool Sayable = Version >= V4 || (SramEcc != Any && Xnack != Any);
        if (Sayable && Id.problem(Version).empty())
          Check(Id);
      }
}

TargetID parsed(llvm::StringRef Text, CodeObjectVersion Version) {
  llvm::Expected<TargetID> Id = TargetID::parse(Text, Version);
  if (!Id) {
    ADD_FAILURE() << Text.str() << ": " << toString(Id.takeError());
    return {};
  }
  return *Id;
}

struct Failure {
  Diag Id = Diag::Usage;
  unsigned Column = 0;
  std::string Message;
};

Failure failure(llvm::Expected<TargetID> Id) {
  Failure F;
  if (Id)
    return F;
  auto Findings = takeFindings(Id.takeError(), Diag::Usage, "");
  EXPECT_EQ(Findings.size(), 1u);
  return {Findings[0].Id, Findings[0].Where.Column, Findings[0].Message};
}

Failure failure(llvm::StringRef Text, CodeObjectVersion Version = V5) {
  return failure(TargetID::parse(Text, Version));
}

} // namespace

TEST(TargetID, CanonicalFormParsesBack) {
  size_t Count = 0;
  for (CodeObjectVersion Version : {V4, V5, V6})
    forEachTargetID(Version, [&](const TargetID &Id) {
      EXPECT_EQ(parsed(Id.str(Version), Version), Id) << Id.str(Version);
      ++Count;
    });
  EXPECT_GT(Count, 300u);
}

TEST(TargetID, PlusFormParsesBack) {
  forEachTargetID(V3, [&](const TargetID &Id) {
    llvm::Expected<TargetID> Back = TargetID::parsePlusForm(Id.str(V3), V3);
    ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
    EXPECT_EQ(*Back, Id) << Id.str(V3);
  });
}

TEST(TargetID, FeaturesInAnyOrderAndAliasesBecomeCanonical) {
  EXPECT_EQ(parsed("gfx90a:xnack-:sramecc+", V5).str(),
            "gfx90a:sramecc+:xnack-");
  EXPECT_EQ(parsed("carrizo:xnack+", V5).str(), "gfx801:xnack+");
  for (const Processor &P : processors())
    for (llvm::StringRef Alias : P.Aliases)
      EXPECT_EQ(parsed(Alias, V5).str(), P.Name) << Alias.str();
}

TEST(TargetID, WhatIsNotGiven) {
  EXPECT_EQ(parsed("gfx90a", V5),
            (TargetID{findProcessor("gfx90a"), Any, Any}));
  EXPECT_EQ(parsed("gfx90a:xnack-", V3),
            (TargetID{findProcessor("gfx90a"), On, Off}));
  EXPECT_EQ(parsed("gfx906+xnack", V3),
            (TargetID{findProcessor("gfx906"), Off, On}));
  EXPECT_EQ(parsed("gfx1100", V5),
            (TargetID{findProcessor("gfx1100"), Unsupported, Unsupported}));
}

// V2 fixes gfx906 at sramecc-, gfx801 at xnack+, gfx90c at xnack-; gfx900 has
// both.
TEST(TargetID, V2SettingsAreFixed) {
  EXPECT_EQ(parsed("gfx906", V2), (TargetID{findProcessor("gfx906"), Off, On}));
  EXPECT_EQ(parsed("gfx801", V2).Xnack, On);
  EXPECT_EQ(parsed("gfx90c", V2).Xnack, Off);
  EXPECT_EQ(parsed("gfx900", V2).Xnack, On);
  EXPECT_EQ(parsed("gfx900:xnack-", V2).Xnack, Off);
  EXPECT_EQ(failure("gfx906:sramecc+", V2).Message,
            "code object V2 has 'sramecc' of gfx906 always off");
  EXPECT_EQ(failure("gfx90c+xnack", V2).Message,
            "code object V2 has 'xnack' of gfx90c always off");
  EXPECT_EQ(failure("gfx908", V2).Message,
            "code object V2 does not know the processor 'gfx908'");
}

TEST(TargetID, V2NotesMeanTheSpecificationsTargetIDs) {
  auto Text = [](unsigned Major, unsigned Minor, unsigned Stepping) {
    auto Id = TargetID::fromV2IsaVersion({Major, Minor, Stepping});
    return Id ? Id->str(V4) : "none";
  };
  EXPECT_EQ(Text(7, 0, 1), "gfx701");
  EXPECT_EQ(Text(8, 0, 0), "gfx802");
  EXPECT_EQ(Text(8, 0, 1), "gfx801:xnack+");
  EXPECT_EQ(Text(8, 0, 4), "gfx803");
  EXPECT_EQ(Text(8, 1, 0), "gfx810:xnack+");
  EXPECT_EQ(Text(9, 0, 0), "gfx900:xnack-");
  EXPECT_EQ(Text(9, 0, 1), "gfx900:xnack+");
  EXPECT_EQ(Text(9, 0, 6), "gfx906:sramecc-:xnack-");
  EXPECT_EQ(Text(9, 0, 7), "gfx906:sramecc-:xnack+");
  EXPECT_EQ(Text(9, 0, 12), "gfx90c:xnack-");
  EXPECT_EQ(Text(9, 0, 8), "none");
  EXPECT_EQ(Text(10, 1, 0), "none");
  // Each is a processor with the features it has, and no others.
  unsigned Known = 0;
  for (unsigned Major = 0; Major < 13; ++Major)
    for (unsigned Minor = 0; Minor < 6; ++Minor)
      for (unsigned Stepping = 0; Stepping < 16; ++Stepping)
        if (auto Id = TargetID::fromV2IsaVersion({Major, Minor, Stepping})) {
          ++Known;
          EXPECT_EQ(Id->problem(V2), "");
        }
  EXPECT_EQ(Known, 25u);
}

// Every value of the feature bits, for every machine number, known or not.
TEST(TargetID, EveryElfFlagIsReadAsTheSpecificationSays) {
  namespace ELF = llvm::ELF;
  for (unsigned Machine = 0; Machine < 256; ++Machine)
    for (uint32_t Bits = 0; Bits < 16; ++Bits) {
      uint32_t Flags = Machine | Bits << 8;
      TargetID Id = TargetID::fromElfFlags(Flags, V5);
      EXPECT_EQ(Id.Proc, findProcessorByElfMachine(Machine));
      constexpr FeatureSetting Order[] = {Unsupported, Any, Off, On};
      EXPECT_EQ(Id.Xnack, Order[Bits & 3]);
      EXPECT_EQ(Id.SramEcc, Order[Bits >> 2]);
      TargetID Old = TargetID::fromElfFlags(Flags, V3);
      bool HasXnack = Id.Proc && Id.Proc->Features.has(Feature::Xnack);
      EXPECT_EQ(Old.Xnack, !HasXnack ? Unsupported
                           : Flags & ELF::EF_AMDGPU_FEATURE_XNACK_V3 ? On
                                                                     : Off);
    }
}

TEST(TargetID, ErrorsNameThePartAndItsColumn) {
  struct Row {
    const char *Text;
    Diag Id;
    unsigned Column;
    const char *Message;
  };
  const Row Rows[] = {
      {"", Diag::BadTargetID, 1, "the processor name is missing"},
      {":xnack+", Diag::BadTargetID, 1, "the processor name is missing"},
      {"gfx941", Diag::UnknownProcessor, 1,
       "unknown processor 'gfx941', did you mean 'gfx942'?"},
      {"fijj", Diag::UnknownProcessor, 1,
       "unknown processor 'fijj', did you mean 'fiji'?"},
      {"GFX942", Diag::UnknownProcessor, 1,
       "unknown processor 'GFX942', did you mean 'gfx942'?"},
      {"nonsense", Diag::UnknownProcessor, 1, "unknown processor 'nonsense'"},
      {"gfx90a:", Diag::BadTargetID, 8, "a feature name is missing"},
      {"gfx90a:xnack", Diag::BadTargetID, 8,
       "feature 'xnack' must end in '+' or '-'"},
      {"gfx90a:+", Diag::BadTargetID, 8, "unknown target feature ''"},
      {"gfx90a:xnak+", Diag::BadTargetID, 8,
       "unknown target feature 'xnak', did you mean 'xnack'?"},
      {"gfx90a:sramecc+:xnack+:sramecc+", Diag::BadTargetID, 24,
       "feature 'sramecc' is given twice"},
      {"gfx90a:tgsplit+", Diag::BadTargetID, 8,
       "feature 'tgsplit' is not set by a target ID"},
      {"gfx1100:xnack+", Diag::BadTargetID, 9,
       "gfx1100 does not support 'xnack'"},
      {"gfx90a+xnack", Diag::UnknownProcessor, 1,
       "unknown processor 'gfx90a+xnack'"},
      {"gfx9-generic", Diag::BadTargetID, 1,
       "generic target 'gfx9-generic' needs code object V6, this is V5"},
      {"gfx90a:xnack+ ", Diag::BadTargetID, 8,
       "feature 'xnack+ ' must end in '+' or '-'"},
  };
  for (const Row &R : Rows) {
    Failure F = failure(R.Text);
    EXPECT_EQ(F.Id, R.Id) << R.Text;
    EXPECT_EQ(F.Column, R.Column) << R.Text;
    EXPECT_EQ(F.Message, R.Message) << R.Text;
  }
}

TEST(TargetID, PlusFormErrors) {
  EXPECT_EQ(failure("gfx906++xnack", V3).Message, "a feature name is missing");
  EXPECT_EQ(failure("gfx906+", V3).Column, 8u);
  EXPECT_EQ(failure("gfx906+xnack+xnack", V3).Message,
            "feature 'xnack' is given twice");
  EXPECT_EQ(failure(TargetID::parsePlusForm("gfx1030+xnack", V3)).Message,
            "gfx1030 does not support 'xnack'");
}

// Any text, however damaged, gives a target ID or one InputError.
TEST(TargetID, EveryShortTextParsesOrFails) {
  const llvm::StringRef Pieces[] = {"",  "gfx906", "xnack", "sramecc",
                                    ":", "+",      "-",     "gfx9-generic"};
  for (llvm::StringRef A : Pieces)
    for (llvm::StringRef B : Pieces)
      for (llvm::StringRef C : Pieces)
        for (llvm::StringRef D : Pieces)
          for (CodeObjectVersion Version : AllCodeObjectVersions) {
            std::string Text = (A + B + C + D).str();
            llvm::Expected<TargetID> Id = TargetID::parse(Text, Version);
            if (Id) {
              EXPECT_EQ(Id->problem(Version), "") << Text;
              continue;
            }
            Failure F = failure(std::move(Id));
            EXPECT_TRUE(F.Id == Diag::BadTargetID ||
                        F.Id == Diag::UnknownProcessor)
                << Text;
            EXPECT_GE(F.Column, 1u) << Text;
            EXPECT_LE(F.Column, Text.size() + 1) << Text;
          }
}

TEST(TargetID, ProblemsOfFlagsThatContradictTheProcessor) {
  auto Problem = [](llvm::StringRef Name, FeatureSetting SramEcc,
                    FeatureSetting Xnack, CodeObjectVersion Version) {
    return TargetID{findProcessor(Name), SramEcc, Xnack}.problem(Version);
  };
  EXPECT_EQ(Problem("gfx90a", Any, Any, V5), "");
  EXPECT_EQ(Problem("gfx1100", Unsupported, On, V5),
            "xnack is set, but gfx1100 does not support it");
  EXPECT_EQ(Problem("gfx90a", Unsupported, Any, V5),
            "sramecc is marked as unsupported, but gfx90a supports it");
  EXPECT_EQ(Problem("gfx11-generic", Unsupported, Unsupported, V5),
            "the generic target gfx11-generic needs code object V6");
  EXPECT_EQ(Problem("gfx1100", Unsupported, Unsupported, V2),
            "code object V2 does not know gfx1100");
}
