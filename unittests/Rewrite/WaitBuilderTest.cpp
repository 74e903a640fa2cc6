//===- WaitBuilderTest.cpp - Waits and compiler fences as IR --------------===//
#include "../../lib/Rewrite/WaitBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::rewrite;

TEST(WaitBuilder, WhatCanBeWaitedFor) {
  for (const FamilyFacts &Facts : families())
    for (const CounterFacts &C : Facts.Counters)
      EXPECT_EQ(canWait(Facts.Id, C.Id), C.Id != Counter::X)
          << Facts.Name.str() << ' ' << counterName(C.Id).str();
  EXPECT_FALSE(canWait(Family::GFX9, Counter::Vs));
  EXPECT_FALSE(canWait(Family::GFX12, Counter::Async));
}

TEST(WaitBuilder, WaitsStandBetweenFences) {
  llvm::LLVMContext Context;
  llvm::Module M("m", Context);
  auto *F = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false),
      llvm::Function::ExternalLinkage, "f", M);
  auto *Block = llvm::BasicBlock::Create(Context, "", F);
  llvm::IRBuilder<> B(Block);
  buildWait(B, Family::GFX10, {{Counter::Vm, 1}, {Counter::Vs, 0}});
  buildWait(B, Family::GFX10, {});
  B.CreateRetVoid();
  std::string Text;
  for (const llvm::Instruction &I : *Block)
    llvm::raw_string_ostream(Text) << I << '\n';
  EXPECT_EQ(Text, R"(  fence syncscope("wavefront") acq_rel
  call void @llvm.amdgcn.s.waitcnt(i32 16241)
  call void asm sideeffect "s_waitcnt_vscnt null, 0x0", "~{memory}"()
  fence syncscope("wavefront") acq_rel
  ret void
)");
}
