//===- KernelDescriptorTest.cpp - Fields, resources and checks ------------===//
// Exhaustive over processors and bits: the rows of a processor cover each of
// the 512 bits exactly once, and each bit alone shows up in exactly one field
// and is complained about exactly if its field may not be set. The layout is
// compared with the masks of LLVM's AMDHSAKernelDescriptor.h. That compilers
// are never complained about is in CompilerOutputTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/KernelDescriptor.h"
#include "ObjectInputs.h"
#include "fencepost/Object/InitialState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/AMDHSAKernelDescriptor.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using inputs::processorNamed;
namespace hsa = llvm::amdhsa;

/// The first bit of \p Field in the whole descriptor.
static unsigned descriptorBit(const DecodedField &Field) {
  static const std::pair<llvm::StringRef, unsigned> Words[] = {
      {"", 0},
      {"compute_pgm_rsrc3", 352},
      {"compute_pgm_rsrc1", 384},
      {"compute_pgm_rsrc2", 416},
      {"kernel_code_properties", 448},
      {"kernarg_preload", 464}};
  for (auto [Word, Bit] : Words)
    if (Word == Field.Word)
      return Bit + Field.Bit;
  ADD_FAILURE() << "unknown word " << Field.Word.str();
  return 0;
}

static KernelDescriptor withBit(unsigned Bit) {
  std::array<uint8_t, KernelDescriptor::Size> Bytes = {};
  Bytes[Bit / 8] = 1 << Bit % 8;
  return KernelDescriptor::read(Bytes);
}

static const DecodedField *fieldNamed(const std::vector<DecodedField> &Fields,
                                      llvm::StringRef Name) {
  auto It = llvm::find_if(Fields, [&](auto &F) { return F.Name == Name; });
  return It == Fields.end() ? nullptr : &*It;
}

static std::string meaning(llvm::StringRef Cpu, const KernelDescriptor &D,
                           llvm::StringRef Name) {
  std::vector<DecodedField> Fields = decode(D, processorNamed(Cpu));
  const DecodedField *Field = fieldNamed(Fields, Name);
  return Field ? Field->Meaning : "no such field";
}

TEST(KernelDescriptor, ReadsWhatItWrites) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (int Round = 0; Round < 1000; ++Round) {
    std::array<uint8_t, KernelDescriptor::Size> Bytes;
    for (uint8_t &Byte : Bytes)
      Byte = Random();
    EXPECT_EQ(KernelDescriptor::read(Bytes).write(), Bytes);
  }
}

TEST(KernelDescriptor, FieldsCoverEveryBitOnceAndInOrder) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    unsigned Next = 0;
    for (const DecodedField &Field : decode(KernelDescriptor(), P)) {
      EXPECT_EQ(descriptorBit(Field), Next) << Field.Name.str();
      Next = descriptorBit(Field) + Field.Width;
    }
    EXPECT_EQ(Next, 512u);
  }
}

TEST(KernelDescriptor, EachBitIsInOneField) {
  for (const Processor &P : processors())
    for (unsigned Bit = 0; Bit < 512; ++Bit) {
      unsigned Hits = 0;
      for (const DecodedField &Field : decode(withBit(Bit), P)) {
        if (!Field.Value)
          continue;
        ++Hits;
        EXPECT_EQ(Field.Value, uint64_t(1) << (Bit - descriptorBit(Field)))
            << P.Name.str() << " bit " << Bit;
        EXPECT_FALSE(Field.Meaning.empty());
      }
      EXPECT_EQ(Hits, 1u) << P.Name.str() << " bit " << Bit;
    }
}

