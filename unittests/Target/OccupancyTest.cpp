//===- OccupancyTest.cpp - Occupancy facts against LLVM's code generator --===//
// LLVM prints "; Occupancy: N" under every kernel. For a kernel that calls
// unknown code it prints the formula instead, with its own limits in it: the
// most waves, the VGPR granule and the VGPRs of a SIMD. For kernels with LDS
// and a fixed work-group size it prints the number, which the facts about CUs
// must reproduce.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {
/// What LLVM's formula occupancy(Waves, Granule, Total, Generation, ...) holds.
struct Formula {
  unsigned Waves = 0, Granule = 0, Total = 0, Generation = 0;
};
} // namespace

static Formula formula(const Processor &P, const std::string &Features,
                       const std::string &Attributes = "") {
  std::string Assembly = oracle::compile(P.Name, Features, oracle::HsaTriple,
                                         "declare void @unknown()\n"
                                         "define amdgpu_kernel void @k() " +
                                             Attributes +
                                             " {\n"
                                             "  call void @unknown()\n"
                                             "  ret void\n}\n");
  size_t Position = 0;
  auto Waves = oracle::numberAfter(Assembly, "occupancy(", Position);
  auto Granule = oracle::numberAfter(Assembly, ",", Position);
  auto Total = oracle::numberAfter(Assembly, ",", Position);
  auto Generation = oracle::numberAfter(Assembly, ",", Position);
  if (!Waves || !Granule || !Total || !Generation)
    return {};
  return {*Waves, *Granule, *Total, *Generation};
}

TEST(Occupancy, WavesGranulesAndVgprsAreLlvms) {
  for (const Processor &P : processors())
    for (const VgprFacts &V : P.Vgprs) {
      Formula F = formula(P, oracle::waveSizeFeature(V.WaveSize));
      std::string Where =
          P.Name.str() + " wave" + std::to_string(V.WaveSize) + ": ";
      EXPECT_EQ(P.MaxWavesPerSimd, F.Waves) << Where << "waves in a SIMD";
      EXPECT_EQ(V.Granule, F.Granule) << Where << "VGPR granule";
      EXPECT_EQ(V.Total, F.Total) << Where << "VGPRs in a SIMD";
    }
}

// In dynamic VGPR mode the block is the granule. Older processors have no such
// mode.
TEST(Occupancy, DynamicVgprBlocksAreLlvms) {
  for (const Processor &P : processors()) {
    EXPECT_EQ(P.Features.has(Feature::DynamicVgpr),
              !P.family().DynamicVgprBlocks.empty())
        << P.Name.str();
    for (unsigned Block : P.family().DynamicVgprBlocks) {
      Formula F = formula(P, oracle::waveSizeFeature(32),
                          "\"amdgpu-dynamic-vgpr-block-size\"=\"" +
                              std::to_string(Block) + "\"");
      EXPECT_EQ(F.Granule, Block) << P.Name.str();
    }
  }
}

// LLVM's formula can be asked for any number of SGPRs. It divides without
// rounding up to the granule first, so it is asked for whole granules; and it
// is too kind to more than 96 SGPRs of GFX6 and GFX7, 5 of which do not fit
// into 512.
TEST(Occupancy, SgprsOfASimdAreLlvms) {
  for (const Processor &P : processors()) {
    if (P.SgprGranule == 0 || P.SgprInitBug)
      continue;
    Formula F = formula(P, "");
    std::vector<unsigned> Sizes;
    std::string Assembly = ".section .rodata\n";
    for (unsigned N = P.SgprGranule; N <= 96; N += P.SgprGranule) {
      Sizes.push_back(N);
      Assembly += ".long occupancy(" + std::to_string(F.Waves) + ", " +
                  std::to_string(F.Granule) + ", " + std::to_string(F.Total) +
                  ", " + std::to_string(F.Generation) + ", " +
                  std::to_string(F.Waves) + ", " + std::to_string(N) + ", 1)\n";
    }
    auto Object = oracle::assemble(P.Name, "", Assembly);
    ASSERT_TRUE(Object.Ok) << P.Name.str() << ": " << Object.Message;
    for (size_t I = 0; I < Sizes.size(); ++I)
      EXPECT_EQ(std::min(P.SgprTotal / Sizes[I], P.MaxWavesPerSimd),
                llvm::support::endian::read32le(Object.Data.data() + 4 * I))
          << P.Name.str() << ": " << Sizes[I] << " SGPRs";
  }
}

