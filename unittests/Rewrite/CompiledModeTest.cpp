//===- CompiledModeTest.cpp - Attributes and options, as llc reads them ---===//
#include "fencepost/Rewrite/CompiledMode.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::rewrite;

namespace {

class FunctionModeTest : public testing::Test {
protected:
  FunctionModeTest() : M("m", Context) {
    F = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false),
        llvm::Function::ExternalLinkage, "f", M);
  }

  /// The mode in words, or the error.
  std::string mode(llvm::StringRef Cpu, llvm::StringRef Features = "") {
    llvm::Expected<lower::Mode> Mode = compiledMode(*F, Cpu, Features);
    if (!Mode)
      return llvm::toString(Mode.takeError());
    return (Mode->Proc->Name + " " + Mode->features() +
            (Mode->OneWave ? " one wave" : ""))
        .str();
  }

  llvm::LLVMContext Context;
  llvm::Module M;
  llvm::Function *F;
};

TEST_F(FunctionModeTest, OptionsHoldWithoutAttributes) {
  EXPECT_EQ(mode("gfx1100"), "gfx1100 ");
  EXPECT_EQ(mode("gfx1100", "+cumode"), "gfx1100 +cumode");
}

TEST_F(FunctionModeTest, TheAttributeNamesTheProcessor) {
  F->addFnAttr("target-cpu", "gfx942");
  EXPECT_EQ(mode(""), "gfx942 ");
  EXPECT_EQ(mode("gfx942"), "gfx942 ");
  EXPECT_EQ(mode("gfx1100"), "f is for gfx942 by its attribute \"target-cpu\", "
                             "which llc heeds, not for gfx1100");
}

TEST_F(FunctionModeTest, OptionsComeAfterTheAttributesFeatures) {
  F->addFnAttr("target-features", "+16-bit-insts,+cumode,+dot5-insts");
  EXPECT_EQ(mode("gfx1100"), "gfx1100 +cumode");
  EXPECT_EQ(mode("gfx1100", "-cumode"), "gfx1100 ");
}

TEST_F(FunctionModeTest, NoProcessor) {
  EXPECT_EQ(mode(""), "no processor is given for f, neither by -mcpu nor by "
                      "its attribute \"target-cpu\"");
}

TEST_F(FunctionModeTest, UnknownProcessor) {
  F->addFnAttr("target-cpu", "sm_90");
  EXPECT_NE(mode("").find("sm_90"), std::string::npos);
}

TEST_F(FunctionModeTest, WorkGroupsOfOneWave) {
  F->addFnAttr("amdgpu-flat-work-group-size", "1,64");
  EXPECT_EQ(mode("gfx942"), "gfx942  one wave");
  EXPECT_EQ(mode("gfx1100"), "gfx1100 ");
  F->addFnAttr("amdgpu-flat-work-group-size", "1,nonsense");
  EXPECT_EQ(mode("gfx942"), "gfx942 ");
}

} // namespace
