//===- PalMetadataTest.cpp - PAL metadata and its registers ---------------===//
// Register names against the comments that LLVM's assembly printer writes for
// every number; pipelines as the specification describes them and as LLVM
// writes them; the older list of pairs; hostile documents.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/PalMetadata.h"
#include "ObjectInputs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Support/AMDGPUMetadata.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <map>

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

/// What LLVM calls the registers from \p First to \p Last.
std::map<uint32_t, std::string> namesOfLlvm(uint32_t First, uint32_t Last) {
  std::string Text = ".amdgpu_pal_metadata\n---\namdpal.pipelines:\n"
                     "  - .registers:\n";
  for (uint32_t R = First; R <= Last; ++R)
    Text += "      0x" + llvm::utohexstr(R, true) + ": 1\n";
  Text += "...\n.end_amdgpu_pal_metadata\n";
  std::string Output = runOnFiles(
      "llvm-mc",
      {"-triple=amdgcn--amdpal", "-mcpu=gfx1010", "-o", "{out}", "{0}"},
      {Text});
  std::map<uint32_t, std::string> Names;
  for (StringRef Line : llvm::split(Output, '\n')) {
    auto [Number, Name] = Line.split(" (");
    uint32_t Register = 0;
    if (!Name.empty() && !Number.trim(" '").getAsInteger(16, Register))
      Names[Register] = Name.split(')').first.str();
    else if (!Name.empty() && !Number.trim(" '").getAsInteger(0, Register))
      Names[Register] = Name.split(')').first.str();
  }
  return Names;
}

TEST(PalMetadataTest, RegisterNamesAreThoseOfLlvm) {
  unsigned Named = 0;
  for (auto [First, Last] :
       {std::pair(0x2c00u, 0x2effu), {0xa000u, 0xa3ffu}, {0xc200u, 0xc2ffu}}) {
    std::map<uint32_t, std::string> Theirs = namesOfLlvm(First, Last);
    Named += Theirs.size();
    for (uint32_t R = First; R <= Last; ++R)
      EXPECT_EQ(palRegisterName(R), Theirs.count(R) ? Theirs[R] : "") << R;
  }
  EXPECT_GT(Named, 300u);
}

TEST(PalMetadataTest, PseudoRegistersAreThoseOfLlvm) {
  namespace PALMD = llvm::AMDGPU::PALMD;
  EXPECT_EQ(palRegisterName(PALMD::LS_NUM_USED_VGPRS), "LS_NUM_USED_VGPRS");
  EXPECT_EQ(palRegisterName(PALMD::CS_NUM_USED_VGPRS), "CS_NUM_USED_VGPRS");
  EXPECT_EQ(palRegisterName(PALMD::PS_NUM_USED_SGPRS), "PS_NUM_USED_SGPRS");
  EXPECT_EQ(palRegisterName(PALMD::GS_SCRATCH_SIZE), "GS_SCRATCH_SIZE");
  EXPECT_EQ(palRegisterName(PALMD::CS_SCRATCH_SIZE), "CS_SCRATCH_SIZE");
  EXPECT_EQ(palRegisterName(0), "");
  EXPECT_EQ(palRegisterName(~0u), "");
}

struct PalResult {
  llvm::BumpPtrAllocator Memory;
  std::string Bytes;
  PalMetadata Metadata;
  std::vector<Finding> Findings;
};

std::unique_ptr<PalResult> readPalText(StringRef Yaml) {
  auto Out = std::make_unique<PalResult>();
  llvm::msgpack::Document Document;
  EXPECT_TRUE(Document.fromYAML(Yaml));
  Document.writeToBlob(Out->Bytes);
  MetadataTree Tree = readMessagePack(Out->Bytes, Out->Memory);
  EXPECT_EQ(Tree.Problem, "");
  Out->Metadata = readPalMetadata(Tree.Root, Location(), Out->Findings);
  return Out;
}

TEST(PalMetadataTest, PipelinesAreRead) {
  auto Out = readPalText(R"(
amdpal.version: [ 2, 6 ]
amdpal.pipelines:
  - .name: pipe
    .type: VsPs
    .internal_pipeline_hash: [ 1, 2 ]
    .user_data_limit: 3
    .spill_threshold: 0xffff
    .api: Vulkan
    .shaders:
      .vertex: { .api_shader_hash: [ 5, 6 ], .hardware_mapping: [ .vs, .gs ] }
    .hardware_stages:
      .vs: { .entry_point: _amdgpu_vs_main, .scratch_memory_size: 16, .lds_size: 32, .vgpr_count: 5, .sgpr_count: 6, .agpr_count: 7, .wavefront_size: 64, .uses_uavs: true }
    .shader_functions:
      helper: { .vgpr_count: 9 }
    .registers:
      0x2e13: 7
      0x2c0c: 0x10000002
      0x2c0d: 12
      0x2c0e: 0x10000099
)");
  EXPECT_TRUE(Out->Findings.empty());
  const PalMetadata &M = Out->Metadata;
  EXPECT_FALSE(M.Legacy);
  EXPECT_EQ(M.Version, (std::vector<uint64_t>{2, 6}));
  ASSERT_EQ(M.Pipelines.size(), 1u);
  const PalPipeline &P = M.Pipelines[0];
  EXPECT_EQ(P.Name, "pipe");
  EXPECT_EQ(P.Type, "VsPs");
  EXPECT_EQ(P.UserDataLimit, 3u);
  EXPECT_EQ(P.SpillThreshold, 0xffffu);
  EXPECT_EQ(P.InternalHash, (std::vector<uint64_t>{1, 2}));
  ASSERT_EQ(P.Shaders.size(), 1u);
  EXPECT_EQ(P.Shaders[0].Name, "vertex");
  EXPECT_EQ(P.Shaders[0].ApiHash, (std::vector<uint64_t>{5, 6}));
  EXPECT_EQ(P.Shaders[0].HardwareStages, (std::vector<StringRef>{"vs", "gs"}));
  ASSERT_EQ(P.HardwareStages.size(), 1u);
  const PalHardwareStage &S = P.HardwareStages[0];
  EXPECT_EQ(S.Name, "vs");
  EXPECT_EQ(S.EntryPoint, "_amdgpu_vs_main");
  EXPECT_EQ(S.ScratchMemorySize, 16u);
  EXPECT_EQ(S.LdsSize, 32u);
  EXPECT_EQ(S.VgprCount, 5u);
  EXPECT_EQ(S.SgprCount, 6u);
  EXPECT_EQ(S.AgprCount, 7u);
  EXPECT_EQ(S.WavefrontSize, 64u);
  EXPECT_EQ(S.All.find(".uses_uavs")->asBool(), true);
  ASSERT_EQ(P.ShaderFunctions.size(), 1u);
  EXPECT_EQ(P.ShaderFunctions[0].Name, "helper");
  EXPECT_EQ(P.All.find(".api")->asString(), "Vulkan");
  std::vector<std::string> Registers;
  for (const PalRegister &R : P.Registers)
    Registers.push_back(llvm::utohexstr(R.Number, true) + " " + R.Name + " " +
                        R.Meaning);
  EXPECT_EQ(Registers,
            (std::vector<std::string>{
                "2c0c SPI_SHADER_USER_DATA_PS_0 SpillTable",
                "2c0d SPI_SHADER_USER_DATA_PS_1 user data entry 12",
                "2c0e SPI_SHADER_USER_DATA_PS_2 ", "2e13 COMPUTE_PGM_RSRC2 "}));
}

