//===- KernelFacts.h - All that is known of one kernel --------------------===//
// Gathers, for either form of descriptor, what the printers show, so that text
// and JSON cannot differ in substance.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_KERNELFACTS_H
#define FENCEPOST_LIB_REPORT_KERNELFACTS_H

#include "fencepost/Object/CodeObject.h"
#include "fencepost/Object/InitialState.h"
#include "fencepost/Object/Occupancy.h"

namespace fencepost {

struct KernelFacts {
  /// In specification order; a change of Word starts a new group.
  std::vector<DecodedField> Fields;
  std::vector<InitialRegister> Registers;
  KernelResources Resources;
  /// Of the largest work-group the metadata allows.
  Occupancy Waves;
  unsigned WorkgroupSize = 0;
};

/// Nothing if the kernel has no descriptor or the processor is not known.
std::optional<KernelFacts> gatherFacts(const CodeObject &Object,
                                       const Kernel &K);

/// The field that says where a kernel's code is. Of all fields only it differs
/// from kernel to kernel even if they ask for the same.
inline constexpr llvm::StringLiteral EntryField =
    "KERNEL_CODE_ENTRY_BYTE_OFFSET";
std::string entryMeaning(const Kernel &K);

/// Kernels of one object with the same key have the same facts but for the
/// entry field. Empty if nothing may be assumed.
std::string factsKey(const CodeObject &Object, const Kernel &K);

} // namespace fencepost

#endif
