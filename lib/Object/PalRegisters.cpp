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
  uint32_t Count;
  llvm::StringLiteral Name;
};

/// What a user data register is loaded with (spec/002, "User Data").
struct UserDataRow {
  uint32_t Value;
  llvm::StringLiteral Name;
};

constexpr RegisterRow Registers[] = {
    {0x2c06, 1, "SPI_SHADER_PGM_CHKSUM_PS"},
    {0x2c07, 1, "SPI_SHADER_PGM_RSRC3_PS"},
    {0x2c0a, 1, "SPI_SHADER_PGM_RSRC1_PS"},
    {0x2c0b, 1, "SPI_SHADER_PGM_RSRC2_PS"},
    {0x2c0c, 32, "SPI_SHADER_USER_DATA_PS_"},
    {0x2c32, 4, "SPI_SHADER_USER_ACCUM_PS_"},
    {0x2c45, 1, "SPI_SHADER_PGM_CHKSUM_VS"},
    {0x2c46, 1, "SPI_SHADER_PGM_RSRC3_VS"},
    {0x2c4a, 1, "SPI_SHADER_PGM_RSRC1_VS"},
    {0x2c4b, 1, "SPI_SHADER_PGM_RSRC2_VS"},
    {0x2c4c, 32, "SPI_SHADER_USER_DATA_VS_"},
    {0x2c72, 4, "SPI_SHADER_USER_ACCUM_VS_"},
    {0x2c80, 1, "SPI_SHADER_PGM_CHKSUM_GS"},
    {0x2c81, 1, "SPI_SHADER_PGM_RSRC4_GS"},
    {0x2c87, 1, "SPI_SHADER_PGM_RSRC3_GS"},
    {0x2c88, 1, "SPI_SHADER_PGM_LO_GS"},
    {0x2c8a, 1, "SPI_SHADER_PGM_RSRC1_GS"},
    {0x2c8b, 1, "SPI_SHADER_PGM_RSRC2_GS"},
    {0x2c8c, 32, "SPI_SHADER_USER_DATA_GS_"},
    {0x2cb2, 4, "SPI_SHADER_USER_ACCUM_ESGS_"},
    {0x2cc7, 1, "SPI_SHADER_PGM_RSRC3_ES"},
    {0x2cca, 1, "SPI_SHADER_PGM_RSRC1_ES"},
    {0x2ccb, 1, "SPI_SHADER_PGM_RSRC2_ES"},
    {0x2ccc, 32, "SPI_SHADER_USER_DATA_ES_"},
    {0x2d00, 1, "SPI_SHADER_PGM_CHKSUM_HS"},
    {0x2d07, 1, "SPI_SHADER_PGM_RSRC3_HS"},
    {0x2d0a, 1, "SPI_SHADER_PGM_RSRC1_HS"},
    {0x2d0b, 1, "SPI_SHADER_PGM_RSRC2_HS"},
    {0x2d0c, 32, "SPI_SHADER_USER_DATA_HS_"},
    {0x2d32, 4, "SPI_SHADER_USER_ACCUM_LSHS_"},
    {0x2d47, 1, "SPI_SHADER_PGM_RSRC3_LS"},
    {0x2d4a, 1, "SPI_SHADER_PGM_RSRC1_LS"},
    {0x2d4b, 1, "SPI_SHADER_PGM_RSRC2_LS"},
    {0x2d4c, 16, "SPI_SHADER_USER_DATA_LS_"},
    {0x2e00, 1, "COMPUTE_DISPATCH_INITIATOR"},
    {0x2e07, 1, "COMPUTE_NUM_THREAD_X"},
    {0x2e08, 1, "COMPUTE_NUM_THREAD_Y"},
    {0x2e09, 1, "COMPUTE_NUM_THREAD_Z"},
    {0x2e12, 1, "COMPUTE_PGM_RSRC1"},
    {0x2e13, 1, "COMPUTE_PGM_RSRC2"},
    {0x2e18, 1, "COMPUTE_TMPRING_SIZE"},
    {0x2e24, 4, "COMPUTE_USER_ACCUM_"},
    {0x2e28, 1, "COMPUTE_PGM_RSRC3"},
    {0x2e2a, 1, "COMPUTE_SHADER_CHKSUM"},
    {0x2e40, 32, "COMPUTE_USER_DATA_"},
    {0xa08f, 1, "CB_SHADER_MASK"},
    {0xa191, 32, "SPI_PS_INPUT_CNTL_"},
    {0xa1b1, 1, "SPI_VS_OUT_CONFIG"},
    {0xa1b3, 1, "SPI_PS_INPUT_ENA"},
    {0xa1b4, 1, "SPI_PS_INPUT_ADDR"},
    {0xa1b5, 1, "SPI_INTERP_CONTROL_0"},
    {0xa1b6, 1, "SPI_PS_IN_CONTROL"},
    {0xa1b8, 1, "SPI_BARYC_CNTL"},
    {0xa1ba, 1, "SPI_TMPRING_SIZE"},
    {0xa1c2, 1, "SPI_SHADER_IDX_FORMAT"},
    {0xa1c3, 1, "SPI_SHADER_POS_FORMAT"},
    {0xa1c4, 1, "SPI_SHADER_Z_FORMAT"},
    {0xa1c5, 1, "SPI_SHADER_COL_FORMAT"},
    {0xa1ff, 1, "GE_MAX_OUTPUT_PER_SUBGROUP"},
    {0xa203, 1, "DB_SHADER_CONTROL"},
    {0xa204, 1, "PA_CL_CLIP_CNTL"},
    {0xa206, 1, "PA_CL_VTE_CNTL"},
    {0xa207, 1, "PA_CL_VS_OUT_CNTL"},
    {0xa210, 1, "PA_STEREO_CNTL"},
    {0xa286, 1, "VGT_HOS_MAX_TESS_LEVEL"},
    {0xa287, 1, "VGT_HOS_MIN_TESS_LEVEL"},
    {0xa290, 1, "VGT_GS_MODE"},
    {0xa291, 1, "VGT_GS_ONCHIP_CNTL"},
    {0xa293, 1, "PA_SC_MODE_CNTL_1"},
    {0xa297, 1, "VGT_GS_PER_VS"},
    {0xa298, 1, "VGT_GSVS_RING_OFFSET_1"},
    {0xa299, 1, "VGT_GSVS_RING_OFFSET_2"},
    {0xa29a, 1, "VGT_GSVS_RING_OFFSET_3"},
    {0xa29b, 1, "VGT_GS_OUT_PRIM_TYPE"},
    {0xa2a1, 1, "VGT_PRIMITIVEID_EN"},
    {0xa2a5, 1, "VGT_GS_MAX_PRIMS_PER_SUBGROUP"},
    {0xa2aa, 1, "IA_MULTI_VGT_PARAM"},
    {0xa2ab, 1, "VGT_ESGS_RING_ITEMSIZE"},
    {0xa2ac, 1, "VGT_GSVS_RING_ITEMSIZE"},
    {0xa2ad, 1, "VGT_REUSE_OFF"},
    {0xa2b5, 1, "VGT_STRMOUT_VTX_STRIDE_0"},
    {0xa2b9, 1, "VGT_STRMOUT_VTX_STRIDE_1"},
    {0xa2bd, 1, "VGT_STRMOUT_VTX_STRIDE_2"},
    {0xa2c1, 1, "VGT_STRMOUT_VTX_STRIDE_3"},
    {0xa2ce, 1, "VGT_GS_MAX_VERT_OUT"},
    {0xa2d3, 1, "GE_NGG_SUBGRP_CNTL"},
    {0xa2d5, 1, "VGT_SHADER_STAGES_EN"},
    {0xa2d6, 1, "VGT_LS_HS_CONFIG"},
    {0xa2d7, 1, "VGT_GS_VERT_ITEMSIZE"},
    {0xa2d8, 1, "VGT_GS_VERT_ITEMSIZE_1"},
    {0xa2d9, 1, "VGT_GS_VERT_ITEMSIZE_2"},
    {0xa2da, 1, "VGT_GS_VERT_ITEMSIZE_3"},
    {0xa2db, 1, "VGT_TF_PARAM"},
    {0xa2e4, 1, "VGT_GS_INSTANCE_CNT"},
    {0xa2e5, 1, "VGT_STRMOUT_CONFIG"},
    {0xa2e6, 1, "VGT_STRMOUT_BUFFER_CONFIG"},
    {0xa2f8, 1, "PA_SC_AA_CONFIG"},
    {0xa2f9, 1, "PA_SU_VTX_CNTL"},
    {0xa310, 1, "PA_SC_SHADER_CONTROL"},
    {0xa313, 1, "PA_SC_CONSERVATIVE_RASTERIZATION_CNTL"},
    {0xa316, 1, "VGT_VERTEX_REUSE_BLOCK_CNTL"},
    {0xc258, 1, "IA_MULTI_VGT_PARAM_PIPED"},
    {0xc25f, 1, "GE_STEREO_CNTL"},
    {0xc262, 1, "GE_USER_VGPR_EN"},
    {0x10000021, 1, "LS_NUM_USED_VGPRS"},
    {0x10000022, 1, "HS_NUM_USED_VGPRS"},
    {0x10000023, 1, "ES_NUM_USED_VGPRS"},
    {0x10000024, 1, "GS_NUM_USED_VGPRS"},
    {0x10000025, 1, "VS_NUM_USED_VGPRS"},
    {0x10000026, 1, "PS_NUM_USED_VGPRS"},
    {0x10000027, 1, "CS_NUM_USED_VGPRS"},
    {0x10000028, 1, "LS_NUM_USED_SGPRS"},
    {0x10000029, 1, "HS_NUM_USED_SGPRS"},
    {0x1000002a, 1, "ES_NUM_USED_SGPRS"},
    {0x1000002b, 1, "GS_NUM_USED_SGPRS"},
    {0x1000002c, 1, "VS_NUM_USED_SGPRS"},
    {0x1000002d, 1, "PS_NUM_USED_SGPRS"},
    {0x1000002e, 1, "CS_NUM_USED_SGPRS"},
    {0x10000044, 1, "LS_SCRATCH_SIZE"},
    {0x10000045, 1, "HS_SCRATCH_SIZE"},
    {0x10000046, 1, "ES_SCRATCH_SIZE"},
    {0x10000047, 1, "GS_SCRATCH_SIZE"},
    {0x10000048, 1, "VS_SCRATCH_SIZE"},
    {0x10000049, 1, "PS_SCRATCH_SIZE"},
    {0x1000004a, 1, "CS_SCRATCH_SIZE"},
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
