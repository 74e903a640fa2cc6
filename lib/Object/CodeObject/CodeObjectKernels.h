//===- CodeObjectKernels.h - Putting kernels together ---------------------===//
#ifndef FENCEPOST_LIB_OBJECT_CODEOBJECTKERNELS_H
#define FENCEPOST_LIB_OBJECT_CODEOBJECTKERNELS_H

#include "fencepost/Object/CodeObject.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost {

/// An ELF section index and an offset in that section (relocatable) or an
/// address (linked).
using Place = std::pair<uint32_t, uint64_t>;

/// What a 64-bit relative relocation makes of the words it patches, by place:
/// the place of its symbol plus the addend.
using RelativeRelocations = llvm::DenseMap<Place, Place>;

/// Finds the kernels among the symbols and joins descriptors, entry points and
/// metadata. The symbols must be sorted.
void linkKernels(CodeObject &Object, const RelativeRelocations &Relocations);

} // namespace fencepost

#endif
