//===- OccupancyTest.cpp - Occupancy, against the number LLVM prints ------===//
// Kernels that use chosen numbers of registers, bytes of LDS and work-group
// sizes are compiled for every processor and mode, and LLVM's "; Occupancy: N"
// is compared with ours. LLVM estimates; where it is known to round differently
// (sgprsRoundDifferently(), ldsRoundsDifferently()), ours must not be higher.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Occupancy.h"
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using inputs::processorNamed;
using LimitKind = OccupancyLimitKind;

//===----------------------------------------------------------------------===//
// LLVM's number
//===----------------------------------------------------------------------===//

namespace {
/// What a kernel uses.
struct Use {
  unsigned Vgprs = 0, Agprs = 0, Sgprs = 0, Lds = 0, WorkgroupSize = 256;
};
} // namespace

static std::string kernelUsing(const Use &U, unsigned Index) {
  std::string Name = "k" + std::to_string(Index);
  std::string Clobbers = "~{memory}";
  auto Clobber = [&](const char *File, unsigned Count) {
    if (Count)
      Clobbers += ",~{" + (File + std::to_string(Count - 1)) + "}";
  };
  Clobber("v", U.Vgprs);
  Clobber("a", U.Agprs);
  Clobber("s", U.Sgprs);
  std::string Size = std::to_string(U.WorkgroupSize);
  std::string Lds = std::to_string(std::max(U.Lds, 1u));
  std::string Touch =
      U.Lds ? "  store volatile i8 0, ptr addrspace(3) @lds_" + Name + "\n"
            : "";
  return "@lds_" + Name + " = internal addrspace(3) global [" + Lds +
         " x i8] poison\ndefine amdgpu_kernel void @" + Name +
         "() \"amdgpu-flat-work-group-size\"=\"" + Size + "," + Size +
         "\" {\n  call void asm sideeffect \"\", \"" + Clobbers + "\"()\n" +
         Touch + "  ret void\n}\n";
}

/// The numbers after "; Name: " in the report on a kernel.
static unsigned reported(const std::vector<std::string> &Lines,
                         llvm::StringRef Name) {
  for (llvm::StringRef Line : Lines) {
    unsigned Value;
    if (Line.consume_front("; ") && Line.consume_front(Name) &&
        Line.consume_front(": ") && !Line.consumeInteger(10, Value))
      return Value;
  }
  ADD_FAILURE() << "no " << Name.str();
  return 0;
}

/// Our limits, as LLVM reckons them: each on its own, whole work-groups only in
/// the wave slots.
static unsigned asLlvmReckons(const Occupancy &O) {
  unsigned Waves = O.MaxWaves;
  for (const OccupancyLimit &Limit : O.Limits)
    if (Limit.Kind != LimitKind::WholeWorkgroups)
      Waves = std::min(Waves, Limit.Waves);
  return Waves;
}

/// LLVM's thresholds for SGPRs do not quite follow from the granule and the
/// total: 81 to 88 count as 9 waves and 97 to 100 as 8 (GFX8 and GFX9), 97 to
/// 104 as 5 (GFX6 and GFX7).
static bool sgprsRoundDifferently(const Processor &P, unsigned Sgprs) {
  if (!P.SgprTotal)
    return false;
  if (P.FamilyId <= Family::GFX7)
    return Sgprs > 96;
  return (Sgprs > 80 && Sgprs <= 88) || (Sgprs > 96 && Sgprs <= 100);
}

/// LLVM does not round LDS up to what is allocated.
static bool ldsRoundsDifferently(const Processor &P, const KernelResources &R) {
  if (!R.LdsBytes)
    return false;
  unsigned Total = P.LdsSize;
  if (R.WgpMode.value_or(false))
    Total *= P.family().CusPerWgp;
  return Total / R.LdsBytes != Total / llvm::alignTo(R.LdsBytes, P.LdsGranule);
}

