//===- AmdKernelCode.h - amd_kernel_code_t, the header of V2 kernels ------===//
// Before code object V3 a kernel's symbol pointed at these 256 bytes, which say
// what the kernel descriptor says today and more; the code follows them.
// Objects for Mesa still carry it. compute_pgm_rsrc1 and compute_pgm_rsrc2 are
// those of the descriptor (spec/002, "Kernel Descriptor": the fields "before V3
// also match those specified"); the rest is AMD's amd_hsa_kernel_code.h. Tested
// by unittests/Object/AmdKernelCodeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_AMDKERNELCODE_H
#define FENCEPOST_OBJECT_AMDKERNELCODE_H

#include "fencepost/Object/InitialState.h"
#include "fencepost/Object/KernelDescriptor.h"

namespace fencepost {

/// The parts that others ask for by name, and all bytes.
struct AmdKernelCode {
  static constexpr size_t Size = 256;

  uint32_t VersionMajor = 0, VersionMinor = 0;
  IsaVersion Machine = {};     ///< amd_machine_version_*
  int64_t EntryByteOffset = 0; ///< From the start of this structure.
  uint32_t Rsrc1 = 0, Rsrc2 = 0;
  uint32_t CodeProperties = 0;
  uint32_t PrivateSegmentSize = 0; ///< Bytes per work-item.
  uint32_t GroupSegmentSize = 0;   ///< Bytes per work-group.
  uint64_t KernargSize = 0;
  uint16_t SgprCount = 0; ///< wavefront_sgpr_count: used, not granules.
  uint16_t VgprCount = 0; ///< workitem_vgpr_count
  std::array<uint8_t, Size> Bytes = {};

  /// \p Bytes must hold Size bytes.
  static AmdKernelCode read(llvm::ArrayRef<uint8_t> Bytes);
};

/// As for a kernel descriptor; plain fields have the names of the C structure.
/// What CP fills in counts as a value: Mesa has no CP firmware that does.
std::vector<DecodedField> decode(const AmdKernelCode &K, const Processor &P);
KernelResources resourcesOf(const AmdKernelCode &K, const Processor &P);
std::vector<InitialRegister> initialRegisters(const AmdKernelCode &K,
                                              const Processor &P);
std::vector<Finding> checkKernelCode(const AmdKernelCode &K, const Processor &P,
                                     const Location &Where);

} // namespace fencepost

#endif
