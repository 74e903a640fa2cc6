//===- AmdKernelCode.cpp - amd_kernel_code_t, the header of V2 kernels ----===//
// The rows that amd_kernel_code_t has of its own; those of compute_pgm_rsrc1
// and compute_pgm_rsrc2 it shares with the kernel descriptor. Everything that
// can be asked about a descriptor is answered by the same code through a
// FieldView. Tested by unittests/Object/AmdKernelCodeTest.cpp with LLVM's
// assembler as the oracle.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/AmdKernelCode.h"
#include "DescriptorFields.h"
#include "DescriptorFieldsReadings.h"
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
static constexpr Reading MachineKind = {readNumber, MachineKinds};
static constexpr Reading ElementSize = {readNumber, ElementSizes};
static constexpr Reading PowerOfTwo = {readPowerOfTwo};

static constexpr FieldRow AmdKernelCodeRows[] = {
    {Struct, 0, 32, "amd_kernel_code_version_major", All, Value, Number},
    {Struct, 32, 32, "amd_kernel_code_version_minor", All, Value, Number},
    {Struct, 64, 16, "amd_machine_kind", All, Value, MachineKind},
    {Struct, 80, 16, "amd_machine_version_major", All, Value, Number},
    {Struct, 96, 16, "amd_machine_version_minor", All, Value, Number},
    {Struct, 112, 16, "amd_machine_version_stepping", All, Value, Number},
    {Struct,
     128,
     64,
     "kernel_code_entry_byte_offset",
     All,
     Value,
     {readEntryOffset}},
    {Struct,
     192,
     64,
     "kernel_code_prefetch_byte_offset",
     All,
     Value,
     {readPrefetchOffset}},
    {Struct, 256, 64, "kernel_code_prefetch_byte_size", All, Value, Bytes},
    {Struct, 320, 64, "max_scratch_backing_memory_byte_size", All, Value,
     Bytes},

    {CodeProperties, 0, 1, "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", All, Value,
     Flag},
    {CodeProperties, 1, 1, "ENABLE_SGPR_DISPATCH_PTR", All, Value, Flag},
    {CodeProperties, 2, 1, "ENABLE_SGPR_QUEUE_PTR", All, Value, Flag},
    {CodeProperties, 3, 1, "ENABLE_SGPR_KERNARG_SEGMENT_PTR", All, Value, Flag},
    {CodeProperties, 4, 1, "ENABLE_SGPR_DISPATCH_ID", All, Value, Flag},
    {CodeProperties, 5, 1, "ENABLE_SGPR_FLAT_SCRATCH_INIT", All, Value, Flag},
    {CodeProperties, 6, 1, "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", All, Value,
     Flag},
    {CodeProperties, 7, 1, "ENABLE_SGPR_GRID_WORKGROUP_COUNT_X", All, Value,
     Flag},
    {CodeProperties, 8, 1, "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Y", All, Value,
     Flag},
    {CodeProperties, 9, 1, "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Z", All, Value,
     Flag},
    {CodeProperties, 10, 1, "ENABLE_WAVEFRONT_SIZE32", UpToGfx9, Reserved,
     Number},
    {CodeProperties, 10, 1, "ENABLE_WAVEFRONT_SIZE32", Gfx10On, Value,
     WaveSize},
    {CodeProperties, 11, 5, "RESERVED", All, Reserved, Number},
    {CodeProperties, 16, 1, "ENABLE_ORDERED_APPEND_GDS", All, Value, Flag},
    {CodeProperties, 17, 2, "PRIVATE_ELEMENT_SIZE", All, Value, ElementSize},
    {CodeProperties, 19, 1, "IS_PTR64", All, Value, Flag},
    {CodeProperties, 20, 1, "IS_DYNAMIC_CALLSTACK", All, Value, Flag},
    {CodeProperties, 21, 1, "IS_DEBUG_ENABLED", All, Value, Flag},
    {CodeProperties, 22, 1, "IS_XNACK_ENABLED", All, Value, Flag},
    {CodeProperties, 23, 9, "RESERVED", All, Reserved, Number},

    {Struct, 480, 32, "workitem_private_segment_byte_size", All, Value, Bytes},
    {Struct, 512, 32, "workgroup_group_segment_byte_size", All, Value, Bytes},
    {Struct, 544, 32, "gds_segment_byte_size", All, Value, Bytes},
    {Struct, 576, 64, "kernarg_segment_byte_size", All, Value, Bytes},
    {Struct, 640, 32, "workgroup_fbarrier_count", All, Value, Number},
    {Struct, 672, 16, "wavefront_sgpr_count", All, Value, Number},
    {Struct, 688, 16, "workitem_vgpr_count", All, Value, Number},
    {Struct, 704, 16, "reserved_vgpr_first", All, Value, Number},
    {Struct, 720, 16, "reserved_vgpr_count", All, Value, Number},
    {Struct, 736, 16, "reserved_sgpr_first", All, Value, Number},
    {Struct, 752, 16, "reserved_sgpr_count", All, Value, Number},
    {Struct, 768, 16, "debug_wavefront_private_segment_offset_sgpr", All, Value,
     Number},
    {Struct, 784, 16, "debug_private_segment_buffer_sgpr", All, Value, Number},
    {Struct, 800, 8, "kernarg_segment_alignment", All, Value, PowerOfTwo},
    {Struct, 808, 8, "group_segment_alignment", All, Value, PowerOfTwo},
    {Struct, 816, 8, "private_segment_alignment", All, Value, PowerOfTwo},
    {Struct, 824, 8, "wavefront_size", All, Value, PowerOfTwo},
    {Struct, 832, 32, "call_convention", All, Value, {readCallConvention}},
    {Struct, 864, 64, "reserved1", All, Reserved, Number},
    {Struct, 928, 32, "reserved1", All, Reserved, Number},
    {Struct, 960, 64, "runtime_loader_kernel_symbol", All, Value, Number},

    // amd_control_directives_t.
    {Struct, 1024, 64, "enabled_control_directives", All, Value, Number},
    {Struct, 1088, 16, "enable_break_exceptions", All, Value, Number},
    {Struct, 1104, 16, "enable_detect_exceptions", All, Value, Number},
    {Struct, 1120, 32, "max_dynamic_group_size", All, Value, Bytes},
    {Struct, 1152, 64, "max_flat_grid_size", All, Value, Number},
    {Struct, 1216, 32, "max_flat_workgroup_size", All, Value, Number},
    {Struct, 1248, 8, "required_dim", All, Value, Number},
    {Struct, 1256, 24, "reserved1", All, Reserved, Number},
    {Struct, 1280, 64, "required_grid_size_x", All, Value, Number},
    {Struct, 1344, 64, "required_grid_size_y", All, Value, Number},
    {Struct, 1408, 64, "required_grid_size_z", All, Value, Number},
    {Struct, 1472, 32, "required_workgroup_size_x", All, Value, Number},
    {Struct, 1504, 32, "required_workgroup_size_y", All, Value, Number},
    {Struct, 1536, 32, "required_workgroup_size_z", All, Value, Number},
    // 60 bytes, in pieces that fit a value.
    {Struct, 1568, 32, "reserved2", All, Reserved, Number},
    {Struct, 1600, 64, "reserved2", All, Reserved, Number},
    {Struct, 1664, 64, "reserved2", All, Reserved, Number},
    {Struct, 1728, 64, "reserved2", All, Reserved, Number},
    {Struct, 1792, 64, "reserved2", All, Reserved, Number},
    {Struct, 1856, 64, "reserved2", All, Reserved, Number},
    {Struct, 1920, 64, "reserved2", All, Reserved, Number},
    {Struct, 1984, 64, "reserved2", All, Reserved, Number},
};