//===-- Work-groups, LDS and CUs ------------------------------------------===//

namespace {
struct Launch {
  unsigned WorkgroupSize, LdsBytes;
};
} // namespace

static std::vector<Launch> launches(const Processor &P) {
  std::vector<Launch> All;
  for (unsigned Size : {32u, 64u, 96u, 256u, 384u, 1024u})
    for (unsigned Lds : {1u, 2048u, 5000u, 30000u})
      All.push_back({Size, Lds});
  for (unsigned Size : {64u, 256u})
    for (unsigned Lds : {P.LdsSize / 4 + 1, P.LdsSize / 2, P.LdsSize})
      All.push_back({Size, Lds});
  return All;
}

/// One kernel a launch; each uses LDS of its own.
static std::string kernels(const std::vector<Launch> &Launches) {
  std::string Ir;
  for (size_t I = 0; I < Launches.size(); ++I) {
    std::string N = std::to_string(I);
    std::string Size = std::to_string(Launches[I].WorkgroupSize);
    Ir += "@l" + N + " = internal addrspace(3) global [" +
          std::to_string(Launches[I].LdsBytes) + " x i8] poison, align 1\n" +
          "define amdgpu_kernel void @k" + N + "(ptr addrspace(1) %p) " +
          "\"amdgpu-flat-work-group-size\"=\"" + Size + "," + Size +
          "\" {\n  %v = load volatile i8, ptr addrspace(3) @l" + N +
          "\n  store i8 %v, ptr addrspace(1) %p\n  ret void\n}\n";
  }
  return Ir;
}

/// Waves of a SIMD, from the facts: how many work-groups fit into the CUs that
/// a work-group shares, by LDS, by barriers and by waves, spread over the
/// SIMDs.
static unsigned wavesPerSimd(const Processor &P, unsigned WaveSize, bool Wgp,
                             const Launch &L) {
  const FamilyFacts &F = P.family();
  unsigned Cus = Wgp ? F.CusPerWgp : 1;
  unsigned Simds = F.SimdsPerCu * Cus;
  unsigned WavesPerGroup = (L.WorkgroupSize + WaveSize - 1) / WaveSize;
  unsigned Groups = P.MaxWavesPerSimd * Simds / WavesPerGroup;
  if (WavesPerGroup > 1)
    Groups = std::min(Groups, F.MaxWorkgroupsPerCu * Cus);
  Groups = std::min(Groups, P.LdsSize * Cus / L.LdsBytes);
  unsigned Waves = (Groups * WavesPerGroup + Simds - 1) / Simds;
  unsigned Most = P.SgprInitBug ? P.SgprTotal / 96 : P.MaxWavesPerSimd;
  return std::clamp(Waves, 1u, Most);
}

static void checkLaunches(const Processor &P, unsigned WaveSize, bool Wgp) {
  std::string Features = oracle::waveSizeFeature(WaveSize);
  if (P.Features.has(Feature::CuMode))
    Features += Wgp ? ",-cumode" : ",+cumode";
  std::vector<Launch> Launches = launches(P);
  std::string Assembly =
      oracle::compile(P.Name, Features, oracle::HsaTriple, kernels(Launches));
  size_t Position = 0;
  for (const Launch &L : Launches) {
    auto Llvms = oracle::numberAfter(Assembly, "; Occupancy:", Position);
    ASSERT_TRUE(Llvms) << P.Name.str();
    EXPECT_EQ(wavesPerSimd(P, WaveSize, Wgp, L), *Llvms)
        << P.Name.str() << " wave" << WaveSize << (Wgp ? " WGP" : " CU")
        << ": work-group of " << L.WorkgroupSize << " with " << L.LdsBytes
        << " bytes of LDS";
  }
}

TEST(Occupancy, WorkgroupsAndCusAreLlvms) {
  for (const Processor &P : processors())
    for (const VgprFacts &V : P.Vgprs) {
      checkLaunches(P, V.WaveSize, false);
      if (P.Features.has(Feature::CuMode))
        checkLaunches(P, V.WaveSize, true);
    }
}

// The size LLVM assumes of a kernel that says nothing about its work-groups.
TEST(Occupancy, WorkgroupSizesAreLlvms) {
  for (const Processor &P : processors()) {
    std::string Assembly =
        oracle::compile(P.Name, "", oracle::HsaTriple,
                        "define amdgpu_kernel void @k() { ret void }\n");
    size_t Position = 0;
    auto Size =
        oracle::numberAfter(Assembly, ".max_flat_workgroup_size:", Position);
    EXPECT_EQ(P.family().MaxWorkgroupSize, Size.value_or(0)) << P.Name.str();
  }
}