TEST(KernelDescriptor, ReservedBitsAreFindings) {
  Location Where;
  Where.File = "f";
  for (const Processor &P : processors())
    for (unsigned Bit = 0; Bit < 512; ++Bit) {
      KernelDescriptor D = withBit(Bit);
      bool MayBeSet = llvm::all_of(decode(D, P), [](const DecodedField &F) {
        return !F.Value || F.Rule == FieldRule::Value;
      });
      unsigned Reserved =
          llvm::count_if(checkDescriptor(D, P, Where), [](const Finding &F) {
            return F.Id == Diag::ReservedBits;
          });
      EXPECT_EQ(Reserved, MayBeSet ? 0u : 1u) << P.Name.str() << " bit " << Bit;
    }
}

/// Descriptors come from files: any bytes at all must be taken.
TEST(KernelDescriptor, TakesAnyBytes) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (const Processor &P : processors())
    for (int Round = 0; Round < 300; ++Round) {
      std::array<uint8_t, KernelDescriptor::Size> Bytes;
      for (uint8_t &Byte : Bytes)
        Byte = Random() % 4 ? Random() : Random() % 2 * 0xff;
      KernelDescriptor D = KernelDescriptor::read(Bytes);
      for (const DecodedField &Field : decode(D, P))
        EXPECT_FALSE(Field.Meaning.empty());
      KernelResources R = resourcesOf(D, P);
      EXPECT_GE(R.AllocatedVgprs, R.Vgprs);
      EXPECT_EQ(P.Accumulators == Agprs::Separate ? R.Vgprs
                                                  : R.ArchVgprs + R.Agprs,
                R.Vgprs);
      for (const Finding &F : checkDescriptor(D, P, {}))
        EXPECT_FALSE(F.Message.empty());
      for (const InitialRegister &I : initialRegisters(D, P))
        EXPECT_FALSE(I.Register.empty() || I.Holds.empty() || I.SetBy.empty());
    }
}

//===----------------------------------------------------------------------===//
// The layout, against LLVM's masks
//===----------------------------------------------------------------------===//

namespace {
struct LlvmField {
  llvm::StringLiteral Word, Name;
  unsigned Shift, Width;
  Family First, Last;
};
} // namespace

#define FIELD(WORD, MASK, NAME, FIRST, LAST)                                   \
  LlvmField {                                                                  \
    WORD, NAME, hsa::MASK##_SHIFT, hsa::MASK##_WIDTH, Family::FIRST,           \
        Family::LAST                                                           \
  }
