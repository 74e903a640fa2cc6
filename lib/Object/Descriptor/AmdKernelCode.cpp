//===- AmdKernelCode.cpp - amd_kernel_code_t, the header of V2 kernels ----===//
// The rows that amd_kernel_code_t has of its own; those of compute_pgm_rsrc1
// and compute_pgm_rsrc2 it shares with the kernel descriptor. Everything that
// can be asked about a descriptor is answered by the same code through a
// FieldView. Tested by unittests/Object/AmdKernelCodeTest.cpp with LLVM's
// assembler as the oracle.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/AmdKernelCode.h"
#include "DescriptorFields.h"
#include "FieldReadings.h"
#include "llvm/Support/Endian.h"
#include <cstring>

using namespace llvm::support;
using llvm::StringLiteral;

namespace fencepost {

using enum FieldRule;
using enum FieldWord;

static std::string readPowerOfTwo(uint64_t Value, const KernelContext &) {
  if (Value > 63)
    return "2^" + std::to_string(Value);
  return std::to_string(uint64_t(1) << Value);
}

static std::string readCallConvention(uint64_t Value, const KernelContext &) {
  return Value == 0xffffffff ? "none: no indirect functions"
                             : std::to_string(Value);
}

static std::string readPrefetchOffset(uint64_t Value, const KernelContext &) {
  return std::to_string(static_cast<int64_t>(Value)) +
         " bytes from the start of this structure";
}

static constexpr StringLiteral MachineKinds[] = {"undefined", "AMDGPU"};
static constexpr StringLiteral ElementSizes[] = {"2 bytes", "4 bytes",
                                                 "8 bytes", "16 bytes"};
static constexpr Reading MachineKind = {.Choices = MachineKinds};
static constexpr Reading ElementSize = {.Choices = ElementSizes};
static constexpr Reading PowerOfTwo = {readPowerOfTwo};

static constexpr FieldRow AmdKernelCodeRows[] = {
    // clang-format off
    {.Word = Struct, .Bit = 0, .Width = 32,
     .Name = "amd_kernel_code_version_major"},
    {.Word = Struct, .Bit = 32, .Width = 32,
     .Name = "amd_kernel_code_version_minor"},
    {.Word = Struct, .Bit = 64, .Width = 16, .Name = "amd_machine_kind",
     .Read = MachineKind},
    {.Word = Struct, .Bit = 80, .Width = 16,
     .Name = "amd_machine_version_major"},
    {.Word = Struct, .Bit = 96, .Width = 16,
     .Name = "amd_machine_version_minor"},
    {.Word = Struct, .Bit = 112, .Width = 16,
     .Name = "amd_machine_version_stepping"},
    {.Word = Struct, .Bit = 128, .Width = 64,
     .Name = "kernel_code_entry_byte_offset", .Read = {readEntryOffset}},
    {.Word = Struct, .Bit = 192, .Width = 64,
     .Name = "kernel_code_prefetch_byte_offset", .Read = {readPrefetchOffset}},
    {.Word = Struct, .Bit = 256, .Width = 64,
     .Name = "kernel_code_prefetch_byte_size", .Read = Bytes},
    {.Word = Struct, .Bit = 320, .Width = 64,
     .Name = "max_scratch_backing_memory_byte_size", .Read = Bytes},

    {.Word = CodeProperties, .Bit = 0, .Width = 1,
     .Name = "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", .Read = Flag},
    {.Word = CodeProperties, .Bit = 1, .Width = 1,
     .Name = "ENABLE_SGPR_DISPATCH_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 2, .Width = 1,
     .Name = "ENABLE_SGPR_QUEUE_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 3, .Width = 1,
     .Name = "ENABLE_SGPR_KERNARG_SEGMENT_PTR", .Read = Flag},
    {.Word = CodeProperties, .Bit = 4, .Width = 1,
     .Name = "ENABLE_SGPR_DISPATCH_ID", .Read = Flag},
    {.Word = CodeProperties, .Bit = 5, .Width = 1,
     .Name = "ENABLE_SGPR_FLAT_SCRATCH_INIT", .Read = Flag},
    {.Word = CodeProperties, .Bit = 6, .Width = 1,
     .Name = "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", .Read = Flag},
    {.Word = CodeProperties, .Bit = 7, .Width = 1,
     .Name = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_X", .Read = Flag},
    {.Word = CodeProperties, .Bit = 8, .Width = 1,
     .Name = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Y", .Read = Flag},
    {.Word = CodeProperties, .Bit = 9, .Width = 1,
     .Name = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Z", .Read = Flag},
    {.Word = CodeProperties, .Bit = 10, .Width = 1,
     .Name = "ENABLE_WAVEFRONT_SIZE32", .Applies = UpToGfx9, .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 10, .Width = 1,
     .Name = "ENABLE_WAVEFRONT_SIZE32", .Applies = Gfx10On, .Read = WaveSize},
    {.Word = CodeProperties, .Bit = 11, .Width = 5, .Name = "RESERVED",
     .Rule = Reserved},
    {.Word = CodeProperties, .Bit = 16, .Width = 1,
     .Name = "ENABLE_ORDERED_APPEND_GDS", .Read = Flag},
    {.Word = CodeProperties, .Bit = 17, .Width = 2,
     .Name = "PRIVATE_ELEMENT_SIZE", .Read = ElementSize},
    {.Word = CodeProperties, .Bit = 19, .Width = 1, .Name = "IS_PTR64",
     .Read = Flag},
    {.Word = CodeProperties, .Bit = 20, .Width = 1,
     .Name = "IS_DYNAMIC_CALLSTACK", .Read = Flag},
    {.Word = CodeProperties, .Bit = 21, .Width = 1, .Name = "IS_DEBUG_ENABLED",
     .Read = Flag},
    {.Word = CodeProperties, .Bit = 22, .Width = 1, .Name = "IS_XNACK_ENABLED",
     .Read = Flag},
    {.Word = CodeProperties, .Bit = 23, .Width = 9, .Name = "RESERVED",
     .Rule = Reserved},

    {.Word = Struct, .Bit = 480, .Width = 32,
     .Name = "workitem_private_segment_byte_size", .Read = Bytes},
    {.Word = Struct, .Bit = 512, .Width = 32,
     .Name = "workgroup_group_segment_byte_size", .Read = Bytes},
    {.Word = Struct, .Bit = 544, .Width = 32, .Name = "gds_segment_byte_size",
     .Read = Bytes},
    {.Word = Struct, .Bit = 576, .Width = 64,
     .Name = "kernarg_segment_byte_size", .Read = Bytes},
    {.Word = Struct, .Bit = 640, .Width = 32,
     .Name = "workgroup_fbarrier_count"},
    {.Word = Struct, .Bit = 672, .Width = 16, .Name = "wavefront_sgpr_count"},
    {.Word = Struct, .Bit = 688, .Width = 16, .Name = "workitem_vgpr_count"},
    {.Word = Struct, .Bit = 704, .Width = 16, .Name = "reserved_vgpr_first"},
    {.Word = Struct, .Bit = 720, .Width = 16, .Name = "reserved_vgpr_count"},
    {.Word = Struct, .Bit = 736, .Width = 16, .Name = "reserved_sgpr_first"},
    {.Word = Struct, .Bit = 752, .Width = 16, .Name = "reserved_sgpr_count"},
    {.Word = Struct, .Bit = 768, .Width = 16,
     .Name = "debug_wavefront_private_segment_offset_sgpr"},
    {.Word = Struct, .Bit = 784, .Width = 16,
     .Name = "debug_private_segment_buffer_sgpr"},
    {.Word = Struct, .Bit = 800, .Width = 8,
     .Name = "kernarg_segment_alignment", .Read = PowerOfTwo},
    {.Word = Struct, .Bit = 808, .Width = 8, .Name = "group_segment_alignment",
     .Read = PowerOfTwo},
    {.Word = Struct, .Bit = 816, .Width = 8,
     .Name = "private_segment_alignment", .Read = PowerOfTwo},
    {.Word = Struct, .Bit = 824, .Width = 8, .Name = "wavefront_size",
     .Read = PowerOfTwo},
    {.Word = Struct, .Bit = 832, .Width = 32, .Name = "call_convention",
     .Read = {readCallConvention}},
    {.Word = Struct, .Bit = 864, .Width = 64, .Name = "reserved1",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 928, .Width = 32, .Name = "reserved1",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 960, .Width = 64,
     .Name = "runtime_loader_kernel_symbol"},

    // amd_control_directives_t.
    {.Word = Struct, .Bit = 1024, .Width = 64,
     .Name = "enabled_control_directives"},
    {.Word = Struct, .Bit = 1088, .Width = 16,
     .Name = "enable_break_exceptions"},
    {.Word = Struct, .Bit = 1104, .Width = 16,
     .Name = "enable_detect_exceptions"},
    {.Word = Struct, .Bit = 1120, .Width = 32, .Name = "max_dynamic_group_size",
     .Read = Bytes},
    {.Word = Struct, .Bit = 1152, .Width = 64, .Name = "max_flat_grid_size"},
    {.Word = Struct, .Bit = 1216, .Width = 32,
     .Name = "max_flat_workgroup_size"},
    {.Word = Struct, .Bit = 1248, .Width = 8, .Name = "required_dim"},
    {.Word = Struct, .Bit = 1256, .Width = 24, .Name = "reserved1",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1280, .Width = 64, .Name = "required_grid_size_x"},
    {.Word = Struct, .Bit = 1344, .Width = 64, .Name = "required_grid_size_y"},
    {.Word = Struct, .Bit = 1408, .Width = 64, .Name = "required_grid_size_z"},
    {.Word = Struct, .Bit = 1472, .Width = 32,
     .Name = "required_workgroup_size_x"},
    {.Word = Struct, .Bit = 1504, .Width = 32,
     .Name = "required_workgroup_size_y"},
    {.Word = Struct, .Bit = 1536, .Width = 32,
     .Name = "required_workgroup_size_z"},
    // 60 bytes, in pieces that fit a value.
    {.Word = Struct, .Bit = 1568, .Width = 32, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1600, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1664, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1728, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1792, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1856, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1920, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    {.Word = Struct, .Bit = 1984, .Width = 64, .Name = "reserved2",
     .Rule = Reserved},
    // clang-format on
};

AmdKernelCode AmdKernelCode::read(llvm::ArrayRef<uint8_t> From) {
  assert(From.size() >= Size && "caller checks the size");
  const uint8_t *Start = From.data();
  AmdKernelCode K;
  K.VersionMajor = endian::read32le(Start);
  K.VersionMinor = endian::read32le(Start + 4);
  K.Machine = {endian::read16le(Start + 10), endian::read16le(Start + 12),
               endian::read16le(Start + 14)};
  K.EntryByteOffset = static_cast<int64_t>(endian::read64le(Start + 16));
  K.Rsrc1 = endian::read32le(Start + 48);
  K.Rsrc2 = endian::read32le(Start + 52);
  K.CodeProperties = endian::read32le(Start + 56);
  K.PrivateSegmentSize = endian::read32le(Start + 60);
  K.GroupSegmentSize = endian::read32le(Start + 64);
  K.KernargSize = endian::read64le(Start + 72);
  K.SgprCount = endian::read16le(Start + 84);
  K.VgprCount = endian::read16le(Start + 86);
  std::memcpy(K.Bytes.data(), Start, Size);
  return K;
}

static FieldView viewOf(const AmdKernelCode &K, const Processor &P) {
  // Struct, then rsrc1, rsrc2, no rsrc3, the code properties, no preload.
  return {.Bytes = K.Bytes,
          .WordBit = {0, 384, 416, 0, 448, 0},
          .Tables = {AmdKernelCodeRows, sharedFields()},
          .Proc = P,
          .CpFillsIn = false};
}

std::vector<DecodedField> decode(const AmdKernelCode &K, const Processor &P) {
  return decodeFields(viewOf(K, P));
}

KernelResources resourcesOf(const AmdKernelCode &K, const Processor &P) {
  FieldView F = viewOf(K, P);
  KernelResources R = resourcesIn(F);
  R.UsesDynamicStack = F["IS_DYNAMIC_CALLSTACK"];
  R.LdsBytes = K.GroupSegmentSize;
  R.ScratchBytes = K.PrivateSegmentSize;
  R.KernargBytes = K.KernargSize;
  return R;
}

std::vector<InitialRegister> initialRegisters(const AmdKernelCode &K,
                                              const Processor &P) {
  return initialRegistersIn(viewOf(K, P));
}

std::vector<Finding> checkKernelCode(const AmdKernelCode &K, const Processor &P,
                                     const Location &Where) {
  return checkFields(viewOf(K, P), resourcesOf(K, P), Where);
}

} // namespace fencepost
