//===- CounterTest.cpp - Wait counters against LLVM -----------------------===//
// The assembler says which waits exist and, up to GFX11, how wide a counter is.
// From GFX12 on the operand is 16 bits wide whatever the counter, so there
// LLVM's wait insertion is asked: it never waits for more than a counter can
// tell.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "gtest/gtest.h"

using namespace fencepost;
using oracle::accepts;

TEST(Counter, EveryWaitIsAnInstructionOfItsProcessor) {
  for (const Processor &P : processors())
    for (const CounterFacts &C : P.family().Counters)
      EXPECT_TRUE(accepts(P, C.Syntax.str()))
          << P.Name.str() << ": " << C.Syntax.str();
}

/// A wait for every counter there is, in the spelling of some family.
static std::vector<std::pair<Counter, std::string>> allWaits() {
  std::vector<std::pair<Counter, std::string>> Waits;
  for (const FamilyFacts &F : families())
    for (const CounterFacts &C : F.Counters)
      Waits.emplace_back(C.Id, C.Syntax.str());
  return Waits;
}

// gfx12 still assembles s_waitcnt, which there waits for nothing the tables
// count.
TEST(Counter, NoOtherWaitIs) {
  for (const Processor &P : processors())
    for (const auto &[Id, Wait] : allWaits()) {
      if (P.family().counter(Counter::Load) &&
          llvm::StringRef(Wait).starts_with("s_waitcnt "))
        continue;
      bool Ours = false;
      for (const CounterFacts &C : P.family().Counters)
        Ours |= C.Id == Id && C.Syntax == Wait;
      EXPECT_EQ(accepts(P, Wait), Ours) << P.Name.str() << ": " << Wait;
    }
}

// "s_waitcnt vmcnt(N)" is refused when N does not fit.
TEST(Counter, WidthsUpToGfx11AreTheAssemblers) {
  for (const Processor &P : processors())
    for (const CounterFacts &C : P.family().Counters) {
      llvm::StringRef Wait = C.Syntax;
      if (!Wait.consume_back("(0)"))
        continue;
      for (unsigned N = 0; N <= 70; ++N)
        EXPECT_EQ(accepts(P, Wait.str() + "(" + std::to_string(N) + ")"),
                  N < 1u << C.Width)
            << P.Name.str() << ": " << Wait.str() << " " << N;
    }
}

//===-- What LLVM's wait insertion knows ----------------------------------===//

namespace {
/// \p Count operations that the counter counts, in order, and then a use of the
/// first one's register, or a write to it for counters that protect sources.
using Program = std::vector<std::string> (*)(unsigned Count);

struct Probe {
  Counter Id;
  llvm::StringRef Wait; ///< LLVM's opcode of the wait.
  Program Make;
};

std::string number(unsigned N) { return std::to_string(N); }

std::vector<std::string> loads(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I)
    Body.push_back("$vgpr" + number(I) +
                   " = GLOBAL_LOAD_DWORD $vgpr200_vgpr201, 0, 0, implicit "
                   "$exec");
  Body.push_back("$vgpr199 = V_MOV_B32_e32 $vgpr0, implicit $exec");
  return Body;
}

std::vector<std::string> ldsReads(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I)
    Body.push_back("$vgpr" + number(I) +
                   " = DS_READ_B32_gfx9 $vgpr200, 0, 0, implicit $exec");
  Body.push_back("$vgpr199 = V_MOV_B32_e32 $vgpr0, implicit $exec");
  return Body;
}

std::vector<std::string> messages(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I)
    Body.push_back("$sgpr" + number(I) + " = S_SENDMSG_RTN_B32 128");
  Body.push_back("$sgpr100 = S_MOV_B32 $sgpr0");
  return Body;
}

std::vector<std::string> samples(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I)
    Body.push_back(
        "$vgpr" + number(I) +
        " = IMAGE_SAMPLE_LZ_V1_V1_gfx12 $vgpr200, "
        "$sgpr0_sgpr1_sgpr2_sgpr3_sgpr4_sgpr5_sgpr6_sgpr7, "
        "$sgpr8_sgpr9_sgpr10_sgpr11, 1, 0, 0, 0, 0, 0, 0, 0, 0, implicit $exec "
        ":: (dereferenceable load (s32), addrspace 8)");
  Body.push_back("$vgpr199 = V_MOV_B32_e32 $vgpr0, implicit $exec");
  return Body;
}

