//===- AssemblerTest.cpp - Registers and granules against the assembler ---===//
// What LLVM's assembler accepts on a processor, and what it writes into kernel
// descriptors for every number of registers.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "fencepost/Sync/BarrierOp.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace fencepost;
using oracle::accepts;

/// Accepted with N - 1 and refused with N.
static void expectLimit(const Processor &P, const std::string &Before,
                        const std::string &After, unsigned N) {
  EXPECT_TRUE(accepts(P, Before + std::to_string(N - 1) + After))
      << P.Name.str() << ": " << Before << N - 1;
  EXPECT_FALSE(accepts(P, Before + std::to_string(N) + After))
      << P.Name.str() << ": " << Before << N;
}

TEST(Assembler, SgprsThatCodeMayName) {
  for (const Processor &P : processors())
    expectLimit(P, "s_mov_b32 s", ", 0", P.SgprAddressable);
}

// Instructions name 256 VGPRs; more are AGPRs, or reached by other means.
TEST(Assembler, VgprsThatCodeMayName) {
  for (const Processor &P : processors()) {
    expectLimit(P, "v_mov_b32 v", ", 0", 256);
    for (const VgprFacts &V : P.Vgprs)
      EXPECT_GE(V.Addressable, 256u) << P.Name.str();
  }
}

TEST(Assembler, AgprsThatCodeMayName) {
  for (const Processor &P : processors()) {
    std::string Write = P.Accumulators == Agprs::Separate
                            ? "v_accvgpr_write_b32 a"
                            : "v_accvgpr_write a";
    if (P.Accumulators == Agprs::None)
      EXPECT_FALSE(accepts(P, "v_accvgpr_write_b32 a0, v0")) << P.Name.str();
    else
      expectLimit(P, Write, ", v0", 256);
    // 256 of each kind, in one file.
    bool Both = P.nativeWaveSize() == 64 && P.Vgprs.front().Addressable == 512;
    EXPECT_EQ(Both, P.Accumulators == Agprs::Unified) << P.Name.str();
  }
}

//===-- Kernel descriptors ------------------------------------------------===//

/// A kernel descriptor that needs \p Vgprs and \p Sgprs; GFX90A and GFX942 must
/// also say where AGPRs begin.
static std::string descriptor(const Processor &P, unsigned Vgprs,
                              unsigned Sgprs, const std::string &More = "") {
  std::string Name = "k" + std::to_string(Vgprs) + "_" + std::to_string(Sgprs);
  return ".amdhsa_kernel " + Name + "\n.amdhsa_next_free_vgpr " +
         std::to_string(Vgprs) + "\n.amdhsa_next_free_sgpr " +
         std::to_string(Sgprs) + "\n.amdhsa_reserve_vcc 0\n" +
         (P.Accumulators == Agprs::Unified ? ".amdhsa_accum_offset 4\n" : "") +
         More + "\n.end_amdhsa_kernel\n";
}

/// compute_pgm_rsrc1 of descriptor \p Index in \p Data.
static uint32_t rsrc1(const std::vector<uint8_t> &Data, size_t Index) {
  return llvm::support::endian::read32le(Data.data() + 64 * Index + 48);
}

// spec/002, "compute_pgm_rsrc1 for GFX6-GFX12", GRANULATED_WORKITEM_VGPR_COUNT:
// for every number of VGPRs, on every processor and wave size. The field has 6
// bits.
TEST(Assembler, VgprBlocksAreEncodedByTheGranule) {
  for (const Processor &P : processors())
    for (const VgprFacts &V : P.Vgprs) {
      std::string Assembly = ".section .rodata\n";
      for (unsigned N = 1; N <= V.Addressable; ++N)
        Assembly += descriptor(P, N, 1);
      auto Object = oracle::assemble(
          P.Name, oracle::waveSizeFeature(V.WaveSize), Assembly);
      ASSERT_TRUE(Object.Ok) << P.Name.str() << ": " << Object.Message;
      ASSERT_EQ(Object.Data.size(), 64u * V.Addressable);
      for (unsigned N = 1; N <= V.Addressable; ++N) {
        unsigned Blocks = (N + V.EncodingGranule - 1) / V.EncodingGranule;
        EXPECT_EQ(rsrc1(Object.Data, N - 1) & 63, Blocks - 1)
            << P.Name.str() << " wave" << V.WaveSize << ": " << N << " VGPRs";
      }
      EXPECT_LE(V.Addressable, 64 * V.EncodingGranule) << P.Name.str();
    }
}

