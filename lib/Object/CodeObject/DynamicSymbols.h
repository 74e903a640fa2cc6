//===- DynamicSymbols.h - Symbols without section headers -----------------===//
#ifndef FENCEPOST_LIB_OBJECT_DYNAMICSYMBOLS_H
#define FENCEPOST_LIB_OBJECT_DYNAMICSYMBOLS_H

#include "fencepost/Object/CodeObject.h"

namespace fencepost {

/// The section of \p Object that holds \p Address, or null. For objects whose
/// sections are loadable segments: those are in the order of their addresses.
const Section *segmentAt(const CodeObject &Object, uint64_t Address);

struct DynamicSymbols {
  llvm::StringRef Symbols; ///< Elf64_Sym, a whole number of them.
  llvm::StringRef Names;   ///< Ends with a NUL, if it is not empty.
};

/// Finds the symbol table by \p Dynamic, the contents of PT_DYNAMIC. The
/// sections of \p Object must be its loadable segments. Nothing if there is no
/// table, or not all of it is in the file.
std::optional<DynamicSymbols> readDynamicSymbols(const CodeObject &Object,
                                                 llvm::StringRef Dynamic);

} // namespace fencepost

#endif