#define RSRC1(MASK, NAME, FIRST, LAST)                                         \
  FIELD("compute_pgm_rsrc1", COMPUTE_PGM_RSRC1_##MASK, NAME, FIRST, LAST)
#define RSRC2(MASK, NAME, FIRST, LAST)                                         \
  FIELD("compute_pgm_rsrc2", COMPUTE_PGM_RSRC2_##MASK, NAME, FIRST, LAST)
#define RSRC3(MASK, NAME, FIRST, LAST)                                         \
  FIELD("compute_pgm_rsrc3", COMPUTE_PGM_RSRC3_##MASK, NAME, FIRST, LAST)
#define PROPERTY(NAME)                                                         \
  FIELD("kernel_code_properties", KERNEL_CODE_PROPERTY_##NAME, #NAME, GFX6,    \
        GFX125)
#define ALL1(NAME) RSRC1(NAME, #NAME, GFX6, GFX125)
#define ALL2(NAME) RSRC2(NAME, #NAME, GFX6, GFX125)

static const LlvmField LlvmFields[] = {
    ALL1(GRANULATED_WORKITEM_VGPR_COUNT),
    ALL1(GRANULATED_WAVEFRONT_SGPR_COUNT),
    ALL1(PRIORITY),
    ALL1(FLOAT_ROUND_MODE_32),
    ALL1(FLOAT_ROUND_MODE_16_64),
    ALL1(FLOAT_DENORM_MODE_32),
    ALL1(FLOAT_DENORM_MODE_16_64),
    ALL1(PRIV),
    RSRC1(GFX6_GFX11_ENABLE_DX10_CLAMP, "ENABLE_DX10_CLAMP", GFX6, GFX11),
    RSRC1(GFX12_PLUS_ENABLE_WG_RR_EN, "WG_RR_EN", GFX12, GFX125),
    ALL1(DEBUG_MODE),
    RSRC1(GFX6_GFX11_ENABLE_IEEE_MODE, "ENABLE_IEEE_MODE", GFX6, GFX11),
    RSRC1(GFX12_PLUS_DISABLE_PERF, "DISABLE_PERF", GFX12, GFX125),
    ALL1(BULKY),
    ALL1(CDBG_USER),
    RSRC1(GFX9_PLUS_FP16_OVFL, "FP16_OVFL", GFX9, GFX125),
    RSRC1(GFX125_FLAT_SCRATCH_IS_NV, "FLAT_SCRATCH_IS_NV", GFX125, GFX125),
    RSRC1(GFX10_PLUS_WGP_MODE, "WGP_MODE", GFX10, GFX125),
    RSRC1(GFX10_PLUS_MEM_ORDERED, "MEM_ORDERED", GFX10, GFX125),
    RSRC1(GFX10_PLUS_FWD_PROGRESS, "FWD_PROGRESS", GFX10, GFX125),
    ALL2(ENABLE_PRIVATE_SEGMENT),
    RSRC2(GFX6_GFX120_USER_SGPR_COUNT, "USER_SGPR_COUNT", GFX6, GFX12),
    RSRC2(GFX125_USER_SGPR_COUNT, "USER_SGPR_COUNT", GFX125, GFX125),
    RSRC2(GFX6_GFX11_ENABLE_TRAP_HANDLER, "ENABLE_TRAP_HANDLER", GFX6, GFX11),
    RSRC2(GFX120_ENABLE_DYNAMIC_VGPR, "ENABLE_DYNAMIC_VGPR", GFX12, GFX12),
    ALL2(ENABLE_SGPR_WORKGROUP_ID_X),
    ALL2(ENABLE_SGPR_WORKGROUP_ID_Y),
    ALL2(ENABLE_SGPR_WORKGROUP_ID_Z),
    ALL2(ENABLE_SGPR_WORKGROUP_INFO),
    ALL2(ENABLE_VGPR_WORKITEM_ID),
    ALL2(ENABLE_EXCEPTION_ADDRESS_WATCH),
    ALL2(ENABLE_EXCEPTION_MEMORY),
    ALL2(GRANULATED_LDS_SIZE),
    ALL2(ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION),
    ALL2(ENABLE_EXCEPTION_FP_DENORMAL_SOURCE),
    ALL2(ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO),
    ALL2(ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW),
    ALL2(ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW),
    ALL2(ENABLE_EXCEPTION_IEEE_754_FP_INEXACT),
    ALL2(ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO),
    RSRC3(GFX90A_ACCUM_OFFSET, "ACCUM_OFFSET", GFX90A, GFX942),
    RSRC3(GFX90A_TG_SPLIT, "TG_SPLIT", GFX90A, GFX942),
    RSRC3(GFX10_GFX11_SHARED_VGPR_COUNT, "SHARED_VGPR_COUNT", GFX10, GFX11),
    RSRC3(GFX11_INST_PREF_SIZE, "INST_PREF_SIZE", GFX11, GFX11),
    RSRC3(GFX11_TRAP_ON_START, "TRAP_ON_START", GFX11, GFX11),
    RSRC3(GFX11_TRAP_ON_END, "TRAP_ON_END", GFX11, GFX11),
    RSRC3(GFX12_PLUS_INST_PREF_SIZE, "INST_PREF_SIZE", GFX12, GFX125),
    RSRC3(GFX12_PLUS_GLG_EN, "GLG_EN", GFX12, GFX125),
    RSRC3(GFX125_NAMED_BAR_CNT, "NAMED_BAR_CNT", GFX125, GFX125),
    RSRC3(GFX125_ENABLE_DYNAMIC_VGPR, "ENABLE_DYNAMIC_VGPR", GFX125, GFX125),
    RSRC3(GFX125_TCP_SPLIT, "TCP_SPLIT", GFX125, GFX125),
    RSRC3(GFX125_ENABLE_DIDT_THROTTLE, "ENABLE_DIDT_THROTTLE", GFX125, GFX125),
    RSRC3(GFX11_PLUS_IMAGE_OP, "IMAGE_OP", GFX11, GFX125),
    PROPERTY(ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER),
    PROPERTY(ENABLE_SGPR_DISPATCH_PTR),
    PROPERTY(ENABLE_SGPR_QUEUE_PTR),
    PROPERTY(ENABLE_SGPR_KERNARG_SEGMENT_PTR),
    PROPERTY(ENABLE_SGPR_DISPATCH_ID),
    PROPERTY(ENABLE_SGPR_FLAT_SCRATCH_INIT),
    PROPERTY(ENABLE_SGPR_PRIVATE_SEGMENT_SIZE),
    PROPERTY(ENABLE_WAVEFRONT_SIZE32),
    PROPERTY(USES_DYNAMIC_STACK),
    FIELD("kernarg_preload", KERNARG_PRELOAD_SPEC_LENGTH,
          "KERNARG_PRELOAD_SPEC_LENGTH", GFX6, GFX125),
    FIELD("kernarg_preload", KERNARG_PRELOAD_SPEC_OFFSET,
          "KERNARG_PRELOAD_SPEC_OFFSET", GFX6, GFX125),
};

TEST(KernelDescriptor, LayoutIsLlvms) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    std::vector<DecodedField> Fields = decode(KernelDescriptor(), P);
    for (const LlvmField &Expected : LlvmFields) {
      if (P.FamilyId < Expected.First || P.FamilyId > Expected.Last)
        continue;
      const DecodedField *Field = fieldNamed(Fields, Expected.Name);
      ASSERT_TRUE(Field) << Expected.Name.str();
      EXPECT_EQ(Field->Word, Expected.Word) << Expected.Name.str();
      EXPECT_EQ(Field->Bit, Expected.Shift) << Expected.Name.str();
      EXPECT_EQ(Field->Width, Expected.Width) << Expected.Name.str();
    }
  }
}

/// Every field that may be set is one that LLVM knows: nothing is invented.
TEST(KernelDescriptor, EveryValueFieldIsLlvms) {
  for (const Processor &P : processors())
    for (const DecodedField &Field : decode(KernelDescriptor(), P))
      if (Field.Rule == FieldRule::Value && !Field.Word.empty()) {
        EXPECT_TRUE(llvm::any_of(LlvmFields,
                                 [&](const LlvmField &Known) {
                                   return Known.Name == Field.Name &&
                                          P.FamilyId >= Known.First &&
                                          P.FamilyId <= Known.Last;
                                 }))
            << P.Name.str() << " " << Field.Name.str();
      }
}

//===----------------------------------------------------------------------===//
// What values mean
//===----------------------------------------------------------------------===//

static KernelDescriptor rsrc1(uint32_t Value, bool Wave32 = false) {
  KernelDescriptor D;
  D.Rsrc1 = Value;
  D.CodeProperties = Wave32 ? 1 << 10 : 0;
  return D;
}
static KernelDescriptor rsrc2(uint32_t Value) {
  KernelDescriptor D;
  D.Rsrc2 = Value;
  return D;
}
static KernelDescriptor rsrc3(uint32_t Value) {
  KernelDescriptor D;
  D.Rsrc3 = Value;
  return D;
}

TEST(KernelDescriptor, MeaningsOfRegisterCounts) {
  llvm::StringRef Vgprs = "GRANULATED_WORKITEM_VGPR_COUNT";
  EXPECT_EQ(meaning("gfx900", rsrc1(0), Vgprs), "4 VGPRs (1 granule of 4)");
  EXPECT_EQ(meaning("gfx90a", rsrc1(2), Vgprs), "24 VGPRs (3 granules of 8)");
  EXPECT_EQ(meaning("gfx1030", rsrc1(2, true), Vgprs),
            "24 VGPRs (3 granules of 8)");
  EXPECT_EQ(meaning("gfx1030", rsrc1(2), Vgprs), "12 VGPRs (3 granules of 4)");
  EXPECT_EQ(meaning("gfx1250", rsrc1(63, true), Vgprs),
            "1024 VGPRs (64 granules of 16)");
  llvm::StringRef Sgprs = "GRANULATED_WAVEFRONT_SGPR_COUNT";
  EXPECT_EQ(meaning("gfx900", rsrc1(2 << 6), Sgprs),
            "24 SGPRs (3 granules of 8)");
  EXPECT_EQ(meaning("gfx1030", rsrc1(0), Sgprs), "reserved");
  EXPECT_EQ(meaning("gfx1030", rsrc1(2 << 6), Sgprs), "reserved, must be 0");
  EXPECT_EQ(meaning("gfx90a", rsrc3(1), "ACCUM_OFFSET"),
            "AccVGPRs follow the first 8 VGPRs (2 granules of 4)");
  EXPECT_EQ(meaning("gfx1030", rsrc3(2), "SHARED_VGPR_COUNT"),
            "16 shared VGPRs (2 granules of 8)");
  EXPECT_EQ(meaning("gfx1200", rsrc2(6 << 1), "USER_SGPR_COUNT"),
            "6 user SGPRs");
  EXPECT_EQ(meaning("gfx1250", rsrc2(33 << 1), "USER_SGPR_COUNT"),
            "33 user SGPRs");
}

TEST(KernelDescriptor, MeaningsOfModes) {
  EXPECT_EQ(meaning("gfx900", rsrc1(0), "FLOAT_ROUND_MODE_32"),
            "round to nearest even");
  EXPECT_EQ(meaning("gfx900", rsrc1(3 << 14), "FLOAT_ROUND_MODE_16_64"),
            "round toward 0");
  EXPECT_EQ(meaning("gfx900", rsrc1(3 << 18), "FLOAT_DENORM_MODE_16_64"),
            "flush none");
  EXPECT_EQ(meaning("gfx1100", rsrc1(1 << 29), "WGP_MODE"), "WGP mode");
  EXPECT_EQ(meaning("gfx900", rsrc2(1 << 11), "ENABLE_VGPR_WORKITEM_ID"),
            "X and Y");
  EXPECT_EQ(meaning("gfx1250", rsrc3(3 << 18), "TCP_SPLIT"),
            "LDS 128 kB, cache 320 kB");
  EXPECT_EQ(meaning("gfx900", rsrc1(0), "PRIV"), "filled in by CP");
  EXPECT_EQ(meaning("gfx900", rsrc1(1 << 20), "PRIV"),
            "yes; must be 0, filled in by CP");
}

TEST(KernelDescriptor, MeaningsOfSizes) {
  EXPECT_EQ(meaning("gfx1100", rsrc3(8 << 4), "INST_PREF_SIZE"),
            "1024 bytes (8 units of 128)");
  EXPECT_EQ(meaning("gfx1250", rsrc3(2 << 14), "NAMED_BAR_CNT"),
            "8 named barriers (2 granules of 4)");
  KernelDescriptor D;
  D.EntryByteOffset = -256;
  D.KernargPreload = 3 | 4 << 7;
  D.GroupSegmentFixedSize = 1;
  EXPECT_EQ(meaning("gfx900", D, "KERNEL_CODE_ENTRY_BYTE_OFFSET"),
            "code starts 256 bytes before the start of this structure");
  EXPECT_EQ(meaning("gfx900", D, "GROUP_SEGMENT_FIXED_SIZE"), "1 byte");
  EXPECT_EQ(meaning("gfx942", D, "KERNARG_PRELOAD_SPEC_LENGTH"),
            "3 dwords (12 bytes)");
  EXPECT_EQ(meaning("gfx942", D, "KERNARG_PRELOAD_SPEC_OFFSET"),
            "from byte 16 of the kernarg segment");
  D.EntryByteOffset = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(meaning("gfx900", D, "KERNEL_CODE_ENTRY_BYTE_OFFSET"),
            "code starts 9223372036854775808 bytes before the start of this "
            "structure");
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

TEST(KernelDescriptor, ResourcesOfUnifiedFiles) {
  KernelDescriptor D;
  D.Rsrc1 = 15 | 12 << 6; // 128 VGPRs, 104 SGPRs
  D.Rsrc3 = 23 | 1 << 16; // 96 of them before the AccVGPRs
  KernelResources R = resourcesOf(D, processorNamed("gfx90a"));
  EXPECT_EQ(R.Vgprs, 128u);
  EXPECT_EQ(R.ArchVgprs, 96u);
  EXPECT_EQ(R.Agprs, 32u);
  EXPECT_EQ(R.Sgprs, 104u);
  EXPECT_EQ(R.AllocatedSgprs, 112u);
  EXPECT_EQ(R.TgSplit, true);
  EXPECT_EQ(R.WgpMode, std::nullopt);
  EXPECT_EQ(R.NamedBarriers, std::nullopt);
}

TEST(KernelDescriptor, ResourcesRoundUpToWhatTheHardwareAllocates) {
  KernelDescriptor D = rsrc1(1, /*Wave32=*/true);
  EXPECT_EQ(resourcesOf(D, processorNamed("gfx1100")).Vgprs, 16u);
  EXPECT_EQ(resourcesOf(D, processorNamed("gfx1100")).AllocatedVgprs, 24u);
  EXPECT_EQ(resourcesOf(D, processorNamed("gfx1100")).AllocatedSgprs, 128u);
  EXPECT_EQ(resourcesOf(D, processorNamed("gfx1010")).AllocatedVgprs, 16u);
  EXPECT_EQ(resourcesOf(rsrc1(0), processorNamed("tonga")).AllocatedSgprs, 96u);
  EXPECT_EQ(resourcesOf(rsrc1(3), processorNamed("gfx908")).Agprs, 16u);
}

TEST(KernelDescriptor, ResourcesOfGfx125) {
  KernelDescriptor D;
  D.Rsrc2 = 20 << 1;
  D.Rsrc3 = 3 << 14 | 1 << 17;
  D.CodeProperties = 1 << 10 | 1 << 11;
  D.KernargPreload = 12 | 2 << 7;
  KernelResources R = resourcesOf(D, processorNamed("gfx1250"));
  EXPECT_EQ(R.WaveSize, 32u);
  EXPECT_EQ(R.UserSgprs, 20u);
  EXPECT_EQ(R.NamedBarriers, 12u);
  EXPECT_EQ(R.DynamicVgprs, true);
  EXPECT_EQ(R.WgpMode, std::nullopt);
  EXPECT_EQ(R.PreloadLength, 12u);
  EXPECT_EQ(R.PreloadOffset, 2u);
  EXPECT_TRUE(R.UsesDynamicStack);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

static std::vector<std::string> complaints(const KernelDescriptor &D,
                                           llvm::StringRef Cpu, Diag Id) {
  std::vector<std::string> Messages;
  for (const Finding &F : checkDescriptor(D, processorNamed(Cpu), {}))
    if (F.Id == Id)
      Messages.push_back(F.Message);
  return Messages;
}
using Messages = std::vector<std::string>;

TEST(KernelDescriptor, ReservedBitsNameFieldAndProcessor) {
  EXPECT_EQ(complaints(rsrc1(1 << 20), "gfx900", Diag::ReservedBits),
            Messages{"compute_pgm_rsrc1 bit 20 (PRIV) must be 0 on gfx900, "
                     "because CP fills it in; it is 0x1"});
  EXPECT_EQ(complaints(rsrc3(0x5 << 20), "gfx90a", Diag::ReservedBits),
            Messages{"compute_pgm_rsrc3 bits 31:17 (RESERVED) must be 0 on "
                     "gfx90a, where it is reserved; it is 0x28"});
  EXPECT_EQ(complaints(rsrc2(3 << 11), "gfx900", Diag::ReservedBits),
            Messages{"compute_pgm_rsrc2 bits 12:11 (ENABLE_VGPR_WORKITEM_ID) "
                     "are 3, which is undefined"});
}

TEST(KernelDescriptor, UserSgprCounts) {
  KernelDescriptor D;
  D.CodeProperties =
      1 << 0 | 1 << 3; // Private segment buffer, kernarg pointer.
  D.Rsrc2 = 5 << 1;
  EXPECT_EQ(complaints(D, "gfx900", Diag::UserSGPRCount),
            Messages{"6 user SGPRs are enabled, but USER_SGPR_COUNT is 5"});
  D.Rsrc2 = 6 << 1;
  EXPECT_TRUE(complaints(D, "gfx900", Diag::UserSGPRCount).empty());
  D.Rsrc2 = 16 << 1; // Padding is no finding.
  EXPECT_TRUE(complaints(D, "gfx900", Diag::UserSGPRCount).empty());
  D.Rsrc2 = 17 << 1;
  EXPECT_EQ(
      complaints(D, "gfx900", Diag::UserSGPRCount),
      Messages{"17 user SGPRs asked for, but gfx900 initializes only 16"});
  D.CodeProperties = 1 << 3;
  D.KernargPreload = 15;
  D.Rsrc2 = 17 << 1;
  EXPECT_EQ(
      complaints(D, "gfx942", Diag::UserSGPRCount),
      Messages{"17 user SGPRs asked for, but gfx942 initializes only 16"});
  EXPECT_TRUE(complaints(D, "gfx1250", Diag::UserSGPRCount).empty());
}

TEST(KernelDescriptor, Limits) {
  auto Over = [](const KernelDescriptor &D, llvm::StringRef Cpu) {
    return complaints(D, Cpu, Diag::OverLimit);
  };
  KernelDescriptor D;
  D.GroupSegmentFixedSize = 65537;
  EXPECT_EQ(Over(D, "gfx900"),
            Messages{"65537 bytes of LDS asked for, but a work-group on gfx900 "
                     "has at most 65536"});
  D.GroupSegmentFixedSize = 65536;
  EXPECT_TRUE(Over(D, "gfx900").empty());
  EXPECT_EQ(Over(rsrc1(32, true), "gfx1030"),
            Messages{"264 VGPRs asked for, but a wave of gfx1030 has at most "
                     "256"});
  EXPECT_TRUE(Over(rsrc1(31, true), "gfx1030").empty());
  EXPECT_EQ(Over(rsrc1(0), "gfx1250"),
            Messages{"wavefront size 64 is not supported by gfx1250"});
  EXPECT_EQ(Over(rsrc1(1 << 29, true), "gfx1250"),
            Messages{"WGP mode is not supported by gfx1250"});
  EXPECT_EQ(Over(rsrc1(14 << 6), "gfx900"),
            Messages{"120 SGPRs asked for, but a wave of gfx900 has at most "
                     "112"});
  EXPECT_EQ(Over(rsrc3(2), "gfx90a"),
            Messages{"AccVGPRs start at 12, but only 8 VGPRs are asked for"});
  KernelDescriptor Shared = rsrc1(60);
  Shared.Rsrc3 = 2;
  EXPECT_EQ(Over(Shared, "gfx1030"),
            Messages{"244 VGPRs and 16 shared VGPRs are more than 256 "
                     "together"});
  Shared = rsrc1(0, true);
  Shared.Rsrc3 = 1;
  EXPECT_EQ(Over(Shared, "gfx1030"),
            Messages{"shared VGPRs need wavefront size 64"});
  KernelDescriptor Named = rsrc3(5 << 14);
  Named.CodeProperties = 1 << 10;
  EXPECT_EQ(Over(Named, "gfx1250"),
            Messages{"20 named barriers asked for, but a work-group on gfx1250 "
                     "has at most 16"});
}
