//===- DescriptorFields.cpp - The fields of the kernel descriptor ---------===//
// One row a field and range of families, from the tables of spec/002, "Kernel
// Descriptor": the structure, compute_pgm_rsrc3 (three layouts), rsrc1, rsrc2,
// the code properties and the kernarg preload words. Names are the
// specification's; bits that it gives no name are RESERVED. Where a bit means
// different things by family, each meaning is a row. Read by
// KernelDescriptor.cpp and AmdKernelCode.cpp;
// unittests/Object/KernelDescriptorTest.cpp shows that on every processor the
// rows cover each of the 512 bits exactly once.
//===----------------------------------------------------------------------===//
#include "DescriptorFields.h"
#include "DescriptorFieldsReadings.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringLiteral;

namespace fencepost {

using enum FieldRule;
using enum FieldWord;
using enum Family;

//===----------------------------------------------------------------------===//
// Which processors
//===----------------------------------------------------------------------===//

static constexpr When UpToGfx8 = {GFX6, GFX8};
static constexpr When BeforeGfx90A = {GFX6, GFX908};
static constexpr When UpToGfx11 = {GFX6, GFX11};
static constexpr When UpToGfx120 = {GFX6, GFX12};
static constexpr When Gfx90A = {GFX90A, GFX942};
static constexpr When Gfx9On = {GFX9, GFX125};
static constexpr When OnlyGfx10 = {GFX10, GFX10};
static constexpr When Gfx10To11 = {GFX10, GFX11};
static constexpr When OnlyGfx11 = {GFX11, GFX11};
static constexpr When OnlyGfx120 = {GFX12, GFX12};
static constexpr When Gfx12On = {GFX12, GFX125};
static constexpr When OnlyGfx125 = {GFX125, GFX125};
static constexpr When PrologScratch = {GFX6, GFX125, Condition::PrologScratch};
static constexpr When ArchitectedScratch = {GFX6, GFX125,
                                            Condition::ArchitectedScratch};
static constexpr When Preloads = {GFX6, GFX125, Condition::KernargPreload};
static constexpr When NoPreloads = {GFX6, GFX125, Condition::NoKernargPreload};

//===----------------------------------------------------------------------===//
// What values mean
//===----------------------------------------------------------------------===//

/// spec/002, "Floating Point Rounding Mode Enumeration Values".
static constexpr StringLiteral RoundModes[] = {
    "round to nearest even", "round toward +infinity", "round toward -infinity",
    "round toward 0"};
/// spec/002, "Floating Point Denorm Mode Enumeration Values".
static constexpr StringLiteral DenormModes[] = {
    "flush source and destination denormals", "flush output denormals",
    "flush source denormals", "flush none"};
/// spec/002, "System VGPR Work-Item ID Enumeration Values".
static constexpr StringLiteral WorkItemIds[] = {"X", "X and Y", "X, Y and Z",
                                                "undefined"};
static constexpr StringLiteral WgpModes[] = {"CU mode", "WGP mode"};
static constexpr StringLiteral MemoryOrders[] = {
    "loads and samples complete out of order with each other",
    "loads and samples complete in order"};
static constexpr StringLiteral Schedulings[] = {
    "oldest wavefront first", "every wavefront makes some progress"};
static constexpr StringLiteral RoundRobins[] = {
    "wavefronts scheduled oldest first", "wavefronts scheduled round-robin"};
static constexpr StringLiteral NanClamps[] = {"clamp passes NaN through",
                                              "clamp turns NaN into 0"};
static constexpr StringLiteral Fp16Overflows[] = {
    "fp16 overflow gives infinity",
    "fp16 overflow clamps to the largest value"};
static constexpr StringLiteral ScratchVolatility[] = {
    "scratch is non-volatile where the instruction says so",
    "scratch is always non-volatile"};
static constexpr StringLiteral TgSplits[] = {
    "waves of a work-group share a CU",
    "waves of a work-group may be on different CUs"};
static constexpr StringLiteral TcpSplits[] = {"no preference",
                                              "LDS 0, cache 448 kB",
                                              "LDS 64 kB, cache 384 kB",
                                              "LDS 128 kB, cache 320 kB",
                                              "LDS 192 kB, cache 256 kB",
                                              "LDS 256 kB, cache 192 kB",
                                              "LDS 320 kB, cache 128 kB",
                                              "LDS 384 kB, cache 64 kB"};

static constexpr Reading RoundMode = {readNumber, RoundModes};
static constexpr Reading DenormMode = {readNumber, DenormModes};
static constexpr Reading WorkItemId = {readNumber, WorkItemIds};
static constexpr Reading WgpMode = {readNumber, WgpModes};
static constexpr Reading MemoryOrder = {readNumber, MemoryOrders};
static constexpr Reading Scheduling = {readNumber, Schedulings};
static constexpr Reading RoundRobin = {readNumber, RoundRobins};
static constexpr Reading NanClamp = {readNumber, NanClamps};
static constexpr Reading Fp16Overflow = {readNumber, Fp16Overflows};
static constexpr Reading ScratchIsNv = {readNumber, ScratchVolatility};
static constexpr Reading TgSplit = {readNumber, TgSplits};
static constexpr Reading TcpSplit = {readNumber, TcpSplits};

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr FieldRow DescriptorRows[] = {
    {Struct, 0, 32, "GROUP_SEGMENT_FIXED_SIZE", All, Value, Bytes},
    {Struct, 32, 32, "PRIVATE_SEGMENT_FIXED_SIZE", All, Value, Bytes},
    {Struct, 64, 32, "KERNARG_SIZE", All, Value, Bytes},
    {Struct, 96, 32, "RESERVED", All, Reserved, Number},
    {Struct,
     128,
     64,
     "KERNEL_CODE_ENTRY_BYTE_OFFSET",
     All,
     Value,
     {readEntryOffset}},
    // 20 bytes, in pieces that fit a value.
    {Struct, 192, 64, "RESERVED", All, Reserved, Number},
    {Struct, 256, 64, "RESERVED", All, Reserved, Number},
    {Struct, 320, 32, "RESERVED", All, Reserved, Number},

    // spec/002, "compute_pgm_rsrc3": reserved before GFX90A, then one layout
    // for GFX90A and GFX942, one for GFX10 and GFX11, one for GFX12.
    {Rsrc3, 0, 32, "RESERVED", BeforeGfx90A, Reserved, Number},
    {Rsrc3, 0, 6, "ACCUM_OFFSET", Gfx90A, Value, {readAccumOffset}},
    {Rsrc3, 6, 10, "RESERVED", Gfx90A, Reserved, Number},
    {Rsrc3, 16, 1, "TG_SPLIT", Gfx90A, Value, TgSplit},
    {Rsrc3, 17, 15, "RESERVED", Gfx90A, Reserved, Number},
    {Rsrc3, 0, 4, "SHARED_VGPR_COUNT", Gfx10To11, Value, {readSharedVgprs}},
    {Rsrc3, 4, 6, "INST_PREF_SIZE", OnlyGfx10, Reserved, Number},
    {Rsrc3, 4, 6, "INST_PREF_SIZE", OnlyGfx11, Value, {readPrefetchLines}},
    {Rsrc3, 10, 1, "TRAP_ON_START", OnlyGfx10, Reserved, Number},
    {Rsrc3, 10, 1, "TRAP_ON_START", OnlyGfx11, FilledByCp, Flag},
    {Rsrc3, 11, 1, "TRAP_ON_END", OnlyGfx10, Reserved, Number},
    {Rsrc3, 11, 1, "TRAP_ON_END", OnlyGfx11, FilledByCp, Flag},
    {Rsrc3, 12, 19, "RESERVED", Gfx10To11, Reserved, Number},
    {Rsrc3, 31, 1, "IMAGE_OP", OnlyGfx10, Reserved, Number},
    // "Not used for compute kernels that are not part of a graphics pipeline
    // and must be 0": a kernel that CP dispatches is never part of one.
    {Rsrc3, 31, 1, "IMAGE_OP", OnlyGfx11, Reserved, Flag},
    {Rsrc3, 0, 4, "RESERVED", Gfx12On, Reserved, Number},
    {Rsrc3, 4, 8, "INST_PREF_SIZE", Gfx12On, Value, {readPrefetchLines}},
    {Rsrc3, 12, 1, "RESERVED", Gfx12On, Reserved, Number},
    {Rsrc3, 13, 1, "GLG_EN", Gfx12On, Value, Flag},
    {Rsrc3, 14, 8, "RESERVED", OnlyGfx120, Reserved, Number},
    {Rsrc3, 14, 3, "NAMED_BAR_CNT", OnlyGfx125, Value, {readNamedBarriers}},
    {Rsrc3, 17, 1, "ENABLE_DYNAMIC_VGPR", OnlyGfx125, Value, Flag},
    {Rsrc3, 18, 3, "TCP_SPLIT", OnlyGfx125, Value, TcpSplit},
    {Rsrc3, 21, 1, "ENABLE_DIDT_THROTTLE", OnlyGfx125, Value, Flag},
    {Rsrc3, 22, 9, "RESERVED", Gfx12On, Reserved, Number},
    {Rsrc3, 31, 1, "IMAGE_OP", Gfx12On, Reserved, Flag},

    // spec/002, "compute_pgm_rsrc1 for GFX6-GFX12".
    {Rsrc1,
     0,
     6,
     "GRANULATED_WORKITEM_VGPR_COUNT",
     All,
     Value,
     {readVgprBlocks}},
    {Rsrc1,
     6,
     4,
     "GRANULATED_WAVEFRONT_SGPR_COUNT",
     UpToGfx9,
     Value,
     {readSgprBlocks}},
    {Rsrc1, 6, 4, "GRANULATED_WAVEFRONT_SGPR_COUNT", Gfx10On, Reserved, Number},
    {Rsrc1, 10, 2, "PRIORITY", All, FilledByCp, Number},
    {Rsrc1, 12, 2, "FLOAT_ROUND_MODE_32", All, Value, RoundMode},
    {Rsrc1, 14, 2, "FLOAT_ROUND_MODE_16_64", All, Value, RoundMode},
    {Rsrc1, 16, 2, "FLOAT_DENORM_MODE_32", All, Value, DenormMode},
    {Rsrc1, 18, 2, "FLOAT_DENORM_MODE_16_64", All, Value, DenormMode},
    {Rsrc1, 20, 1, "PRIV", All, FilledByCp, Flag},
    // The text begins with GFX9; the assembler and LLVM have both bits on
    // GFX6 to GFX8 too, as have the registers they are copied to. GFX11.7,
    // where both are reserved, has no processor yet.
    {Rsrc1, 21, 1, "ENABLE_DX10_CLAMP", UpToGfx11, Value, NanClamp},
    {Rsrc1, 21, 1, "WG_RR_EN", Gfx12On, Value, RoundRobin},
    {Rsrc1, 22, 1, "DEBUG_MODE", All, FilledByCp, Flag},
    {Rsrc1, 23, 1, "ENABLE_IEEE_MODE", UpToGfx11, Value, Flag},
    {Rsrc1, 23, 1, "DISABLE_PERF", Gfx12On, Reserved, Number},
    {Rsrc1, 24, 1, "BULKY", All, FilledByCp, Flag},
    {Rsrc1, 25, 1, "CDBG_USER", All, FilledByCp, Flag},
    {Rsrc1, 26, 1, "FP16_OVFL", UpToGfx8, Reserved, Number},
    {Rsrc1, 26, 1, "FP16_OVFL", Gfx9On, Value, Fp16Overflow},
    {Rsrc1, 27, 1, "RESERVED", UpToGfx120, Reserved, Number},
    {Rsrc1, 27, 1, "FLAT_SCRATCH_IS_NV", OnlyGfx125, Value, ScratchIsNv},
    {Rsrc1, 28, 1, "RESERVED", All, Reserved, Number},
    {Rsrc1, 29, 1, "WGP_MODE", UpToGfx9, Reserved, Number},
    {Rsrc1, 29, 1, "WGP_MODE", Gfx10On, Value, WgpMode},
    {Rsrc1, 30, 1, "MEM_ORDERED", UpToGfx9, Reserved, Number},
    {Rsrc1, 30, 1, "MEM_ORDERED", Gfx10On, Value, MemoryOrder},
    {Rsrc1, 31, 1, "FWD_PROGRESS", UpToGfx9, Reserved, Number},
    {Rsrc1, 31, 1, "FWD_PROGRESS", Gfx10On, Value, Scheduling},

    // spec/002, "compute_pgm_rsrc2 for GFX6-GFX12".
    {Rsrc2, 0, 1, "ENABLE_PRIVATE_SEGMENT", All, Value, Flag},
    {Rsrc2, 1, 5, "USER_SGPR_COUNT", UpToGfx120, Value, {readUserSgprs}},
    {Rsrc2, 1, 6, "USER_SGPR_COUNT", OnlyGfx125, Value, {readUserSgprs}},
    {Rsrc2, 6, 1, "ENABLE_TRAP_HANDLER", UpToGfx11, FilledByCp, Flag},
    {Rsrc2, 6, 1, "ENABLE_DYNAMIC_VGPR", OnlyGfx120, Value, Flag},
    {Rsrc2, 7, 1, "ENABLE_SGPR_WORKGROUP_ID_X", All, Value, Flag},
    {Rsrc2, 8, 1, "ENABLE_SGPR_WORKGROUP_ID_Y", All, Value, Flag},
    {Rsrc2, 9, 1, "ENABLE_SGPR_WORKGROUP_ID_Z", All, Value, Flag},
    {Rsrc2, 10, 1, "ENABLE_SGPR_WORKGROUP_INFO", All, Value, Flag},
    {Rsrc2, 11, 2, "ENABLE_VGPR_WORKITEM_ID", All, Value, WorkItemId},
    {Rsrc2, 13, 1, "ENABLE_EXCEPTION_ADDRESS_WATCH", All, FilledByCp, Flag},
    {Rsrc2, 14, 1, "ENABLE_EXCEPTION_MEMORY", All, FilledByCp, Flag},
    {Rsrc2, 15, 9, "GRANULATED_LDS_SIZE", All, FilledByCp, {readLdsBlocks}},
    {Rsrc2, 24, 1, "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION", All, Value,
     Flag},
    {Rsrc2, 25, 1, "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE", All, Value, Flag},
    {Rsrc2, 26, 1, "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO", All, Value,
     Flag},
    {Rsrc2, 27, 1, "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW", All, Value, Flag},
    {Rsrc2, 28, 1, "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW", All, Value, Flag},
    {Rsrc2, 29, 1, "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT", All, Value, Flag},
    {Rsrc2, 30, 1, "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO", All, Value, Flag},
    {Rsrc2, 31, 1, "RESERVED", All, Reserved, Number},

    // Bits 448 to 463 of the structure.
    {CodeProperties, 0, 1, "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", PrologScratch,
     Value, Flag},
    {CodeProperties, 0, 1, "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER",
     ArchitectedScratch, Reserved, Number},
    {CodeProperties, 1, 1, "ENABLE_SGPR_DISPATCH_PTR", All, Value, Flag},
    {CodeProperties, 2, 1, "ENABLE_SGPR_QUEUE_PTR", All, Value, Flag},
    {CodeProperties, 3, 1, "ENABLE_SGPR_KERNARG_SEGMENT_PTR", All, Value, Flag},
    {CodeProperties, 4, 1, "ENABLE_SGPR_DISPATCH_ID", All, Value, Flag},
    {CodeProperties, 5, 1, "ENABLE_SGPR_FLAT_SCRATCH_INIT", PrologScratch,
     Value, Flag},
    {CodeProperties, 5, 1, "ENABLE_SGPR_FLAT_SCRATCH_INIT", ArchitectedScratch,
     Reserved, Number},
    {CodeProperties, 6, 1, "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", All, Value,
     Flag},
    {CodeProperties, 7, 3, "RESERVED", All, Reserved, Number},
    {CodeProperties, 10, 1, "ENABLE_WAVEFRONT_SIZE32", UpToGfx9, Reserved,
     Number},
    {CodeProperties, 10, 1, "ENABLE_WAVEFRONT_SIZE32", Gfx10On, Value,
     WaveSize},
    {CodeProperties, 11, 1, "USES_DYNAMIC_STACK", All, Value, Flag},
    {CodeProperties, 12, 4, "RESERVED", All, Reserved, Number},

    // Bits 464 to 479. The text names GFX90A and GFX942; every processor that
    // the assembler lets preload has the fields, GFX125x among them.
    {KernargPreload,
     0,
     7,
     "KERNARG_PRELOAD_SPEC_LENGTH",
     Preloads,
     Value,
     {readDwords}},
    {KernargPreload, 0, 7, "KERNARG_PRELOAD_SPEC_LENGTH", NoPreloads, Reserved,
     Number},
    {KernargPreload,
     7,
     9,
     "KERNARG_PRELOAD_SPEC_OFFSET",
     Preloads,
     Value,
     {readKernargDword}},
    {KernargPreload, 7, 9, "KERNARG_PRELOAD_SPEC_OFFSET", NoPreloads, Reserved,
     Number},
    {Struct, 480, 32, "RESERVED", All, Reserved, Number},
};

llvm::ArrayRef<FieldRow> descriptorFields() { return DescriptorRows; }

llvm::ArrayRef<FieldRow> sharedFields() {
  auto InShared = [](const FieldRow &Row) {
    return Row.Word == Rsrc1 || Row.Word == Rsrc2;
  };
  const FieldRow *First = llvm::find_if(DescriptorRows, InShared);
  const FieldRow *Last =
      std::find_if_not(First, std::end(DescriptorRows), InShared);
  return llvm::ArrayRef(First, Last);
}

} // namespace fencepost
