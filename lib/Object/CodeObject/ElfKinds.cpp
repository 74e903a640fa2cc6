//===- ElfKinds.cpp - What the numbers in an AMDGPU ELF stand for ---------===//
// spec/002, "ELF Code Object". Tested by unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "ElfKinds.h"
#include "llvm/BinaryFormat/ELF.h"

namespace fencepost {

namespace ELF = llvm::ELF;

ObjectType objectType(unsigned Type) {
  switch (Type) {
  case ELF::ET_REL:
    return ObjectType::Relocatable;
  case ELF::ET_DYN:
    return ObjectType::Shared;
  case ELF::ET_EXEC:
    return ObjectType::Executable;
  default:
    return ObjectType::Other;
  }
}

OsAbi osAbi(unsigned Abi) {
  switch (Abi) {
  case ELF::ELFOSABI_NONE:
    return OsAbi::None;
  case ELF::ELFOSABI_AMDGPU_HSA:
    return OsAbi::AmdHsa;
  case ELF::ELFOSABI_AMDGPU_PAL:
    return OsAbi::AmdPal;
  case ELF::ELFOSABI_AMDGPU_MESA3D:
    return OsAbi::Mesa3D;
  default:
    return OsAbi::Unknown;
  }
}

std::optional<CodeObjectVersion> hsaVersion(unsigned AbiVersion) {
  constexpr unsigned Oldest = ELF::ELFABIVERSION_AMDGPU_HSA_V2;
  constexpr unsigned Newest = ELF::ELFABIVERSION_AMDGPU_HSA_V6;
  static_assert(Newest - Oldest == 4, "the versions are numbered in order");
  if (AbiVersion > Newest)
    return std::nullopt;
  return static_cast<CodeObjectVersion>(
      static_cast<unsigned>(CodeObjectVersion::V2) + AbiVersion - Oldest);
}

SectionKind sectionKind(uint32_t Type, uint64_t Flags, llvm::StringRef Name) {
  bool Allocated = Flags & ELF::SHF_ALLOC;
  switch (Type) {
  case ELF::SHT_NOTE:
    return SectionKind::Note;
  case ELF::SHT_DYNAMIC:
  case ELF::SHT_DYNSYM:
  case ELF::SHT_HASH:
  case ELF::SHT_GNU_HASH:
    return SectionKind::Dynamic;
  case ELF::SHT_STRTAB:
  case ELF::SHT_RELA:
  case ELF::SHT_REL:
    return Allocated ? SectionKind::Dynamic : SectionKind::Other;
  }
  if (Name.starts_with(".debug_"))
    return SectionKind::Debug;
  if (!Allocated)
    return SectionKind::Other;
  if (Flags & ELF::SHF_EXECINSTR)
    return SectionKind::Code;
  if (Type == ELF::SHT_NOBITS)
    return SectionKind::ZeroData;
  return Flags & ELF::SHF_WRITE ? SectionKind::Data : SectionKind::ReadOnlyData;
}

SymbolBinding symbolBinding(unsigned Binding) {
  switch (Binding) {
  case ELF::STB_LOCAL:
    return SymbolBinding::Local;
  case ELF::STB_GLOBAL:
    return SymbolBinding::Global;
  case ELF::STB_WEAK:
    return SymbolBinding::Weak;
  default:
    return SymbolBinding::Other;
  }
}

/// What a symbol is that is defined in \p In, if it matters
/// (spec/002, "Symbols"). Assembly often leaves out the type, so a global label
/// in code counts as a function.
static std::optional<SymbolKind> definedKind(const RawSymbol &S,
                                             const Section &Section) {
  switch (S.Type) {
  case ELF::STT_AMDGPU_HSA_KERNEL:
    return SymbolKind::Kernel;
  case ELF::STT_FUNC:
    return SymbolKind::Function;
  case ELF::STT_NOTYPE:
    if (Section.Kind == SectionKind::Code && S.Binding != ELF::STB_LOCAL)
      return SymbolKind::Function;
    if (S.Binding == ELF::STB_LOCAL)
      return std::nullopt;
    [[fallthrough]];
  case ELF::STT_OBJECT:
  case ELF::STT_TLS:
    if (S.Name.ends_with(".kd") &&
        (S.Size == KernelDescriptor::Size || S.Size == 0))
      return SymbolKind::KernelDescriptor;
    return SymbolKind::Global;
  default:
    return std::nullopt;
  }
}

std::optional<SymbolKind> symbolKind(const RawSymbol &S, const Section *Part) {
  if (S.Name.empty() || S.Type == ELF::STT_SECTION || S.Type == ELF::STT_FILE)
    return std::nullopt;
  if (S.Section == ELF::SHN_AMDGPU_LDS)
    return SymbolKind::Lds;
  if (S.Section == ELF::SHN_COMMON)
    return SymbolKind::Global;
  if (S.Section == ELF::SHN_UNDEF)
    return SymbolKind::Undefined;
  return Part ? definedKind(S, *Part) : std::nullopt;
}

} // namespace fencepost
