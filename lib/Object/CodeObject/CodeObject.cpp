//===- CodeObject.cpp - What one AMDGPU ELF holds -------------------------===//
// Look-ups in a code object and the names of its enums; CodeObjectReader.cpp
// fills it. Tested by unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/CodeObject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

llvm::StringRef objectTypeName(ObjectType Type) {
  switch (Type) {
  case ObjectType::Relocatable:
    return "relocatable";
  case ObjectType::Shared:
    return "shared";
  case ObjectType::Executable:
    return "executable";
  case ObjectType::Other:
    return "other";
  }
  llvm_unreachable("object type without a name");
}

llvm::StringRef osAbiName(OsAbi Abi) {
  switch (Abi) {
  case OsAbi::None:
    return "none";
  case OsAbi::AmdHsa:
    return "amdhsa";
  case OsAbi::AmdPal:
    return "amdpal";
  case OsAbi::Mesa3D:
    return "mesa3d";
  case OsAbi::Unknown:
    return "unknown";
  }
  llvm_unreachable("OS ABI without a name");
}

llvm::StringRef sectionKindName(SectionKind Kind) {
  switch (Kind) {
  case SectionKind::Code:
    return "code";
  case SectionKind::ReadOnlyData:
    return "read-only data";
  case SectionKind::Data:
    return "data";
  case SectionKind::ZeroData:
    return "zero data";
  case SectionKind::Note:
    return "note";
  case SectionKind::Debug:
    return "debug";
  case SectionKind::Dynamic:
    return "dynamic";
  case SectionKind::Other:
    return "other";
  }
  llvm_unreachable("section kind without a name");
}

llvm::StringRef symbolKindName(SymbolKind Kind) {
  switch (Kind) {
  case SymbolKind::Kernel:
    return "kernel";
  case SymbolKind::KernelDescriptor:
    return "kernel descriptor";
  case SymbolKind::Function:
    return "function";
  case SymbolKind::Global:
    return "variable";
  case SymbolKind::Lds:
    return "LDS variable";
  case SymbolKind::Undefined:
    return "undefined";
  }
  llvm_unreachable("symbol kind without a name");
}

llvm::StringRef symbolBindingName(SymbolBinding Binding) {
  switch (Binding) {
  case SymbolBinding::Local:
    return "local";
  case SymbolBinding::Global:
    return "global";
  case SymbolBinding::Weak:
    return "weak";
  case SymbolBinding::Other:
    return "other";
  }
  llvm_unreachable("symbol binding without a name");
}

llvm::StringRef symbolVisibilityName(SymbolVisibility Visibility) {
  switch (Visibility) {
  case SymbolVisibility::Default:
    return "default";
  case SymbolVisibility::Internal:
    return "internal";
  case SymbolVisibility::Hidden:
    return "hidden";
  case SymbolVisibility::Protected:
    return "protected";
  }
  llvm_unreachable("symbol visibility without a name");
}

const Section *CodeObject::section(uint32_t ElfIndex) const {
  if (ElfIndex == 0 || ElfIndex > Sections.size())
    return nullptr;
  return &Sections[ElfIndex - 1];
}

llvm::ArrayRef<uint8_t> CodeObject::bytes(const Section &S) const {
  if (!S.HasContents)
    return {};
  return llvm::arrayRefFromStringRef(Image.Bytes.substr(S.Offset, S.Size));
}

const KernelMetadata *CodeObject::metadataOf(const Kernel &K) const {
  return K.Metadata ? &Hsa->Kernels[*K.Metadata] : nullptr;
}

const Kernel *CodeObject::findKernel(llvm::StringRef Name) const {
  llvm::StringRef EntryName = Name;
  EntryName.consume_back(".kd");
  auto Find = [&](auto Matches) -> const Kernel * {
    auto It = llvm::find_if(Kernels, Matches);
    return It == Kernels.end() ? nullptr : &*It;
  };
  if (const Kernel *Exact =
          Find([&](const Kernel &K) { return K.Name == EntryName; }))
    return Exact;
  return Find([&](const Kernel &K) {
    const KernelMetadata *Metadata = metadataOf(K);
    return Metadata && Metadata->Name == Name;
  });
}

Location CodeObject::locate(std::optional<uint64_t> ImageOffset,
                            llvm::StringRef Entity) const {
  Location Where;
  Where.File = FileName;
  if (ImageOffset && !Image.Decompressed)
    Where.Offset = Image.Offset + *ImageOffset;
  Where.Entity = llvm::join(Image.Path, ": ");
  if (!Where.Entity.empty() && !Entity.empty())
    Where.Entity += ": ";
  Where.Entity += Entity;
  return Where;
}

} // namespace fencepost