static unsigned compareAll(const Processor &P, const std::string &Features,
                           llvm::ArrayRef<Use> Uses) {
  SCOPED_TRACE((P.Name + " " + Features).str());
  std::string Ir;
  for (auto [Index, U] : llvm::enumerate(Uses))
    Ir += kernelUsing(U, Index);
  oracle::Machine M = {P.Name.str(), "amdgcn-amd-amdhsa", Features};
  auto Assembly = oracle::compile(Ir, M, oracle::Output::Assembly);
  auto Object = oracle::compile(Ir, M, oracle::Output::Object);
  EXPECT_TRUE(Assembly && Object);
  auto Reports =
      oracle::linesBetween(*Assembly, ".amdhsa_kernel ", "amdgpu_metadata");
  auto Descriptors = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
  unsigned Exact = 0;
  for (auto [Index, U] : llvm::enumerate(Uses)) {
    std::string Name = "k" + std::to_string(Index);
    const std::vector<std::string> &Lines = Reports[Name];
    KernelResources R =
        resourcesOf(KernelDescriptor::read(Descriptors[Name]), P);
    unsigned Llvms = reported(Lines, "Occupancy");
    Occupancy O = occupancyOf(R, P, U.WorkgroupSize);
    unsigned Ours = asLlvmReckons(O);
    bool Inexact =
        sgprsRoundDifferently(P, reported(Lines, "NumSGPRsForWavesPerEU")) ||
        ldsRoundsDifferently(P, R);
    if (Inexact) {
      EXPECT_LE(Ours, Llvms) << kernelUsing(U, Index);
    } else {
      EXPECT_EQ(Ours, Llvms) << kernelUsing(U, Index);
      ++Exact;
    }
    EXPECT_LE(O.Waves, Ours);
  }
  return Exact;
}

/// The default, and one of the others.
static std::vector<std::string> modesOf(const Processor &P,
                                        std::mt19937 &Random) {
  static const char *const Others[] = {"+wavefrontsize64", "+cumode",
                                       "+cumode,+wavefrontsize64"};
  if (P.Features.has(Feature::CuMode))
    return {"", Others[Random() % std::size(Others)]};
  return {""};
}

static std::vector<Use> randomUses(const Processor &P, unsigned Count,
                                   std::mt19937 &Random) {
  auto Below = [&](unsigned Limit) { return Random() % Limit; };
  std::vector<Use> Uses;
  for (unsigned I = 0; I < Count; ++I) {
    Use U;
    // Big work-groups leave fewer registers to each wave.
    U.WorkgroupSize = 1 + (Below(2) ? Below(256) : Below(1024));
    unsigned MaxVgprs = U.WorkgroupSize > 256 ? 64 : 250;
    U.Vgprs = Below(4) ? 1 + Below(MaxVgprs) : 0;
    if (P.Accumulators != Agprs::None && Below(2))
      U.Agprs = 1 + Below(MaxVgprs / 2);
    U.Sgprs = Below(2) ? 1 + Below(90) : 0;
    if (Below(2))
      U.Lds = Below(2) ? 1 + Below(P.LdsSize) : 1 + Below(8192);
    Uses.push_back(U);
  }
  return Uses;
}

TEST(Occupancy, IsLlvmsForRandomKernels) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  unsigned Exact = 0;
  for (const Processor &P : processors())
    for (const std::string &Mode : modesOf(P, Random))
      Exact += compareAll(P, Mode, randomUses(P, 12, Random));
  EXPECT_GT(Exact, 600u);
}

/// Every number of VGPRs around a granule, on a processor of each register
/// file.
TEST(Occupancy, IsLlvmsForEveryVgprCount) {
  for (const char *Cpu :
       {"gfx600", "gfx803", "gfx908", "gfx90a", "gfx942", "gfx1010", "gfx1030",
        "gfx1100", "gfx1200", "gfx1250"}) {
    unsigned Step = processorNamed(Cpu).Vgprs[0].Granule;
    std::vector<Use> Uses;
    for (unsigned Vgprs = Step; Vgprs < 256; Vgprs += Step)
      Uses.insert(Uses.end(), {{Vgprs, 0, 0, 0, 64}, {Vgprs + 1, 0, 0, 0, 64}});
    EXPECT_EQ(compareAll(processorNamed(Cpu), "", Uses), Uses.size());
  }
}