std::vector<std::string> rays(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I) {
    std::string To;
    for (unsigned J = 0; J < 4; ++J)
      To += (J ? "_vgpr" : "$vgpr") + number(4 * I + J);
    Body.push_back(To +
                   " = IMAGE_BVH_INTERSECT_RAY_gfx12 $vgpr200, $vgpr201, "
                   "$vgpr202_vgpr203_vgpr204, $vgpr205_vgpr206_vgpr207, "
                   "$vgpr208_vgpr209_vgpr210, $sgpr0_sgpr1_sgpr2_sgpr3, 0, "
                   "implicit $exec :: (dereferenceable load (s128), addrspace "
                   "8)");
  }
  Body.push_back("$vgpr199 = V_MOV_B32_e32 $vgpr0, implicit $exec");
  return Body;
}

/// Loads whose addresses must survive until they are translated.
std::vector<std::string> addresses(unsigned Count) {
  std::vector<std::string> Body;
  for (unsigned I = 0; I < Count; ++I)
    Body.push_back("$vgpr" + number(256 + I) + " = GLOBAL_LOAD_DWORD $vgpr" +
                   number(2 * I) + "_vgpr" + number(2 * I + 1) +
                   ", 0, 0, implicit $exec");
  Body.push_back("$vgpr0 = V_MOV_B32_e32 0, implicit $exec");
  return Body;
}

constexpr Probe Probes[] = {
    {Counter::Load, "S_WAIT_LOADCNT ", loads},
    {Counter::Ds, "S_WAIT_DSCNT ", ldsReads},
    {Counter::Km, "S_WAIT_KMCNT ", messages},
    {Counter::Sample, "S_WAIT_SAMPLECNT ", samples},
    {Counter::Bvh, "S_WAIT_BVHCNT ", rays},
    {Counter::X, "S_WAIT_XCNT ", addresses},
};

/// The largest wait for \p Id in \p Lines; 0 if there is none.
unsigned largestWait(const std::vector<std::string> &Lines,
                     llvm::StringRef Wait) {
  unsigned Largest = 0;
  for (const std::string &Line : Lines) {
    size_t Position = 0;
    if (auto N = oracle::numberAfter(Line, Wait, Position))
      Largest = std::max(Largest, *N);
  }
  return Largest;
}
} // namespace

// With N operations in flight LLVM waits for N - 1, but for 2^Width - 2 at
// most: the largest value could as well mean that more are in flight.
TEST(Counter, WidthsFromGfx12OnAreWaitInsertions) {
  unsigned Checked = 0;
  for (llvm::StringRef Name : {"gfx1200", "gfx1201", "gfx1250", "gfx1251"}) {
    const Processor &P = *findProcessor(Name);
    for (const Probe &Probe : Probes) {
      const CounterFacts *C = P.family().counter(Probe.Id);
      if (!C)
        continue;
      unsigned Limit = (1u << C->Width) - 2;
      unsigned Most = Probe.Id == Counter::Bvh ? 20 : 90;
      for (unsigned N : {2u, Limit, Limit + 1, Limit + 2, Limit + 3, Most}) {
        if (N > Most)
          continue;
        auto Lines = oracle::insertWaits(P.Name, Probe.Make(N));
        EXPECT_EQ(largestWait(Lines, Probe.Wait), std::min(N - 1, Limit))
            << P.Name.str() << ": " << N << " of "
            << counterName(Probe.Id).str();
        ++Checked;
      }
    }
  }
  EXPECT_GT(Checked, 60u);
}

// An export only holds its registers until it has read them, and the hardware
// keeps an eighth export from starting: by then the first has read its own.
TEST(Counter, WidthOfExpcntOnGfx12IsWaitInsertions) {
  const Processor &P = *findProcessor("gfx1200");
  unsigned Most = (1u << P.family().counter(Counter::Exp)->Width) - 1;
  for (unsigned N = 2; N <= 12; ++N) {
    std::vector<std::string> Body;
    for (unsigned I = 0; I < N; ++I) {
      std::string V = "$vgpr" + number(I);
      Body.push_back("EXP 0, " + V + ", " + V + ", " + V + ", " + V +
                     ", 0, 0, 15, implicit $exec");
    }
    Body.push_back("$vgpr0 = V_MOV_B32_e32 0, implicit $exec");
    auto Lines = oracle::insertWaits(P.Name, Body);
    EXPECT_EQ(largestWait(Lines, "S_WAIT_EXPCNT "), N <= Most ? N - 1 : 0) << N;
  }
}
