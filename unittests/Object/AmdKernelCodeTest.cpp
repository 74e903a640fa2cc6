//===- AmdKernelCodeTest.cpp - amd_kernel_code_t --------------------------===//
// LLVM no longer emits code object V2 for HSA, but its assembler still takes
// .amd_kernel_code_t for Mesa: blocks with every key set to a random value are
// assembled for every processor up to GFX11 and decoded back.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/AmdKernelCode.h"
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using inputs::processorNamed;

static unsigned firstBit(const DecodedField &Field) {
  unsigned Base = llvm::StringSwitch<unsigned>(Field.Word)
                      .Case("compute_pgm_rsrc1", 384)
                      .Case("compute_pgm_rsrc2", 416)
                      .Case("kernel_code_properties", 448)
                      .Default(0);
  return Base + Field.Bit;
}

TEST(AmdKernelCode, FieldsCoverEveryBitOnceAndInOrder) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    unsigned Next = 0;
    for (const DecodedField &Field : decode(AmdKernelCode(), P)) {
      EXPECT_EQ(firstBit(Field), Next) << Field.Name.str();
      Next = firstBit(Field) + Field.Width;
    }
    EXPECT_EQ(Next, 2048u);
  }
}

namespace {
/// A key of the assembler and our fields for it, lowest bits first.
struct Key {
  llvm::StringLiteral Name;
  std::vector<llvm::StringRef> Fields;
  Family First = Family::GFX6;
};
} // namespace