TEST(Occupancy, IsLlvmsForEverySgprCount) {
  for (const char *Cpu : {"gfx700", "gfx803", "gfx900", "gfx90a"}) {
    std::vector<Use> Uses;
    for (unsigned Sgprs = 24; Sgprs <= 96; ++Sgprs)
      Uses.push_back({0, 0, Sgprs, 0, 64});
    EXPECT_GT(compareAll(processorNamed(Cpu), "", Uses), 50u);
  }
}

//===----------------------------------------------------------------------===//
// Reasons and next steps
//===----------------------------------------------------------------------===//

static const OccupancyLimit *limit(const Occupancy &O, LimitKind Kind) {
  auto It =
      llvm::find_if(O.Limits, [=](auto &Limit) { return Limit.Kind == Kind; });
  return It == O.Limits.end() ? nullptr : &*It;
}

static KernelResources resources(llvm::StringRef Cpu, unsigned Vgprs,
                                 unsigned Lds = 0) {
  const Processor &P = processorNamed(Cpu);
  KernelResources R;
  R.WaveSize = P.nativeWaveSize();
  R.Vgprs = R.AllocatedVgprs =
      llvm::alignTo(Vgprs, P.vgprs(R.WaveSize)->Granule);
  R.Sgprs = R.AllocatedSgprs = 16;
  R.LdsBytes = Lds;
  return R;
}

TEST(Occupancy, NamesWhatBinds) {
  Occupancy O =
      occupancyOf(resources("gfx900", 25), processorNamed("gfx900"), 64);
  EXPECT_EQ(O.Waves, 9u);
  EXPECT_EQ(O.MaxWaves, 10u);
  const OccupancyLimit *Vgprs = limit(O, LimitKind::Vgprs);
  ASSERT_TRUE(Vgprs);
  EXPECT_TRUE(Vgprs->Binds);
  EXPECT_EQ(Vgprs->Reason, "each wave takes 28 of 256 VGPRs");
  EXPECT_EQ(Vgprs->NextStep, "24 VGPRs or fewer for 10 waves");
  EXPECT_FALSE(limit(O, LimitKind::Sgprs)->Binds);
  EXPECT_EQ(limit(O, LimitKind::Sgprs)->NextStep, "");
  EXPECT_FALSE(limit(O, LimitKind::Lds));
  EXPECT_FALSE(limit(O, LimitKind::Hardware)->Binds);
}

TEST(Occupancy, CountsWholeWorkgroups) {
  // 5 waves a SIMD leave room for 20, but a work-group has 16.
  Occupancy O =
      occupancyOf(resources("gfx900", 48), processorNamed("gfx900"), 1024);
  EXPECT_EQ(limit(O, LimitKind::Vgprs)->Waves, 5u);
  EXPECT_EQ(O.Waves, 4u);
  const OccupancyLimit *Whole = limit(O, LimitKind::WholeWorkgroups);
  EXPECT_TRUE(Whole->Binds);
  EXPECT_EQ(Whole->Reason,
            "work-groups of 16 waves on 4 SIMDs with 5 waves each");
  EXPECT_EQ(Whole->NextStep, "work-groups of 640 for 5 waves");
}

TEST(Occupancy, IsNoneIfNoWorkgroupFits) {
  // 3 waves a SIMD are 12, but a work-group has 16.
  Occupancy O =
      occupancyOf(resources("gfx900", 84), processorNamed("gfx900"), 1024);
  EXPECT_EQ(O.Waves, 0u);
  EXPECT_EQ(limit(O, LimitKind::WholeWorkgroups)->NextStep,
            "work-groups of 768 for 3 waves");
  O = occupancyOf(resources("gfx900", 4, 65537), processorNamed("gfx900"), 64);
  EXPECT_EQ(O.Waves, 0u);
  EXPECT_EQ(limit(O, LimitKind::Lds)->NextStep,
            "65536 bytes or fewer for 1 wave");
}