//===-- Registers that a kernel starts with -------------------------------===//

/// The user SGPRs that the directives under a kernel ask for. Not taken from
/// .amdhsa_user_sgpr_count, which LLVM prints in 5 bits.
static unsigned userSgprs(const std::string &Assembly) {
  const std::pair<const char *, unsigned> Sizes[] = {
      {"private_segment_buffer", 4},
      {"dispatch_ptr", 2},
      {"queue_ptr", 2},
      {"kernarg_segment_ptr", 2},
      {"dispatch_id", 2},
      {"flat_scratch_init", 2},
      {"private_segment_size", 1},
      {"kernarg_preload_length", 1}};
  unsigned Sum = 0;
  for (const auto &[Name, Size] : Sizes) {
    size_t Position = 0;
    std::string Directive = std::string(".amdhsa_user_sgpr_") + Name;
    Sum +=
        Size * oracle::numberAfter(Assembly, Directive, Position).value_or(0);
  }
  return Sum;
}

// A kernel with 40 arguments that want preloading gets as many as user SGPRs
// allow.
TEST(Occupancy, UserSgprsAreLlvms) {
  std::string Arguments, Uses;
  for (unsigned I = 0; I < 40; ++I) {
    std::string N = std::to_string(I);
    Arguments += ", i32 inreg %a" + N;
    Uses += "  store volatile i32 %a" + N + ", ptr addrspace(1) %p\n";
  }
  std::string Ir = "define amdgpu_kernel void @k(ptr addrspace(1) inreg %p" +
                   Arguments + ") {\n" + Uses + "  ret void\n}\n";
  for (const Processor &P : processors()) {
    if (!P.Features.has(Feature::KernargPreload))
      continue;
    std::string Assembly = oracle::compile(P.Name, "", oracle::HsaTriple, Ir);
    EXPECT_EQ(P.family().MaxUserSgprs, userSgprs(Assembly)) << P.Name.str();
  }
}

// Without BackOffBarrier LLVM waits for a store before the barrier, with it it
// does not. This also decides gfx125x, whose feature bit LLVM leaves unset.
TEST(Occupancy, WaitsBeforeABarrierAreLlvms) {
  for (const Processor &P : processors()) {
    std::string Assembly =
        oracle::compile(P.Name, "", oracle::HsaTriple,
                        "define amdgpu_kernel void @k(ptr addrspace(1) %p) "
                        "\"amdgpu-flat-work-group-size\"=\"1024,1024\" {\n"
                        "  store i32 0, ptr addrspace(1) %p\n"
                        "  call void @llvm.amdgcn.s.barrier()\n"
                        "  store i32 1, ptr addrspace(1) %p\n"
                        "  ret void\n}\n");
    llvm::StringRef Text = Assembly;
    llvm::StringRef Between =
        Text.substr(Text.find("_store_")).split("s_barrier").first;
    ASSERT_TRUE(Text.contains("s_barrier")) << P.Name.str();
    EXPECT_EQ(P.family().Barriers.BackOff, !Between.contains("s_wait"))
        << P.Name.str() << ": " << Between.str();
  }
}

// The size field of compute_pgm_rsrc2 outside AMDHSA. LLVM rounds gfx950
// coarser, to 2048 bytes, than the 1280 of spec/002.
TEST(Occupancy, LdsGranulesAreLlvms) {
  const std::vector<Launch> Launches = {{256, 1},    {256, 256},  {256, 257},
                                        {256, 2048}, {256, 2049}, {256, 5000},
                                        {256, 32768}};
  for (const Processor &P : processors()) {
    if (P.Name == "gfx950")
      continue;
    std::string Assembly =
        oracle::compile(P.Name, "", "amdgcn--", kernels(Launches));
    size_t Position = 0;
    for (const Launch &L : Launches) {
      // COMPUTE_PGM_RSRC2 and its value.
      auto Value =
          oracle::numberAfter(Assembly, ".long\t47180\n\t.long", Position);
      ASSERT_TRUE(Value) << P.Name.str();
      unsigned Blocks = (L.LdsBytes + P.LdsGranule - 1) / P.LdsGranule;
      EXPECT_EQ(*Value >> 15 & 511, Blocks)
          << P.Name.str() << ": " << L.LdsBytes << " bytes of LDS";
    }
  }
}
