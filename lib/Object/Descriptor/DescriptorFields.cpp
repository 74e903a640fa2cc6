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
#include "FieldReadings.h"
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
static constexpr When PrologScratch = {.Needs = Condition::PrologScratch};
static constexpr When ArchitectedScratch = {.Needs =
                                                Condition::ArchitectedScratch};
static constexpr When Preloads = {.Needs = Condition::KernargPreload};
static constexpr When NoPreloads = {.Needs = Condition::NoKernargPreload};

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

static constexpr Reading RoundMode = {.Choices = RoundModes};
static constexpr Reading DenormMode = {.Choices = DenormModes};
static constexpr Reading WorkItemId = {.Choices = WorkItemIds};
static constexpr Reading WgpMode = {.Choices = WgpModes};
static constexpr Reading MemoryOrder = {.Choices = MemoryOrders};
static constexpr Reading Scheduling = {.Choices = Schedulings};
static constexpr Reading RoundRobin = {.Choices = RoundRobins};
static constexpr Reading NanClamp = {.Choices = NanClamps};
static constexpr Reading Fp16Overflow = {.Choices = Fp16Overflows};
static constexpr Reading ScratchIsNv = {.Choices = ScratchVolatility};
static constexpr Reading TgSplit = {.Choices = TgSplits};
static constexpr Reading TcpSplit = {.Choices = TcpSplits};

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr FieldRow DescriptorRows[] = {
    // clang-format off
    {.Word = Struct, .Bit = 0, .Width = 32, .Name = "GROUP_SEGMENT_FIXED_SIZE",
     .Read = Bytes},
    {.Word = Struct, .Bit = 32, .Width = 32,
     .Name = "PRIVATE_SEGMENT_FIXED_SIZE", .Read = Bytes},
    {.Word = Struct, .Bit = 64, .Width = 32, .Name = "KERNARG_SIZE",
     .Read = Bytes},
    {.Word = Struct, .Bit = 96, .Width = 32, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 128, .Width = 64,
     .Name = "KERNEL_CODE_ENTRY_BYTE_OFFSET", .Read = {readEntryOffset}},
    // 20 bytes, in pieces that fit a value.
    {.Word = Struct, .Bit = 192, .Width = 64, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 256, .Width = 64, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 320, .Width = 32, .Name = "RESERVED",
     .Rule = Reserved},

    // spec/002, "compute_pgm_rsrc3": reserved before GFX90A, then one layout
    // for GFX90A and GFX942, one for GFX10 and GFX11, one for GFX12.
    {.Word = Rsrc3, .Bit = 0, .Width = 32, .Name = "RESERVED",
     .Applies = BeforeGfx90A, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 0, .Width = 6, .Name = "ACCUM_OFFSET",
     .Applies = Gfx90A, .Read = {readAccumOffset}},
    {.Word = Rsrc3, .Bit = 6, .Width = 10, .Name = "RESERVED",
     .Applies = Gfx90A, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 16, .Width = 1, .Name = "TG_SPLIT",
     .Applies = Gfx90A, .Read = TgSplit},
    {.Word = Rsrc3, .Bit = 17, .Width = 15, .Name = "RESERVED",
     .Applies = Gfx90A, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 0, .Width = 4, .Name = "SHARED_VGPR_COUNT",
     .Applies = Gfx10To11, .Read = {readSharedVgprs}},
    {.Word = Rsrc3, .Bit = 4, .Width = 6, .Name = "INST_PREF_SIZE",
     .Applies = OnlyGfx10, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 4, .Width = 6, .Name = "INST_PREF_SIZE",
     .Applies = OnlyGfx11, .Read = {readPrefetchLines}},
    {.Word = Rsrc3, .Bit = 10, .Width = 1, .Name = "TRAP_ON_START",
     .Applies = OnlyGfx10, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 10, .Width = 1, .Name = "TRAP_ON_START",
     .Applies = OnlyGfx11, .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc3, .Bit = 11, .Width = 1, .Name = "TRAP_ON_END",
     .Applies = OnlyGfx10, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 11, .Width = 1, .Name = "TRAP_ON_END",
     .Applies = OnlyGfx11, .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc3, .Bit = 12, .Width = 19, .Name = "RESERVED",
     .Applies = Gfx10To11, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 31, .Width = 1, .Name = "IMAGE_OP",
     .Applies = OnlyGfx10, .Rule = Reserved},
    // "Not used for compute kernels that are not part of a graphics pipeline
    // and must be 0": a kernel that CP dispatches is never part of one.
    {.Word = Rsrc3, .Bit = 31, .Width = 1, .Name = "IMAGE_OP",
     .Applies = OnlyGfx11, .Rule = Reserved, .Read = Flag},
    {.Word = Rsrc3, .Bit = 0, .Width = 4, .Name = "RESERVED",
     .Applies = Gfx12On, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 4, .Width = 8, .Name = "INST_PREF_SIZE",
     .Applies = Gfx12On, .Read = {readPrefetchLines}},
    {.Word = Rsrc3, .Bit = 12, .Width = 1, .Name = "RESERVED",
     .Applies = Gfx12On, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 13, .Width = 1, .Name = "GLG_EN", .Applies = Gfx12On,
     .Read = Flag},
    {.Word = Rsrc3, .Bit = 14, .Width = 8, .Name = "RESERVED",
     .Applies = OnlyGfx120, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 14, .Width = 3, .Name = "NAMED_BAR_CNT",
     .Applies = OnlyGfx125, .Read = {readNamedBarriers}},
    {.Word = Rsrc3, .Bit = 17, .Width = 1, .Name = "ENABLE_DYNAMIC_VGPR",
     .Applies = OnlyGfx125, .Read = Flag},
    {.Word = Rsrc3, .Bit = 18, .Width = 3, .Name = "TCP_SPLIT",
     .Applies = OnlyGfx125, .Read = TcpSplit},
    {.Word = Rsrc3, .Bit = 21, .Width = 1, .Name = "ENABLE_DIDT_THROTTLE",
     .Applies = OnlyGfx125, .Read = Flag},
    {.Word = Rsrc3, .Bit = 22, .Width = 9, .Name = "RESERVED",
     .Applies = Gfx12On, .Rule = Reserved},
    {.Word = Rsrc3, .Bit = 31, .Width = 1, .Name = "IMAGE_OP",
     .Applies = Gfx12On, .Rule = Reserved, .Read = Flag},

    // spec/002, "compute_pgm_rsrc1 for GFX6-GFX12".
    {.Word = Rsrc1, .Bit = 0, .Width = 6,
     .Name = "GRANULATED_WORKITEM_VGPR_COUNT", .Read = {readVgprBlocks}},
    {.Word = Rsrc1, .Bit = 6, .Width = 4,
     .Name = "GRANULATED_WAVEFRONT_SGPR_COUNT", .Applies = UpToGfx9,
     .Read = {readSgprBlocks}},
    {.Word = Rsrc1, .Bit = 6, .Width = 4,
     .Name = "GRANULATED_WAVEFRONT_SGPR_COUNT", .Applies = Gfx10On,
     .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 10, .Width = 2, .Name = "PRIORITY",
     .Rule = FilledByCp},
    {.Word = Rsrc1, .Bit = 12, .Width = 2, .Name = "FLOAT_ROUND_MODE_32",
     .Read = RoundMode},
    {.Word = Rsrc1, .Bit = 14, .Width = 2, .Name = "FLOAT_ROUND_MODE_16_64",
     .Read = RoundMode},
    {.Word = Rsrc1, .Bit = 16, .Width = 2, .Name = "FLOAT_DENORM_MODE_32",
     .Read = DenormMode},
    {.Word = Rsrc1, .Bit = 18, .Width = 2, .Name = "FLOAT_DENORM_MODE_16_64",
     .Read = DenormMode},
    {.Word = Rsrc1, .Bit = 20, .Width = 1, .Name = "PRIV", .Rule = FilledByCp,
     .Read = Flag},
    // The text begins with GFX9; the assembler and LLVM have both bits on
    // GFX6 to GFX8 too, as have the registers they are copied to. GFX11.7,
    // where both are reserved, has no processor yet.
    {.Word = Rsrc1, .Bit = 21, .Width = 1, .Name = "ENABLE_DX10_CLAMP",
     .Applies = UpToGfx11, .Read = NanClamp},
    {.Word = Rsrc1, .Bit = 21, .Width = 1, .Name = "WG_RR_EN",
     .Applies = Gfx12On, .Read = RoundRobin},
    {.Word = Rsrc1, .Bit = 22, .Width = 1, .Name = "DEBUG_MODE",
     .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc1, .Bit = 23, .Width = 1, .Name = "ENABLE_IEEE_MODE",
     .Applies = UpToGfx11, .Read = Flag},
    {.Word = Rsrc1, .Bit = 23, .Width = 1, .Name = "DISABLE_PERF",
     .Applies = Gfx12On, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 24, .Width = 1, .Name = "BULKY", .Rule = FilledByCp,
     .Read = Flag},
    {.Word = Rsrc1, .Bit = 25, .Width = 1, .Name = "CDBG_USER",
     .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc1, .Bit = 26, .Width = 1, .Name = "FP16_OVFL",
     .Applies = UpToGfx8, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 26, .Width = 1, .Name = "FP16_OVFL",
     .Applies = Gfx9On, .Read = Fp16Overflow},
    {.Word = Rsrc1, .Bit = 27, .Width = 1, .Name = "RESERVED",
     .Applies = UpToGfx120, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 27, .Width = 1, .Name = "FLAT_SCRATCH_IS_NV",
     .Applies = OnlyGfx125, .Read = ScratchIsNv},
    {.Word = Rsrc1, .Bit = 28, .Width = 1, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 29, .Width = 1, .Name = "WGP_MODE",
     .Applies = UpToGfx9, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 29, .Width = 1, .Name = "WGP_MODE",
     .Applies = Gfx10On, .Read = WgpMode},
    {.Word = Rsrc1, .Bit = 30, .Width = 1, .Name = "MEM_ORDERED",
     .Applies = UpToGfx9, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 30, .Width = 1, .Name = "MEM_ORDERED",
     .Applies = Gfx10On, .Read = MemoryOrder},
    {.Word = Rsrc1, .Bit = 31, .Width = 1, .Name = "FWD_PROGRESS",
     .Applies = UpToGfx9, .Rule = Reserved},
    {.Word = Rsrc1, .Bit = 31, .Width = 1, .Name = "FWD_PROGRESS",
     .Applies = Gfx10On, .Read = Scheduling},

    // spec/002, "compute_pgm_rsrc2 for GFX6-GFX12".
    {.Word = Rsrc2, .Bit = 0, .Width = 1, .Name = "ENABLE_PRIVATE_SEGMENT",
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 1, .Width = 5, .Name = "USER_SGPR_COUNT",
     .Applies = UpToGfx120, .Read = {readUserSgprs}},
    {.Word = Rsrc2, .Bit = 1, .Width = 6, .Name = "USER_SGPR_COUNT",
     .Applies = OnlyGfx125, .Read = {readUserSgprs}},
    {.Word = Rsrc2, .Bit = 6, .Width = 1, .Name = "ENABLE_TRAP_HANDLER",
     .Applies = UpToGfx11, .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc2, .Bit = 6, .Width = 1, .Name = "ENABLE_DYNAMIC_VGPR",
     .Applies = OnlyGfx120, .Read = Flag},
    {.Word = Rsrc2, .Bit = 7, .Width = 1, .Name = "ENABLE_SGPR_WORKGROUP_ID_X",
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 8, .Width = 1, .Name = "ENABLE_SGPR_WORKGROUP_ID_Y",
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 9, .Width = 1, .Name = "ENABLE_SGPR_WORKGROUP_ID_Z",
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 10, .Width = 1, .Name = "ENABLE_SGPR_WORKGROUP_INFO",
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 11, .Width = 2, .Name = "ENABLE_VGPR_WORKITEM_ID",
     .Read = WorkItemId},
    {.Word = Rsrc2, .Bit = 13, .Width = 1,
     .Name = "ENABLE_EXCEPTION_ADDRESS_WATCH", .Rule = FilledByCp,
     .Read = Flag},
    {.Word = Rsrc2, .Bit = 14, .Width = 1, .Name = "ENABLE_EXCEPTION_MEMORY",
     .Rule = FilledByCp, .Read = Flag},
    {.Word = Rsrc2, .Bit = 15, .Width = 9, .Name = "GRANULATED_LDS_SIZE",
     .Rule = FilledByCp, .Read = {readLdsBlocks}},
    {.Word = Rsrc2, .Bit = 24, .Width = 1,
     .Name = "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION", .Read = Flag},
    {.Word = Rsrc2, .Bit = 25, .Width = 1,
     .Name = "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE", .Read = Flag},
    {.Word = Rsrc2, .Bit = 26, .Width = 1,
     .Name = "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO", .Read = Flag},
    {.Word = Rsrc2, .Bit = 27, .Width = 1,
     .Name = "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW", .Read = Flag},
    {.Word = Rsrc2, .Bit = 28, .Width = 1,
     .Name = "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW", .Read = Flag},
    {.Word = Rsrc2, .Bit = 29, .Width = 1,
     .Name = "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT", .Read = Flag},
    {.Word = Rsrc2, .Bit = 30, .Width = 1,
     .Name = "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO", .Read = Flag},
    {.Word = Rsrc2, .Bit = 31, .Width = 1, .Name = "RESERVED",
     .Rule = Reserved},

    // Bits 448 to 463 of the structure.
    {.Word = CodeProperties, .Bit = 0, .Width = 1,
     .Name = "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", .Applies = PrologScratch,
     .Read = Flag},
    {.Word = CodeProperties, .Bit = 0, .Width = 1,
     .Name = "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER",
     .Applies = ArchitectedScratch, .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 1, .Width = 1,
     .Name = "ENABLE_SGPR_DISPATCH_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 2, .Width = 1,
     .Name = "ENABLE_SGPR_QUEUE_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 3, .Width = 1,
     .Name = "ENABLE_SGPR_KERNARG_SEGMENT_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 4, .Width = 1,
     .Name = "ENABLE_SGPR_DISPATCH_ID", .Read = Flag},
    {.Word = CodeProperties, .Bit = 5, .Width = 1,
     .Name = "ENABLE_SGPR_FLAT_SCRATCH_INIT", .Applies = PrologScratch,
     .Read = Flag},
    {.Word = CodeProperties, .Bit = 5, .Width = 1,
     .Name = "ENABLE_SGPR_FLAT_SCRATCH_INIT", .Applies = ArchitectedScratch,
     .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 6, .Width = 1,
     .Name = "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", .Read = Flag},
    {.Word = CodeProperties, .Bit = 7, .Width = 3, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 10, .Width = 1,
     .Name = "ENABLE_WAVEFRONT_SIZE32", .Applies = UpToGfx9, .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 10, .Width = 1,
     .Name = "ENABLE_WAVEFRONT_SIZE32", .Applies = Gfx10On, .Read = WaveSize},
    {.Word = CodeProperties, .Bit = 11, .Width = 1,
     .Name = "USES_DYNAMIC_STACK", .Read = Flag},
    {.Word = CodeProperties, .Bit = 12, .Width = 4, .Name = "RESERVED",
     .Rule = Reserved},

    // Bits 464 to 479. The text names GFX90A and GFX942; every processor that
    // the assembler lets preload has the fields, GFX125x among them.
    {.Word = KernargPreload, .Bit = 0, .Width = 7,
     .Name = "KERNARG_PRELOAD_SPEC_LENGTH", .Applies = Preloads,
     .Read = {readDwords}},
    {.Word = KernargPreload, .Bit = 0, .Width = 7,
     .Name = "KERNARG_PRELOAD_SPEC_LENGTH", .Applies = NoPreloads,
     .Rule = Reserved},
    {.Word = KernargPreload, .Bit = 7, .Width = 9,
     .Name = "KERNARG_PRELOAD_SPEC_OFFSET", .Applies = Preloads,
     .Read = {readKernargDword}},
    {.Word = KernargPreload, .Bit = 7, .Width = 9,
     .Name = "KERNARG_PRELOAD_SPEC_OFFSET", .Applies = NoPreloads,
     .Rule = Reserved},
    {.Word = Struct, .Bit = 480, .Width = 32, .Name = "RESERVED",
     .Rule = Reserved},
    // clang-format on
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
