//===- TargetIDLlvmTest.cpp - Target IDs against LLVM's -------------------===//
// LLVM's assembler writes e_flags from its feature settings and checks the
// target ID in .amdgcn_target against them: both for every target ID of V4 to
// V6.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "fencepost/Target/TargetID.h"
#include "gtest/gtest.h"

using namespace fencepost;
using enum FeatureSetting;
using enum CodeObjectVersion;

/// How LLVM is told to set the features of \p Id; Any is to say nothing.
static std::string llvmFeatures(const TargetID &Id) {
  std::string Text;
  for (Feature F : TargetIDFeatures)
    if (Id.setting(F) == On || Id.setting(F) == Off)
      Text += (Text.empty() ? "" : ",") +
              std::string(Id.setting(F) == On ? "+" : "-") +
              featureName(F).str();
  return Text;
}

static std::string directives(const TargetID &Id, CodeObjectVersion Version) {
  return ".amdgcn_target \"amdgcn-amd-amdhsa--" + Id.str(Version) +
         "\"\n.amdhsa_code_object_version " +
         std::to_string(static_cast<unsigned>(Version)) + "\n";
}

template <typename Fn> static void forEachTargetID(Fn Check) {
  for (const Processor &P : processors())
    for (CodeObjectVersion Version : {V4, V5, V6})
      for (FeatureSetting SramEcc : {Unsupported, Any, Off, On})
        for (FeatureSetting Xnack : {Unsupported, Any, Off, On}) {
          TargetID Id{&P, SramEcc, Xnack};
          if (Id.problem(Version).empty())
            Check(Id, Version);
        }
}

TEST(TargetIDLlvm, FlagsAndNamesAreLlvms) {
  unsigned Checked = 0;
  forEachTargetID([&](const TargetID &Id, CodeObjectVersion Version) {
    auto Object = oracle::assemble(Id.Proc->Name, llvmFeatures(Id),
                                   directives(Id, Version));
    ASSERT_TRUE(Object.Ok) << Id.str() << ": " << Object.Message;
    EXPECT_EQ(TargetID::fromElfFlags(Object.ElfFlags, Version), Id) << Id.str();
    ++Checked;
  });
  EXPECT_GT(Checked, 300u);
}

// A name that differs in one setting is refused: the directive is really
// compared.
TEST(TargetIDLlvm, LlvmRefusesAnotherTargetID) {
  forEachTargetID([&](const TargetID &Id, CodeObjectVersion Version) {
    for (Feature F : TargetIDFeatures) {
      TargetID Other = Id;
      Other.setting(F) = Id.setting(F) == On ? Off : On;
      if (!Other.problem(Version).empty())
        continue;
      EXPECT_FALSE(oracle::assemble(Id.Proc->Name, llvmFeatures(Id),
                                    directives(Other, Version))
                       .Ok)
          << Id.str() << " " << Other.str();
    }
  });
}