AmdKernelCode AmdKernelCode::read(llvm::ArrayRef<uint8_t> From) {
  assert(From.size() >= Size && "caller checks the size");
  const uint8_t *At = From.data();
  AmdKernelCode K;
  K.VersionMajor = endian::read32le(At);
  K.VersionMinor = endian::read32le(At + 4);
  K.Machine = {endian::read16le(At + 10), endian::read16le(At + 12),
               endian::read16le(At + 14)};
  K.EntryByteOffset = static_cast<int64_t>(endian::read64le(At + 16));
  K.Rsrc1 = endian::read32le(At + 48);
  K.Rsrc2 = endian::read32le(At + 52);
  K.CodeProperties = endian::read32le(At + 56);
  K.PrivateSegmentSize = endian::read32le(At + 60);
  K.GroupSegmentSize = endian::read32le(At + 64);
  K.KernargSize = endian::read64le(At + 72);
  K.SgprCount = endian::read16le(At + 84);
  K.VgprCount = endian::read16le(At + 86);
  std::memcpy(K.Bytes.data(), At, Size);
  return K;
}

static FieldView viewOf(const AmdKernelCode &K, const Processor &P) {
  // Struct, then rsrc1, rsrc2, no rsrc3, the code properties, no preload.
  return {K.Bytes,
          {0, 384, 416, 0, 448, 0},
          {AmdKernelCodeRows, sharedFields()},
          P,
          /*CpFillsIn=*/false};
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