// spec/002, "compute_pgm_rsrc1 for GFX6-GFX12",
// GRANULATED_WAVEFRONT_SGPR_COUNT: reserved where all are always there.
TEST(Assembler, SgprBlocksAreEncodedWhereTheyAreAllocated) {
  for (const Processor &P : processors()) {
    std::string Assembly = ".section .rodata\n";
    constexpr unsigned Most = 88; // Leaves room for the extra SGPRs.
    for (unsigned N = 1; N <= Most; ++N)
      Assembly += descriptor(P, 1, N);
    auto Object = oracle::assemble(P.Name, "", Assembly);
    ASSERT_TRUE(Object.Ok) << P.Name.str() << ": " << Object.Message;
    for (unsigned N = 1; N <= Most; ++N) {
      unsigned Blocks = rsrc1(Object.Data, N - 1) >> 6 & 15;
      if (P.SgprGranule == 0) {
        EXPECT_EQ(Blocks, 0u) << P.Name.str();
      } else if (P.SgprInitBug) {
        EXPECT_EQ(8 * (Blocks + 1), 96u) << P.Name.str();
      } else {
        EXPECT_GE(8 * (Blocks + 1), N) << P.Name.str();
        EXPECT_LE(8 * (Blocks + 1), N + 7 + 6) << P.Name.str();
      }
    }
  }
}

// Directives that exist only where the feature does.
TEST(Assembler, DirectivesFollowTheFeatures) {
  for (const Processor &P : processors()) {
    auto Takes = [&](const std::string &Directive) {
      return accepts(P, ".section .rodata\n" +
                            descriptor(P, 1, 1, Directive + " 0"));
    };
    const std::string Name = P.Name.str();
    EXPECT_EQ(Takes(".amdhsa_tg_split"), P.Features.has(Feature::TgSplit))
        << Name;
    EXPECT_EQ(Takes(".amdhsa_workgroup_processor_mode"),
              P.Features.has(Feature::CuMode))
        << Name;
    EXPECT_EQ(Takes(".amdhsa_user_sgpr_kernarg_preload_length"),
              P.Features.has(Feature::KernargPreload))
        << Name;
    EXPECT_EQ(Takes(".amdhsa_named_barrier_count"),
              P.family().Barriers.Named > 0)
        << Name;
    EXPECT_EQ(Takes(".amdhsa_enable_private_segment"),
              P.Scratch == FlatScratch::Architected)
        << Name;
    EXPECT_EQ(Takes(".amdhsa_reserve_flat_scratch"),
              P.Scratch == FlatScratch::Offset ||
                  P.Scratch == FlatScratch::Absolute)
        << Name;
  }
}

// spec/002, "Processors": offset flat scratch on GFX7 and GFX8, absolute from
// GFX9.
TEST(Assembler, FlatScratchFollowsTheGeneration) {
  for (const Processor &P : processors()) {
    bool Old = P.Isa.Major == 7 || P.Isa.Major == 8;
    EXPECT_EQ(P.Scratch == FlatScratch::Offset, Old) << P.Name.str();
    EXPECT_EQ(P.Scratch == FlatScratch::None, P.Isa.Major == 6) << P.Name.str();
  }
}

//===-- Barriers ----------------------------------------------------------===//

static std::string barrierInstruction(BarrierOp Op, BarrierId Id) {
  std::string Text = barrierMnemonic(Op).str();
  bool TakesId = Op != BarrierOp::Drop && Op != BarrierOp::ArriveWait;
  return TakesId ? Text + " " + std::to_string(Id.operand()) : Text;
}

// The assembler takes any id where it takes the instruction at all, and takes
// the named barrier instructions on all of GFX12; spec/000 has them from
// GFX12.5 on.
TEST(Assembler, BarrierInstructionsFollowTheFamily) {
  for (const Processor &P : processors())
    for (unsigned I = 0; I < NumBarrierOps; ++I) {
      auto Op = static_cast<BarrierOp>(I);
      bool Split = P.family().Barriers.Split;
      bool Expected = Op == BarrierOp::ArriveWait ? !Split : Split;
      for (int Id = BarrierId::First; Id <= BarrierId::Last; ++Id) {
        std::string Text = barrierInstruction(Op, *BarrierId::fromOperand(Id));
        EXPECT_EQ(accepts(P, Text), Expected) << P.Name.str() << ": " << Text;
      }
    }
}