TEST(Occupancy, LdsNextStep) {
  Occupancy O =
      occupancyOf(resources("gfx900", 4, 20000), processorNamed("gfx900"), 256);
  EXPECT_EQ(O.Waves, 3u);
  EXPECT_EQ(limit(O, LimitKind::Lds)->Reason,
            "each work-group takes 20480 of 65536 bytes of LDS");
  EXPECT_EQ(limit(O, LimitKind::Lds)->NextStep,
            "16384 bytes or fewer for 4 waves");
}

TEST(Occupancy, WgpModeSharesTwoCus) {
  KernelResources R = resources("gfx1100", 4, 40000);
  R.WgpMode = false;
  EXPECT_EQ(occupancyOf(R, processorNamed("gfx1100"), 256).Waves, 4u);
  R.WgpMode = true;
  EXPECT_EQ(occupancyOf(R, processorNamed("gfx1100"), 256).Waves, 6u);
}

TEST(Occupancy, DynamicVgprsDoNotLimit) {
  KernelResources R = resources("gfx1200", 256);
  EXPECT_LT(occupancyOf(R, processorNamed("gfx1200"), 32).Waves, 16u);
  R.DynamicVgprs = true;
  EXPECT_EQ(occupancyOf(R, processorNamed("gfx1200"), 32).Waves, 16u);
}

/// Every next step keeps its promise, and nothing smaller would do.
TEST(Occupancy, NextStepsHold) {
  for (const Processor &P : processors())
    for (const VgprFacts &Facts : P.Vgprs)
      for (unsigned Vgprs = Facts.Granule; Vgprs <= Facts.Addressable;
           Vgprs += Facts.Granule) {
        KernelResources R = resources(P.Name, 1);
        R.WaveSize = Facts.WaveSize;
        auto WavesWith = [&](unsigned Count) {
          R.AllocatedVgprs = llvm::alignTo(Count, Facts.Granule);
          return *limit(occupancyOf(R, P, 1), LimitKind::Vgprs);
        };
        OccupancyLimit Limit = WavesWith(Vgprs);
        llvm::StringRef Step = Limit.NextStep;
        if (Step.empty()) {
          EXPECT_EQ(Limit.Waves, P.MaxWavesPerSimd);
          continue;
        }
        unsigned Fewer, Promised;
        ASSERT_FALSE(Step.consumeInteger(10, Fewer)) << Limit.NextStep;
        ASSERT_TRUE(Step.consume_front(" VGPRs or fewer for "));
        ASSERT_FALSE(Step.consumeInteger(10, Promised));
        EXPECT_EQ(WavesWith(Fewer).Waves, Promised);
        EXPECT_GT(Promised, Limit.Waves);
        EXPECT_EQ(WavesWith(Fewer + 1).Waves, Limit.Waves);
      }
}

/// Sizes come from files: none may make it divide by zero or run away.
TEST(Occupancy, TakesAnySizes) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (const Processor &P : processors())
    for (int Round = 0; Round < 200; ++Round) {
      std::array<uint8_t, KernelDescriptor::Size> Bytes;
      for (uint8_t &Byte : Bytes)
        Byte = Random() % 4 ? Random() : 0xff;
      KernelResources R = resourcesOf(KernelDescriptor::read(Bytes), P);
      for (unsigned Size : {1u, 64u, 1024u, unsigned(Random()), ~0u}) {
        Occupancy O = occupancyOf(R, P, Size);
        EXPECT_LE(O.Waves, O.MaxWaves);
        EXPECT_TRUE(
            llvm::any_of(O.Limits, [](auto &Limit) { return Limit.Binds; }));
      }
    }
}
