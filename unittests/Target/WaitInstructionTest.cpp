//===- WaitInstructionTest.cpp - Waits against LLVM's disassembler --------===//
#include "fencepost/Target/WaitInstruction.h"
#include "llvm-c/Disassembler.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace fencepost;

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

TEST(WaitInstruction, EveryCounterOfEveryFamilyAsLlvmReadsIt) {
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

TEST(WaitInstruction, Gfx6AndGfx7AreAsGfx8) {
  for (unsigned Value = 0; Value < 16; ++Value)
    for (Counter Id : {Counter::Vm, Counter::Exp, Counter::Lgkm}) {
      CounterWait Wait = {Id, static_cast<uint8_t>(Value)};
      EXPECT_EQ(encodeWaitcnt(Family::GFX6, Wait),
                encodeWaitcnt(Family::GFX8, Wait));
      EXPECT_EQ(encodeWaitcnt(Family::GFX7, Wait),
                encodeWaitcnt(Family::GFX8, Wait));
    }
}

TEST(WaitInstruction, CountersTogether) {
  for (const Row &R : Rows)
    EXPECT_EQ(printed(R, {{Counter::Vm, 3}, {Counter::Lgkm, 0}}),
              "s_waitcnt vmcnt(3) lgkmcnt(0)")
        << R.Cpu;
}

TEST(WaitInstruction, TheSmallerOfTwoWaitsForOneCounter) {
  for (const Row &R : Rows) {
    EXPECT_EQ(printed(R, {{Counter::Vm, 3}, {Counter::Vm, 5}}),
              "s_waitcnt vmcnt(3)");
    EXPECT_EQ(printed(R, {{Counter::Vm, 5}, {Counter::Vm, 3}}),
              "s_waitcnt vmcnt(3)");
  }
}

TEST(WaitInstruction, ValuesBeyondTheCounterWaitForNothing) {
  for (const Row &R : Rows)
    EXPECT_EQ(printed(R, {{Counter::Vm, 255}}), printed(R, {})) << R.Cpu;
}

TEST(WaitInstruction, OperandsAreDecodedAsEncodedAndAsLlvmPrintsThem) {
  for (const Row &R : Rows) {
    Disassembler Llvm(R.Cpu);
    Family F = findProcessor(R.Cpu)->FamilyId;
    for (unsigned Operand = 0; Operand <= 0xffff; Operand += 7) {
      CounterWaits Waits = decodeWaitcnt(F, Operand);
      EXPECT_EQ(decodeWaitcnt(F, encodeWaitcnt(F, Waits)), Waits) << R.Cpu;
      std::string Text = "s_waitcnt " + std::to_string(Operand);
      EXPECT_EQ(parseCounterWaits(Text, F), Waits) << R.Cpu << ' ' << Text;
      // Where it waits for nothing, LLVM prints the largest counts.
      std::string Printed = Llvm.text(R.Opcode | Operand);
      if (!Waits.empty()) {
        EXPECT_EQ(parseCounterWaits(Printed, F), Waits) << R.Cpu << Printed;
      }
    }
  }
}

TEST(WaitInstruction, EveryWaitOfTheTableIsRead) {
  for (const FamilyFacts &Facts : families())
    for (const CounterFacts &C : Facts.Counters)
      EXPECT_EQ(parseCounterWaits(C.Syntax, Facts.Id),
                CounterWaits({{C.Id, 0}}))
          << C.Syntax.str();
}

TEST(WaitInstruction, Spellings) {
  struct TextRow {
    const char *Text;
    CounterWaits Waits;
  };
  const TextRow Texts[] = {
      {"s_wait_asynccnt 2", {{Counter::Async, 2}}},
      {"s_wait_tensorcnt 0x1", {{Counter::Tensor, 1}}},
      {"s_wait_asynccnt $0", {{Counter::Async, CounterWait::Unknown}}},
      {"s_waitcnt vmcnt(0)&lgkmcnt(1)", {{Counter::Vm, 0}, {Counter::Lgkm, 1}}},
      {"s_waitcnt vmcnt(0), expcnt(2)", {{Counter::Vm, 0}, {Counter::Exp, 2}}},
      {"s_waitcnt vmcnt_sat(3)", {{Counter::Vm, 3}}},
      {"s_waitcnt_vscnt null, 0x2", {{Counter::Vs, 2}}},
      {"s_wait_loadcnt_dscnt 0x102", {{Counter::Load, 1}, {Counter::Ds, 2}}},
  };
  for (const TextRow &T : Texts)
    EXPECT_EQ(parseCounterWaits(T.Text, Family::GFX125), T.Waits) << T.Text;
  EXPECT_EQ(parseCounterWaits("s_wait_idle", Family::GFX11)->size(),
            NumCounters);
  EXPECT_EQ(parseCounterWaits("s_waitcnt $0", Family::GFX9)->size(), 3u);
  for (const char *Other : {"s_wait_event 0x1", "s_waitcnt_depctr 0xffe3",
                            "s_barrier", "", "buffer_gl0_inv"})
    EXPECT_FALSE(parseCounterWaits(Other, Family::GFX11)) << Other;
}