static const std::vector<Key> &keys() {
  static const std::vector<Key> All = {
      {"amd_code_version_major", {"amd_kernel_code_version_major"}},
      {"amd_code_version_minor", {"amd_kernel_code_version_minor"}},
      {"amd_machine_kind", {"amd_machine_kind"}},
      {"amd_machine_version_major", {"amd_machine_version_major"}},
      {"amd_machine_version_minor", {"amd_machine_version_minor"}},
      {"amd_machine_version_stepping", {"amd_machine_version_stepping"}},
      {"kernel_code_entry_byte_offset", {"kernel_code_entry_byte_offset"}},
      {"kernel_code_prefetch_byte_size", {"kernel_code_prefetch_byte_size"}},
      {"granulated_workitem_vgpr_count", {"GRANULATED_WORKITEM_VGPR_COUNT"}},
      {"granulated_wavefront_sgpr_count", {"GRANULATED_WAVEFRONT_SGPR_COUNT"}},
      {"priority", {"PRIORITY"}},
      {"float_mode",
       {"FLOAT_ROUND_MODE_32", "FLOAT_ROUND_MODE_16_64", "FLOAT_DENORM_MODE_32",
        "FLOAT_DENORM_MODE_16_64"}},
      {"priv", {"PRIV"}},
      {"enable_dx10_clamp", {"ENABLE_DX10_CLAMP"}},
      {"debug_mode", {"DEBUG_MODE"}},
      {"enable_ieee_mode", {"ENABLE_IEEE_MODE"}},
      {"enable_wgp_mode", {"WGP_MODE"}, Family::GFX10},
      {"enable_mem_ordered", {"MEM_ORDERED"}, Family::GFX10},
      {"enable_fwd_progress", {"FWD_PROGRESS"}, Family::GFX10},
      {"enable_sgpr_private_segment_wave_byte_offset",
       {"ENABLE_PRIVATE_SEGMENT"}},
      {"user_sgpr_count", {"USER_SGPR_COUNT"}},
      {"enable_trap_handler", {"ENABLE_TRAP_HANDLER"}},
      {"enable_sgpr_workgroup_id_x", {"ENABLE_SGPR_WORKGROUP_ID_X"}},
      {"enable_sgpr_workgroup_id_y", {"ENABLE_SGPR_WORKGROUP_ID_Y"}},
      {"enable_sgpr_workgroup_id_z", {"ENABLE_SGPR_WORKGROUP_ID_Z"}},
      {"enable_sgpr_workgroup_info", {"ENABLE_SGPR_WORKGROUP_INFO"}},
      {"enable_vgpr_workitem_id", {"ENABLE_VGPR_WORKITEM_ID"}},
      {"enable_exception_msb",
       {"ENABLE_EXCEPTION_ADDRESS_WATCH", "ENABLE_EXCEPTION_MEMORY"}},
      {"granulated_lds_size", {"GRANULATED_LDS_SIZE"}},
      {"enable_exception",
       {"ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION",
        "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE",
        "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO",
        "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW",
        "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW",
        "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT",
        "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO"}},
      {"enable_sgpr_private_segment_buffer",
       {"ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER"}},
      {"enable_sgpr_dispatch_ptr", {"ENABLE_SGPR_DISPATCH_PTR"}},
      {"enable_sgpr_queue_ptr", {"ENABLE_SGPR_QUEUE_PTR"}},
      {"enable_sgpr_kernarg_segment_ptr", {"ENABLE_SGPR_KERNARG_SEGMENT_PTR"}},
      {"enable_sgpr_dispatch_id", {"ENABLE_SGPR_DISPATCH_ID"}},
      {"enable_sgpr_flat_scratch_init", {"ENABLE_SGPR_FLAT_SCRATCH_INIT"}},
      {"enable_sgpr_private_segment_size",
       {"ENABLE_SGPR_PRIVATE_SEGMENT_SIZE"}},
      {"enable_sgpr_grid_workgroup_count_x",
       {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_X"}},
      {"enable_sgpr_grid_workgroup_count_y",
       {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_Y"}},
      {"enable_sgpr_grid_workgroup_count_z",
       {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_Z"}},
      {"enable_ordered_append_gds", {"ENABLE_ORDERED_APPEND_GDS"}},
      {"private_element_size", {"PRIVATE_ELEMENT_SIZE"}},
      {"is_ptr64", {"IS_PTR64"}},
      {"is_dynamic_callstack", {"IS_DYNAMIC_CALLSTACK"}},
      {"is_debug_enabled", {"IS_DEBUG_ENABLED"}},
      {"is_xnack_enabled", {"IS_XNACK_ENABLED"}},
      {"workitem_private_segment_byte_size",
       {"workitem_private_segment_byte_size"}},
      {"workgroup_group_segment_byte_size",
       {"workgroup_group_segment_byte_size"}},
      {"gds_segment_byte_size", {"gds_segment_byte_size"}},
      {"kernarg_segment_byte_size", {"kernarg_segment_byte_size"}},
      {"workgroup_fbarrier_count", {"workgroup_fbarrier_count"}},
      {"wavefront_sgpr_count", {"wavefront_sgpr_count"}},
      {"workitem_vgpr_count", {"workitem_vgpr_count"}},
      {"reserved_vgpr_first", {"reserved_vgpr_first"}},
      {"reserved_vgpr_count", {"reserved_vgpr_count"}},
      {"reserved_sgpr_first", {"reserved_sgpr_first"}},
      {"reserved_sgpr_count", {"reserved_sgpr_count"}},
      {"debug_wavefront_private_segment_offset_sgpr",
       {"debug_wavefront_private_segment_offset_sgpr"}},
      {"debug_private_segment_buffer_sgpr",
       {"debug_private_segment_buffer_sgpr"}},
      {"kernarg_segment_alignment", {"kernarg_segment_alignment"}},
      {"group_segment_alignment", {"group_segment_alignment"}},
      {"private_segment_alignment", {"private_segment_alignment"}},
      {"call_convention", {"call_convention"}},
      {"runtime_loader_kernel_symbol", {"runtime_loader_kernel_symbol"}},
  };
  return All;
}

/// The fields of \p K, one after the other from the lowest bit.
static std::pair<uint64_t, unsigned>
joined(const std::vector<DecodedField> &Decoded, const Key &K) {
  uint64_t Value = 0;
  unsigned Width = 0;
  for (llvm::StringRef Name : K.Fields)
    for (const DecodedField &Field : Decoded)
      if (Field.Name == Name) {
        Value |= Field.Value << Width;
        Width += Field.Width;
      }
  return {Value, Width};
}

static void expectRoundTrip(const Processor &P, std::mt19937_64 &Random) {
  std::vector<DecodedField> Shape = decode(AmdKernelCode(), P);
  std::vector<std::pair<const Key *, uint64_t>> Set;
  std::string Text = "k:\n.amd_kernel_code_t\n";
  for (const Key &K : keys()) {
    if (P.FamilyId < K.First)
      continue;
    unsigned Width = joined(Shape, K).second;
    ASSERT_NE(Width, 0u) << K.Name.str();
    // The assembler reads signed 64-bit numbers.
    uint64_t Value = Random() >> std::max(64 - Width, 1u);
    Text += (K.Name + " = " + llvm::Twine(Value) + "\n").str();
    Set.push_back({&K, Value});
  }
  Text += ".end_amd_kernel_code_t\ns_endpgm\n";
  llvm::Expected<std::string> Object =
      oracle::assemble(Text, {P.Name.str(), "amdgcn--mesa3d"});
  ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError()) << Text;
  AmdKernelCode K = AmdKernelCode::read(
      oracle::bytesAt(*Object, "", AmdKernelCode::Size)["k"]);
  std::vector<DecodedField> Decoded = decode(K, P);
  for (auto [Name, Value] : Set)
    EXPECT_EQ(joined(Decoded, *Name).first, Value) << Name->Name.str();
  unsigned WaveSize = K.CodeProperties >> 10 & 1 ? 5 : 6;
  auto IsWaveSize = [](auto &F) { return F.Name == "wavefront_size"; };
  EXPECT_EQ(llvm::find_if(Decoded, IsWaveSize)->Value, WaveSize);
}

TEST(AmdKernelCode, AssemblerRoundTrip) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937_64 Random(Seed);
  for (const Processor &P : processors()) {
    if (P.FamilyId > Family::GFX11)
      continue;
    SCOPED_TRACE(P.Name.str());
    for (int Round = 0; Round < 20; ++Round)
      ASSERT_NO_FATAL_FAILURE(expectRoundTrip(P, Random));
  }
}

//===----------------------------------------------------------------------===//
// The same answers as for a descriptor
//===----------------------------------------------------------------------===//

/// What the assembler makes of \p Keys for \p Cpu.
static AmdKernelCode assembled(llvm::StringRef Cpu, llvm::StringRef Keys) {
  llvm::Expected<std::string> Object = oracle::assemble(
      ("k:\n.amd_kernel_code_t\n" + Keys + "\n.end_amd_kernel_code_t\n").str(),
      {Cpu.str(), "amdgcn--mesa3d"});
  EXPECT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  return AmdKernelCode::read(
      oracle::bytesAt(*Object, "", AmdKernelCode::Size)["k"]);
}

TEST(AmdKernelCode, NamedParts) {
  AmdKernelCode K = assembled("gfx906", R"(
    granulated_workitem_vgpr_count = 5
    user_sgpr_count = 7
    is_dynamic_callstack = 1
    workitem_private_segment_byte_size = 100
    workgroup_group_segment_byte_size = 200
    kernarg_segment_byte_size = 300
    wavefront_sgpr_count = 10
    workitem_vgpr_count = 21)");
  EXPECT_EQ(K.VersionMajor, 1u);
  EXPECT_EQ(K.VersionMinor, 2u);
  EXPECT_EQ(K.Machine.Major, 9u);
  EXPECT_EQ(K.Machine.Minor, 0u);
  EXPECT_EQ(K.Machine.Stepping, 6u);
  EXPECT_EQ(K.EntryByteOffset, 256);
  EXPECT_EQ(K.SgprCount, 10u);
  EXPECT_EQ(K.VgprCount, 21u);
  KernelResources R = resourcesOf(K, processorNamed("gfx906"));
  EXPECT_EQ(R.Vgprs, 24u);
  EXPECT_EQ(R.UserSgprs, 7u);
  EXPECT_EQ(R.ScratchBytes, 100u);
  EXPECT_EQ(R.LdsBytes, 200u);
  EXPECT_EQ(R.KernargBytes, 300u);
  EXPECT_EQ(R.WaveSize, 64u);
  EXPECT_TRUE(R.UsesDynamicStack);
}

TEST(AmdKernelCode, GridSizesFollowTheOtherUserSgprs) {
  AmdKernelCode K = assembled("gfx803", R"(
    user_sgpr_count = 5
    enable_sgpr_kernarg_segment_ptr = 1
    enable_sgpr_private_segment_size = 1
    enable_sgpr_grid_workgroup_count_x = 1
    enable_sgpr_grid_workgroup_count_z = 1
    enable_sgpr_workgroup_id_x = 1)");
  std::vector<std::string> Seen;
  for (const InitialRegister &R : initialRegisters(K, processorNamed("gfx803")))
    Seen.push_back(R.Register + ": " + R.Holds);
  EXPECT_EQ(Seen, (std::vector<std::string>{
                      "s[0:1]: kernarg segment pointer",
                      "s2: private segment size: scratch bytes per work-item",
                      "s3: grid size x in work-groups",
                      "s4: grid size z in work-groups", "s5: work-group id x",
                      "exec: the lanes that have a work-item",
                      "v0: work-item id x"}));
}

TEST(AmdKernelCode, Findings) {
  Location Where;
  AmdKernelCode K = assembled("gfx803", "granulated_lds_size = 4\npriv = 1\n"
                                        "enable_trap_handler = 1");
  EXPECT_TRUE(checkKernelCode(K, processorNamed("gfx803"), Where).empty());
  K.Bytes[108] = 1; // reserved1
  std::vector<Finding> Found =
      checkKernelCode(K, processorNamed("gfx803"), Where);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Id, Diag::ReservedBits);
  EXPECT_EQ(Found[0].Message, "bits 927:864 (reserved1) must be 0 on gfx803, "
                              "where it is reserved; it is 0x1");
  K = assembled("gfx803", "enable_sgpr_grid_workgroup_count_x = 1");
  Found = checkKernelCode(K, processorNamed("gfx803"), Where);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "1 user SGPR is enabled, but USER_SGPR_COUNT is 0");
}

TEST(AmdKernelCode, MeaningsOfItsOwnFields) {
  AmdKernelCode K = assembled("gfx803", "private_element_size = 2");
  auto Meaning = [&](llvm::StringRef Name) {
    for (const DecodedField &Field : decode(K, processorNamed("gfx803")))
      if (Field.Name == Name)
        return Field.Meaning;
    return std::string("no such field");
  };
  EXPECT_EQ(Meaning("amd_machine_kind"), "AMDGPU");
  EXPECT_EQ(Meaning("wavefront_size"), "64");
  EXPECT_EQ(Meaning("kernarg_segment_alignment"), "16");
  EXPECT_EQ(Meaning("call_convention"), "none: no indirect functions");
  EXPECT_EQ(Meaning("PRIVATE_ELEMENT_SIZE"), "8 bytes");
  EXPECT_EQ(Meaning("PRIV"), "no");
  EXPECT_EQ(Meaning("kernel_code_entry_byte_offset"),
            "code starts 256 bytes after the start of this structure");
}
