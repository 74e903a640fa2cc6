//===- IntrinsicsTest.cpp - The tables of names, against LLVM's -----------===//
#include "fencepost/IR/Intrinsics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

static bool hasMeaning(llvm::StringRef Name) {
  return findBarrierRow(Name) || isAsyncLoad(Name) || isLdsDma(Name) ||
         isAsyncTransfer(Name) || findIntrinsicRole(Name) ||
         Name.starts_with("llvm.amdgcn.cooperative.atomic.") ||
         Name == "llvm.amdgcn.s.cluster.barrier";
}

/// Whatever LLVM 22 has that may access memory must have a meaning here: else
/// a kernel that uses it would be answered with unknown.
TEST(Intrinsics, EveryOneOfLlvmThatMayAccessMemoryHasAMeaning) {
  llvm::LLVMContext Context;
  unsigned Count = 0;
  for (unsigned Id = 1; Id < llvm::Intrinsic::num_intrinsics; ++Id) {
    llvm::StringRef Name = llvm::Intrinsic::getBaseName(Id);
    llvm::AttributeSet Attributes =
        llvm::Intrinsic::getFnAttributes(Context, Id);
    if (!Name.starts_with("llvm.amdgcn.") ||
        Attributes.getMemoryEffects().doesNotAccessMemory())
      continue;
    ++Count;
    EXPECT_TRUE(hasMeaning(Name)) << Name.str();
  }
  EXPECT_GT(Count, 250u);
}

TEST(Intrinsics, ANameIsMatchedUpToADotOnly) {
  EXPECT_EQ(findIntrinsicRole("llvm.amdgcn.s.sleep"), IntrinsicRole::Nothing);
  EXPECT_EQ(findIntrinsicRole("llvm.amdgcn.s.sleep.var"),
            IntrinsicRole::Nothing);
  EXPECT_EQ(findIntrinsicRole("llvm.amdgcn.s.sleeping"), std::nullopt);
  EXPECT_EQ(findIntrinsicRole("llvm.amdgcn.s.waitcnt.depctr"),
            IntrinsicRole::Machine);
  EXPECT_EQ(findIntrinsicRole("llvm.amdgcn.frobnicate"), std::nullopt);
  EXPECT_EQ(findIntrinsicRole("llvm.memcpy"), std::nullopt);
  EXPECT_EQ(findIntrinsicRole("s.sleep"), std::nullopt);
}

TEST(Intrinsics, LdsDmaComesWithAndWithoutMarks) {
  for (llvm::StringRef Buffer : {"raw", "raw.ptr", "struct", "struct.ptr"}) {
    std::string Base =
        (llvm::Twine("llvm.amdgcn.") + Buffer + ".buffer.load.").str();
    EXPECT_TRUE(isLdsDma(Base + "lds"));
    EXPECT_FALSE(isAsyncLoad(Base + "lds"));
    EXPECT_TRUE(isAsyncLoad(Base + "async.lds"));
    EXPECT_FALSE(isLdsDma(Base + "async.lds"));
    EXPECT_FALSE(isLdsDma(Base + "v4f32"));
  }
  EXPECT_TRUE(isLdsDma("llvm.amdgcn.load.to.lds.p1"));
  EXPECT_TRUE(isLdsDma("llvm.amdgcn.global.load.lds"));
  EXPECT_TRUE(isAsyncLoad("llvm.amdgcn.load.async.to.lds.p1"));
  EXPECT_TRUE(isAsyncLoad("llvm.amdgcn.global.load.async.lds"));
  EXPECT_TRUE(isAsyncLoad("llvm.amdgcn.global.load.async.to.lds.b128"));
  EXPECT_FALSE(isAsyncTransfer("llvm.amdgcn.global.load.async.to.lds.b128"));
  EXPECT_TRUE(isAsyncTransfer("llvm.amdgcn.cluster.load.async.to.lds.b8"));
  EXPECT_TRUE(isAsyncTransfer("llvm.amdgcn.global.store.async.from.lds.b8"));
  EXPECT_TRUE(isAsyncTransfer("llvm.amdgcn.tensor.load.to.lds.d2"));
}
