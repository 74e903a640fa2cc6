//===- PalRegisters.cpp - Registers that PAL metadata programs ------------===//
// Names of the registers by dword offset, runs of numbered registers as one
// row, and the pseudo registers of the older metadata. Which number is which is
// the hardware's; LLVM prints the same names as comments in assembly, and the
// test compares every row. Tested by unittests/Object/PalMetadataTest.cpp.
//===----------------------------------------------------------------------===//
#include "PalRegisters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {
namespace {

/// Registers First .. First + Count - 1; numbered from 0 if Count is not 1.
struct RegisterRow {
  uint32_t First;
  uint32_t Count = 1;
  llvm::StringLiteral Name;
};

/// What a user data register is loaded with (spec/002, "User Data").
struct UserDataRow {
  uint32_t Value;
  llvm::StringLiteral Name;
};

constexpr RegisterRow Registers[] = {
    {.First = 0x2c06, .Name = "SPI_SHADER_PGM_CHKSUM_PS"},
    {.First = 0x2c07, .Name = "SPI_SHADER_PGM_RSRC3_PS"},
    {.First = 0x2c0a, .Name = "SPI_SHADER_PGM_RSRC1_PS"},
    {.First = 0x2c0b, .Name = "SPI_SHADER_PGM_RSRC2_PS"},
    {.First = 0x2c0c, .Count = 32, .Name = "SPI_SHADER_USER_DATA_PS_"},
    {.First = 0x2c32, .Count = 4, .Name = "SPI_SHADER_USER_ACCUM_PS_"},
    {.First = 0x2c45, .Name = "SPI_SHADER_PGM_CHKSUM_VS"},
    {.First = 0x2c46, .Name = "SPI_SHADER_PGM_RSRC3_VS"},
    {.First = 0x2c4a, .Name = "SPI_SHADER_PGM_RSRC1_VS"},
    {.First = 0x2c4b, .Name = "SPI_SHADER_PGM_RSRC2_VS"},
    {.First = 0x2c4c, .Count = 32, .Name = "SPI_SHADER_USER_DATA_VS_"},
    {.First = 0x2c72, .Count = 4, .Name = "SPI_SHADER_USER_ACCUM_VS_"},
    {.First = 0x2c80, .Name = "SPI_SHADER_PGM_CHKSUM_GS"},
    {.First = 0x2c81, .Name = "SPI_SHADER_PGM_RSRC4_GS"},
    {.First = 0x2c87, .Name = "SPI_SHADER_PGM_RSRC3_GS"},
    {.First = 0x2c88, .Name = "SPI_SHADER_PGM_LO_GS"},
    {.First = 0x2c8a, .Name = "SPI_SHADER_PGM_RSRC1_GS"},
    {.First = 0x2c8b, .Name = "SPI_SHADER_PGM_RSRC2_GS"},
    {.First = 0x2c8c, .Count = 32, .Name = "SPI_SHADER_USER_DATA_GS_"},
    {.First = 0x2cb2, .Count = 4, .Name = "SPI_SHADER_USER_ACCUM_ESGS_"},
    {.First = 0x2cc7, .Name = "SPI_SHADER_PGM_RSRC3_ES"},
    {.First = 0x2cca, .Name = "SPI_SHADER_PGM_RSRC1_ES"},
    {.First = 0x2ccb, .Name = "SPI_SHADER_PGM_RSRC2_ES"},
    {.First = 0x2ccc, .Count = 32, .Name = "SPI_SHADER_USER_DATA_ES_"},
    {.First = 0x2d00, .Name = "SPI_SHADER_PGM_CHKSUM_HS"},
    {.First = 0x2d07, .Name = "SPI_SHADER_PGM_RSRC3_HS"},
    {.First = 0x2d0a, .Name = "SPI_SHADER_PGM_RSRC1_HS"},
    {.First = 0x2d0b, .Name = "SPI_SHADER_PGM_RSRC2_HS"},
    {.First = 0x2d0c, .Count = 32, .Name = "SPI_SHADER_USER_DATA_HS_"},
    {.First = 0x2d32, .Count = 4, .Name = "SPI_SHADER_USER_ACCUM_LSHS_"},
    {.First = 0x2d47, .Name = "SPI_SHADER_PGM_RSRC3_LS"},
    {.First = 0x2d4a, .Name = "SPI_SHADER_PGM_RSRC1_LS"},
    {.First = 0x2d4b, .Name = "SPI_SHADER_PGM_RSRC2_LS"},
    {.First = 0x2d4c, .Count = 16, .Name = "SPI_SHADER_USER_DATA_LS_"},
    {.First = 0x2e00, .Name = "COMPUTE_DISPATCH_INITIATOR"},
    {.First = 0x2e07, .Name = "COMPUTE_NUM_THREAD_X"},
    {.First = 0x2e08, .Name = "COMPUTE_NUM_THREAD_Y"},
    {.First = 0x2e09, .Name = "COMPUTE_NUM_THREAD_Z"},
    {.First = 0x2e12, .Name = "COMPUTE_PGM_RSRC1"},
    {.First = 0x2e13, .Name = "COMPUTE_PGM_RSRC2"},
    {.First = 0x2e18, .Name = "COMPUTE_TMPRING_SIZE"},
    {.First = 0x2e24, .Count = 4, .Name = "COMPUTE_USER_ACCUM_"},
    {.First = 0x2e28, .Name = "COMPUTE_PGM_RSRC3"},
    {.First = 0x2e2a, .Name = "COMPUTE_SHADER_CHKSUM"},
    {.First = 0x2e40, .Count = 32, .Name = "COMPUTE_USER_DATA_"},
    {.First = 0xa08f, .Name = "CB_SHADER_MASK"},
    {.First = 0xa191, .Count = 32, .Name = "SPI_PS_INPUT_CNTL_"},
    {.First = 0xa1b1, .Name = "SPI_VS_OUT_CONFIG"},
    {.First = 0xa1b3, .Name = "SPI_PS_INPUT_ENA"},
    {.First = 0xa1b4, .Name = "SPI_PS_INPUT_ADDR"},
    {.First = 0xa1b5, .Name = "SPI_INTERP_CONTROL_0"},
    {.First = 0xa1b6, .Name = "SPI_PS_IN_CONTROL"},
    {.First = 0xa1b8, .Name = "SPI_BARYC_CNTL"},
    {.First = 0xa1ba, .Name = "SPI_TMPRING_SIZE"},
    {.First = 0xa1c2, .Name = "SPI_SHADER_IDX_FORMAT"},
    {.First = 0xa1c3, .Name = "SPI_SHADER_POS_FORMAT"},
    {.First = 0xa1c4, .Name = "SPI_SHADER_Z_FORMAT"},
    {.First = 0xa1c5, .Name = "SPI_SHADER_COL_FORMAT"},
    {.First = 0xa1ff, .Name = "GE_MAX_OUTPUT_PER_SUBGROUP"},
    {.First = 0xa203, .Name = "DB_SHADER_CONTROL"},
    {.First = 0xa204, .Name = "PA_CL_CLIP_CNTL"},
    {.First = 0xa206, .Name = "PA_CL_VTE_CNTL"},
    {.First = 0xa207, .Name = "PA_CL_VS_OUT_CNTL"},
    {.First = 0xa210, .Name = "PA_STEREO_CNTL"},
    {.First = 0xa286, .Name = "VGT_HOS_MAX_TESS_LEVEL"},
    {.First = 0xa287, .Name = "VGT_HOS_MIN_TESS_LEVEL"},
    {.First = 0xa290, .Name = "VGT_GS_MODE"},
    {.First = 0xa291, .Name = "VGT_GS_ONCHIP_CNTL"},
    {.First = 0xa293, .Name = "PA_SC_MODE_CNTL_1"},
    {.First = 0xa297, .Name = "VGT_GS_PER_VS"},
    {.First = 0xa298, .Name = "VGT_GSVS_RING_OFFSET_1"},
    {.First = 0xa299, .Name = "VGT_GSVS_RING_OFFSET_2"},
    {.First = 0xa29a, .Name = "VGT_GSVS_RING_OFFSET_3"},
    {.First = 0xa29b, .Name = "VGT_GS_OUT_PRIM_TYPE"},
    {.First = 0xa2a1, .Name = "VGT_PRIMITIVEID_EN"},
    {.First = 0xa2a5, .Name = "VGT_GS_MAX_PRIMS_PER_SUBGROUP"},
    {.First = 0xa2aa, .Name = "IA_MULTI_VGT_PARAM"},
    {.First = 0xa2ab, .Name = "VGT_ESGS_RING_ITEMSIZE"},
    {.First = 0xa2ac, .Name = "VGT_GSVS_RING_ITEMSIZE"},
    {.First = 0xa2ad, .Name = "VGT_REUSE_OFF"},
    {.First = 0xa2b5, .Name = "VGT_STRMOUT_VTX_STRIDE_0"},
    {.First = 0xa2b9, .Name = "VGT_STRMOUT_VTX_STRIDE_1"},
    {.First = 0xa2bd, .Name = "VGT_STRMOUT_VTX_STRIDE_2"},
    {.First = 0xa2c1, .Name = "VGT_STRMOUT_VTX_STRIDE_3"},
    {.First = 0xa2ce, .Name = "VGT_GS_MAX_VERT_OUT"},
    {.First = 0xa2d3, .Name = "GE_NGG_SUBGRP_CNTL"},
    {.First = 0xa2d5, .Name = "VGT_SHADER_STAGES_EN"},
    {.First = 0xa2d6, .Name = "VGT_LS_HS_CONFIG"},
    {.First = 0xa2d7, .Name = "VGT_GS_VERT_ITEMSIZE"},
    {.First = 0xa2d8, .Name = "VGT_GS_VERT_ITEMSIZE_1"},
    {.First = 0xa2d9, .Name = "VGT_GS_VERT_ITEMSIZE_2"},
    {.First = 0xa2da, .Name = "VGT_GS_VERT_ITEMSIZE_3"},
    {.First = 0xa2db, .Name = "VGT_TF_PARAM"},
    {.First = 0xa2e4, .Name = "VGT_GS_INSTANCE_CNT"},
    {.First = 0xa2e5, .Name = "VGT_STRMOUT_CONFIG"},
    {.First = 0xa2e6, .Name = "VGT_STRMOUT_BUFFER_CONFIG"},
    {.First = 0xa2f8, .Name = "PA_SC_AA_CONFIG"},
    {.First = 0xa2f9, .Name = "PA_SU_VTX_CNTL"},
    {.First = 0xa310, .Name = "PA_SC_SHADER_CONTROL"},
    {.First = 0xa313, .Name = "PA_SC_CONSERVATIVE_RASTERIZATION_CNTL"},
    {.First = 0xa316, .Name = "VGT_VERTEX_REUSE_BLOCK_CNTL"},
    {.First = 0xc258, .Name = "IA_MULTI_VGT_PARAM_PIPED"},
    {.First = 0xc25f, .Name = "GE_STEREO_CNTL"},
    {.First = 0xc262, .Name = "GE_USER_VGPR_EN"},
    {.First = 0x10000021, .Name = "LS_NUM_USED_VGPRS"},
    {.First = 0x10000022, .Name = "HS_NUM_USED_VGPRS"},
    {.First = 0x10000023, .Name = "ES_NUM_USED_VGPRS"},
    {.First = 0x10000024, .Name = "GS_NUM_USED_VGPRS"},
    {.First = 0x10000025, .Name = "VS_NUM_USED_VGPRS"},
    {.First = 0x10000026, .Name = "PS_NUM_USED_VGPRS"},
    {.First = 0x10000027, .Name = "CS_NUM_USED_VGPRS"},
    {.First = 0x10000028, .Name = "LS_NUM_USED_SGPRS"},
    {.First = 0x10000029, .Name = "HS_NUM_USED_SGPRS"},
    {.First = 0x1000002a, .Name = "ES_NUM_USED_SGPRS"},
    {.First = 0x1000002b, .Name = "GS_NUM_USED_SGPRS"},
    {.First = 0x1000002c, .Name = "VS_NUM_USED_SGPRS"},
    {.First = 0x1000002d, .Name = "PS_NUM_USED_SGPRS"},
    {.First = 0x1000002e, .Name = "CS_NUM_USED_SGPRS"},
    {.First = 0x10000044, .Name = "LS_SCRATCH_SIZE"},
    {.First = 0x10000045, .Name = "HS_SCRATCH_SIZE"},
    {.First = 0x10000046, .Name = "ES_SCRATCH_SIZE"},
    {.First = 0x10000047, .Name = "GS_SCRATCH_SIZE"},
    {.First = 0x10000048, .Name = "VS_SCRATCH_SIZE"},
    {.First = 0x10000049, .Name = "PS_SCRATCH_SIZE"},
    {.First = 0x1000004a, .Name = "CS_SCRATCH_SIZE"},
};

constexpr UserDataRow UserData[] = {
    {0x10000000, "GlobalTable"},
    {0x10000001, "PerShaderTable"},
    {0x10000002, "SpillTable"},
    {0x10000003, "BaseVertex"},
    {0x10000004, "BaseInstance"},
    {0x10000005, "DrawIndex"},
    {0x10000006, "Workgroup"},
    {0x1000000a, "EsGsLdsSize"},
    {0x1000000b, "ViewId"},
    {0x1000000c, "StreamOutTable"},
    {0x1000000d, "PerShaderPerfData"},
    {0x1000000f, "VertexBufferTable"},
    {0x10000010, "UavExportTable"},
    {0x10000011, "NggCullingData"},
    {0x10000015, "FetchShaderPtr"},
};

constexpr bool isSorted() {
  for (size_t I = 1; I < std::size(Registers); ++I)
    if (Registers[I - 1].First + Registers[I - 1].Count > Registers[I].First)
      return false;
  return true;
}
static_assert(isSorted(), "rows are searched by halving");

} // namespace

