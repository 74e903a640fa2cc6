//===- ElfKinds.h - What the numbers in an AMDGPU ELF stand for -----------===//
#ifndef FENCEPOST_LIB_OBJECT_ELFKINDS_H
#define FENCEPOST_LIB_OBJECT_ELFKINDS_H

#include "fencepost/Object/CodeObject.h"

namespace fencepost {

ObjectType objectType(unsigned Type); ///< ET_*
OsAbi osAbi(unsigned Abi);            ///< ELFOSABI_*
/// Of the ABI version of an AMDHSA object; none if it is unknown.
std::optional<CodeObjectVersion> hsaVersion(unsigned AbiVersion);
SectionKind sectionKind(uint32_t Type, uint64_t Flags, llvm::StringRef Name);
SymbolBinding symbolBinding(unsigned Binding); ///< STB_*

/// What tells of which kind a symbol is.
struct RawSymbol {
  llvm::StringRef Name;
  unsigned Type;    ///< STT_*
  unsigned Binding; ///< STB_*
  unsigned Section; ///< st_shndx
  uint64_t Size;
};
/// \p In is the section that defines it, if one does. None if the symbol does
/// not matter.
std::optional<SymbolKind> symbolKind(const RawSymbol &S,
                                     const Section *Section);

} // namespace fencepost

#endif