TEST(PalMetadataTest, EntryPointsMayBeNamedBySymbol) {
  auto Out = readPalText("amdpal.version: [ 3, 0 ]\namdpal.pipelines:\n"
                         "  - .hardware_stages:\n      .cs:\n"
                         "        .entry_point: _amdgpu_cs_main\n"
                         "        .entry_point_symbol: my_shader\n");
  EXPECT_EQ(Out->Metadata.Pipelines[0].HardwareStages[0].EntryPoint,
            "my_shader");
}

TEST(PalMetadataTest, WrongTypesAreFindings) {
  auto Out = readPalText("amdpal.pipelines:\n"
                         "  - .name: 5\n    .user_data_limit: many\n"
                         "    .registers: { 0x2e12: text }\n"
                         "    .internal_pipeline_hash: [ x ]\n  - 7\n");
  std::vector<std::string> Messages;
  for (const Finding &F : Out->Findings) {
    EXPECT_EQ(F.Id, Diag::MetadataInvalid);
    Messages.push_back(F.Message);
  }
  EXPECT_EQ(Messages,
            (std::vector<std::string>{
                "'.name' is not a string",
                "'.user_data_limit' is not an unsigned integer",
                "a sequence of integers holds a value that is none",
                "a register or its value is not an integer of 32 bits",
                "a pipeline is not a map"}));
  EXPECT_EQ(readPalText("[ 1 ]")->Findings[0].Message,
            "the metadata is not a map");
  EXPECT_EQ(readPalText("{ amdpal.version: [ 1 ], amdpal.pipelines: 1 }")
                ->Findings[0]
                .Message,
            "'amdpal.pipelines' is not a sequence");
  EXPECT_EQ(readPalText("{ amdpal.version: 2, amdpal.pipelines: [] }")
                ->Findings[0]
                .Message,
            "'amdpal.version' is not a sequence");
  EXPECT_TRUE(readPalText("{ amdpal.pipelines: [] }")->Findings.empty());
}

TEST(PalMetadataTest, LegacyMetadataIsPairs) {
  std::string Bytes(20, '\0');
  llvm::support::endian::write32le(&Bytes[0], 0x2e12);
  llvm::support::endian::write32le(&Bytes[4], 0xdeadbeef);
  llvm::support::endian::write32le(&Bytes[8], 0x10000027);
  llvm::support::endian::write32le(&Bytes[12], 24);
  std::vector<Finding> Findings;
  PalMetadata M = readLegacyPalMetadata(StringRef(Bytes).take_front(16),
                                        Location(), Findings);
  EXPECT_TRUE(M.Legacy);
  EXPECT_TRUE(Findings.empty());
  ASSERT_EQ(M.Pipelines.size(), 1u);
  ASSERT_EQ(M.Pipelines[0].Registers.size(), 2u);
  EXPECT_EQ(M.Pipelines[0].Registers[0].Name, "COMPUTE_PGM_RSRC1");
  EXPECT_EQ(M.Pipelines[0].Registers[0].Value, 0xdeadbeefu);
  EXPECT_EQ(M.Pipelines[0].Registers[1].Name, "CS_NUM_USED_VGPRS");
  readLegacyPalMetadata(Bytes, Location(), Findings);
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Message, "the register list ends within a pair");
}

TEST(PalMetadataTest, LegacyNotesAreFound) {
  std::string Bytes = runOnFiles(
      "llvm-mc",
      {"-triple=amdgcn--amdpal", "-mcpu=gfx900", "-filetype=obj", "-o", "{out}",
       "{0}"},
      {".amd_amdgpu_pal_metadata 0x2e12,0xac00c0,0x10000001,0x55\n"});
  CodeObject Object = read(Bytes);
  ASSERT_TRUE(Object.Pal);
  ASSERT_EQ(Object.Pal->Pipelines.size(), 1u);
  EXPECT_FALSE(Object.Pal->Pipelines[0].Registers.empty());
}

} // namespace