static const RegisterRow *findRow(uint32_t Number) {
  const auto *Next = llvm::upper_bound(
      Registers, Number,
      [](uint32_t N, const RegisterRow &Row) { return N < Row.First; });
  if (Next == std::begin(Registers))
    return nullptr;
  const RegisterRow *Row = std::prev(Next);
  return Number - Row->First < Row->Count ? Row : nullptr;
}

std::string palRegisterName(uint32_t Number) {
  const RegisterRow *Row = findRow(Number);
  if (!Row)
    return "";
  if (Row->Count == 1)
    return Row->Name.str();
  return (Row->Name + llvm::Twine(Number - Row->First)).str();
}

static std::string userDataMeaning(uint32_t Value) {
  constexpr uint32_t NumEntries = 128;
  if (Value < NumEntries)
    return ("user data entry " + llvm::Twine(Value)).str();
  const auto *Row = llvm::find_if(
      UserData, [&](const UserDataRow &Row) { return Row.Value == Value; });
  return Row == std::end(UserData) ? "" : Row->Name.str();
}

PalRegister makePalRegister(uint32_t Number, uint32_t Value) {
  PalRegister Register{Number, Value, palRegisterName(Number), ""};
  if (llvm::StringRef(Register.Name).contains("_USER_DATA_"))
    Register.Meaning = userDataMeaning(Value);
  return Register;
}

} // namespace fencepost
