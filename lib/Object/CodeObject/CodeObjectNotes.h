//===- CodeObjectNotes.h - The note records of a code object --------------===//
#ifndef FENCEPOST_LIB_OBJECT_CODEOBJECTNOTES_H
#define FENCEPOST_LIB_OBJECT_CODEOBJECTNOTES_H

#include "fencepost/Object/CodeObject.h"

namespace fencepost {

/// Appends the records of [\p Offset, \p Offset + \p Size) of the image, which
/// are aligned to \p Alignment.
llvm::Error readNotes(CodeObject &Object, uint64_t Offset, uint64_t Size,
                      uint64_t Alignment);

/// The target of a V2 code object, by its NT_AMD_HSA_ISA_VERSION record; a null
/// processor if there is none or it is unknown.
TargetID targetOfV2Notes(const CodeObject &Object);

/// Fills Hsa and Pal from the notes that hold metadata.
void readMetadataNotes(CodeObject &Object);

} // namespace fencepost

#endif
