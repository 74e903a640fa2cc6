//===- WaitBuilderTest.cpp - Packed waits against LLVM's disassembler -----===//
#include "../../lib/Rewrite/WaitBuilder.h"
#include "llvm-c/Disassembler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::rewrite;
using lower::CounterWait;

namespace {

/// A processor of each family that has s_waitcnt, and its opcode. LLVM does not
/// disassemble for GFX6 and GFX7, whose fields are GFX8's.
struct Row {
  const char *Cpu;
  uint32_t Opcode;
};

constexpr Row Rows[] = {
    {"gfx803", 0xBF8C0000},  {"gfx900", 0xBF8C0000},  {"gfx908", 0xBF8C0000},
    {"gfx90a", 0xBF8C0000},  {"gfx942", 0xBF8C0000},  {"gfx950", 0xBF8C0000},
    {"gfx1010", 0xBF8C0000}, {"gfx1030", 0xBF8C0000}, {"gfx1100", 0xBF890000},
    {"gfx1150", 0xBF890000},
};

class Disassembler {
public:
  explicit Disassembler(const char *Cpu) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    Context = LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", Cpu, nullptr, 0, nullptr,
                                  nullptr);
  }
  ~Disassembler() { LLVMDisasmDispose(Context); }

  std::string text(uint32_t Word) {
    uint8_t Bytes[4];
    for (unsigned I = 0; I < 4; ++I)
      Bytes[I] = Word >> 8 * I;
    char Out[128] = "";
    LLVMDisasmInstruction(Context, Bytes, 4, 0, Out, sizeof Out);
    return llvm::StringRef(Out).trim().str();
  }

private:
  LLVMDisasmContextRef Context;
};

/// Waits for all counters of \p Cpu but the ones of \p Waits are left out, so
/// that LLVM prints the rest alone.
std::string printed(const Row &R, llvm::ArrayRef<CounterWait> Waits) {
  Family F = findProcessor(R.Cpu)->FamilyId;
  return Disassembler(R.Cpu).text(R.Opcode | encodeWaitcnt(F, Waits));
}

} // namespace

TEST(WaitBuilder, EveryCounterOfEveryFamilyAsLlvmReadsIt) {
  for (const Row &R : Rows)
    for (Counter Id : {Counter::Vm, Counter::Exp, Counter::Lgkm}) {
      const CounterFacts *Facts = findProcessor(R.Cpu)->family().counter(Id);
      ASSERT_TRUE(Facts) << R.Cpu;
      for (unsigned Value = 0; Value + 1 < 1u << Facts->Width; ++Value) {
        CounterWait Wait = {Id, static_cast<uint8_t>(Value)};
        EXPECT_EQ(printed(R, Wait), ("s_waitcnt " + counterName(Id) + "(" +
                                     llvm::Twine(Value) + ")")
                                        .str())
            << R.Cpu;
      }
    }
}

TEST(WaitBuilder, Gfx6AndGfx7AreAsGfx8) {
  for (unsigned Value = 0; Value < 16; ++Value)
    for (Counter Id : {Counter::Vm, Counter::Exp, Counter::Lgkm}) {
      CounterWait Wait = {Id, static_cast<uint8_t>(Value)};
      EXPECT_EQ(encodeWaitcnt(Family::GFX6, Wait),
                encodeWaitcnt(Family::GFX8, Wait));
      EXPECT_EQ(encodeWaitcnt(Family::GFX7, Wait),
                encodeWaitcnt(Family::GFX8, Wait));
    }
}

TEST(WaitBuilder, CountersTogether) {
  for (const Row &R : Rows)
    EXPECT_EQ(printed(R, {{Counter::Vm, 3}, {Counter::Lgkm, 0}}),
              "s_waitcnt vmcnt(3) lgkmcnt(0)")
        << R.Cpu;
}

TEST(WaitBuilder, TheSmallerOfTwoWaitsForOneCounter) {
  for (const Row &R : Rows) {
    EXPECT_EQ(printed(R, {{Counter::Vm, 3}, {Counter::Vm, 5}}),
              "s_waitcnt vmcnt(3)");
    EXPECT_EQ(printed(R, {{Counter::Vm, 5}, {Counter::Vm, 3}}),
              "s_waitcnt vmcnt(3)");
  }
}

TEST(WaitBuilder, ValuesBeyondTheCounterWaitForNothing) {
  for (const Row &R : Rows)
    EXPECT_EQ(printed(R, {{Counter::Vm, 255}}), printed(R, {})) << R.Cpu;
}

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
