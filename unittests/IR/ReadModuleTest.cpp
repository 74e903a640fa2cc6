//===- ReadModuleTest.cpp - Modules as code, whole and damaged ------------===//
#include "fencepost/IR/ReadModule.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Lower/Listing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using namespace fencepost::ir;

using Functions = std::vector<lower::FunctionCode>;

static llvm::Expected<Functions> read(llvm::StringRef Text,
                                      const ReadOptions &Options) {
  IRSourceOptions Reading;
  Reading.Syntax = Diag::IRSyntax;
  Reading.Semantics = Diag::IRTarget;
  Reading.Modules = true;
  llvm::Expected<std::unique_ptr<IRSource>> Source =
      IRSource::parse(Text, "t.ll", Reading);
  if (!Source)
    return Source.takeError();
  return readModule(**Source, Options);
}

static constexpr llvm::StringLiteral Loop = R"(
target triple = "amdgcn-amd-amdhsa"
@b = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata)
define amdgpu_kernel void @k(ptr addrspace(1) %g, i1 %c) "target-cpu"="gfx1250" {
entry:
  fence syncscope("agent") release, !mmra !0
  br label %loop
loop:
  %v = load i32, ptr addrspace(1) %g
  call void @llvm.amdgcn.asyncmark()
  %o = atomicrmw add ptr addrspace(1) %g, i32 %v syncscope("workgroup") acq_rel
  br i1 %c, label %loop, label %done
done:
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @b, i32 4)
  %a = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %g, metadata !1)
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  call void @f()
  ret void
}
define internal void @f() "target-cpu"="gfx1250" {
  ret void
}
!0 = !{!"amdgcn-av", !"none"}
!1 = !{!"agent"}
)";

TEST(ReadModule, FunctionsHaveTheirBlocksAndPlaces) {
  Functions Code = llvm::cantFail(read(Loop, {}));
  ASSERT_EQ(Code.size(), 2u);
  EXPECT_EQ(Code[0].Kind, lower::CodeKind::Kernel);
  EXPECT_EQ(Code[1].Kind, lower::CodeKind::Function);
  EXPECT_EQ(Code[0].Machine.Proc->Name, "gfx1250");
  ASSERT_EQ(Code[0].Blocks.size(), 3u);
  EXPECT_EQ(Code[0].Blocks[1].Successors.size(), 2u);
  EXPECT_EQ(Code[0].Blocks[0].Sites.size(), 1u);
  EXPECT_EQ(Code[0].Blocks[0].Sites[0].Where.Line, 9u);
  EXPECT_TRUE(Code[0].Blocks[0].Sites[0].Meaning.Op.Tags.NoAv);
  EXPECT_EQ(Code[0].Blocks[1].Sites.size(), 2u); // Without the plain load.
  EXPECT_EQ(Code[0].Blocks[2].Sites.size(), 4u);
  ReadOptions WithPlain;
  WithPlain.Plain = true;
  EXPECT_EQ(llvm::cantFail(read(Loop, WithPlain))[0].Blocks[1].Sites.size(),
            3u);
}

TEST(ReadModule, OtherSystemsWriteOtherInvalidates) {
  for (auto [System, Plain] : {std::pair("amdpal", true),
                               {"mesa3d", true},
                               {"amdhsa", false},
                               {"unknown", false}}) {
    std::string Text = (llvm::Twine("target triple = \"amdgcn-amd-") + System +
                        "\"\ndefine amdgpu_cs void @k() { ret void }")
                           .str();
    Functions Code = llvm::cantFail(read(Text, {"gfx900", "", false}));
    EXPECT_EQ(Code[0].PlainInvalidate, Plain) << System;
    EXPECT_EQ(Code[0].Kind, lower::CodeKind::Kernel);
  }
}

/// Whatever is done to a module, it is read and listed or refused.
TEST(ReadModule, DamagedTextIsNoCrash) {
  llvm::CrashRecoveryContext::Enable();
  llvm::SmallVector<llvm::StringRef> Words;
  Loop.split(Words, ' ');
  std::mt19937 Random(7);
  unsigned Read = 0;
  for (unsigned Round = 0; Round < 6000; ++Round) {
    llvm::SmallVector<llvm::StringRef> Damaged = Words;
    for (unsigned Times = 1 + Random() % 3; Times; --Times) {
      unsigned Position = Random() % Damaged.size();
      if (Random() % 4)
        Damaged[Position] = Words[Random() % Words.size()];
      else
        Damaged.erase(Damaged.begin() + Position);
    }
    llvm::Expected<Functions> Code =
        read(llvm::join(Damaged, " "), {"gfx1250", "", true});
    if (!Code) {
      llvm::consumeError(Code.takeError());
      continue;
    }
    ++Read;
    std::vector<lower::ListingProblem> Problems;
    for (const lower::FunctionCode &F : *Code)
      listFunction(F, {}, Problems);
  }
  EXPECT_GT(Read, 100u);
  llvm::CrashRecoveryContext::Disable();
}
