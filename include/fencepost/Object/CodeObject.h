//===- CodeObject.h - What one AMDGPU ELF holds ---------------------------===//
// The ELF header, sections, symbols, notes, metadata and kernels of one code
// object, V2 to V6, relocatable or linked, for any AMDGPU operating system
// (spec/002, "ELF Code Object"). Everything is a value; strings and bytes point
// into the image, which must outlive it. Reading is linear in the number of
// symbols and the size of the metadata and never accesses code. Tested by
// unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_CODEOBJECT_H
#define FENCEPOST_OBJECT_CODEOBJECT_H

#include "fencepost/Object/CodeObjectImage.h"
#include "fencepost/Object/KernelDescriptor.h"
#include "fencepost/Object/Metadata.h"
#include "fencepost/Object/PalMetadata.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

enum class ObjectType : uint8_t { Relocatable, Shared, Executable, Other };
llvm::StringRef objectTypeName(ObjectType Type); ///< "relocatable", ...

enum class OsAbi : uint8_t { None, AmdHsa, AmdPal, Mesa3D, Unknown };
llvm::StringRef osAbiName(OsAbi Abi); ///< "none", "amdhsa", ...

enum class SectionKind : uint8_t {
  Code,
  ReadOnlyData,
  Data,
  ZeroData, ///< .bss: takes no room in the file.
  Note,
  Debug,
  Dynamic, ///< .dynamic, .dynsym, .dynstr, .hash, .gnu.hash.
  Other,   ///< Symbol and string tables, relocations, comments.
};
llvm::StringRef sectionKindName(SectionKind Kind); ///< "code", ...

struct Section {
  llvm::StringRef Name;
  SectionKind Kind = SectionKind::Other;
  uint32_t Index = 0; ///< In the ELF section table.
  uint32_t Type = 0;  ///< SHT_*
  uint32_t Info = 0;  ///< sh_info: of relocations, what they apply to.
  uint64_t Flags = 0; ///< SHF_*
  uint64_t Address = 0;
  uint64_t Offset = 0; ///< In the image.
  uint64_t Size = 0;
  uint64_t Alignment = 0;
  bool HasContents = false; ///< Its bytes are in the file, all of them.
};

enum class SymbolKind : uint8_t {
  Kernel, ///< Entry point of a kernel; V2: with its code object header.
  KernelDescriptor, ///< "*.kd"
  Function,
  Global, ///< A variable.
  Lds,    ///< SHN_AMDGPU_LDS: a variable in LDS; Address is its alignment.
  Undefined,
};
llvm::StringRef symbolKindName(SymbolKind Kind); ///< "kernel", ...

enum class SymbolBinding : uint8_t { Local, Global, Weak, Other };
llvm::StringRef symbolBindingName(SymbolBinding Binding);
enum class SymbolVisibility : uint8_t { Default, Internal, Hidden, Protected };
llvm::StringRef symbolVisibilityName(SymbolVisibility Visibility);

struct Symbol {
  llvm::StringRef Name;
  SymbolKind Kind = SymbolKind::Undefined;
  SymbolBinding Binding = SymbolBinding::Local;
  SymbolVisibility Visibility = SymbolVisibility::Default;
  uint32_t Section = 0; ///< ELF section index; 0 when undefined or in LDS.
  uint64_t Address = 0; ///< st_value: a section offset if relocatable.
  uint64_t Size = 0;
};

struct NoteRecord {
  llvm::StringRef Owner; ///< "AMDGPU"
  uint32_t Type = 0;
  llvm::StringRef TypeName; ///< "NT_AMDGPU_METADATA", or "" if not known.
  uint64_t Offset = 0;      ///< Of the record, in the image.
  llvm::StringRef Description;
  /// What a small record says, e.g. "AMD:AMDGPU:9:0:0"; "" for others.
  std::string Text;
};

struct Kernel {
  llvm::StringRef Name; ///< Of the entry point's symbol: what `--kernel` takes.
  /// Indices into CodeObject::Symbols.
  std::optional<uint32_t> EntrySymbol, DescriptorSymbol;
  /// Where the descriptor is: address (a section offset if relocatable) and
  /// offset in the image.
  uint64_t DescriptorAddress = 0;
  uint64_t DescriptorOffset = 0;
  /// 64 bytes (V3 and later), 256 bytes (V2: amd_kernel_code_t), or empty when
  /// there is none.
  llvm::ArrayRef<uint8_t> DescriptorBytes;
  /// V3 and later; as in the file, without relocations applied.
  std::optional<KernelDescriptor> Descriptor;
  /// What the relocation of the descriptor's entry offset points at, e.g.
  /// "first in .text" or ".text+0x100"; empty when there is none, and the
  /// offset in the file is the one that counts.
  std::string EntryRelocation;
  /// Where execution starts, by the descriptor and its relocation.
  std::optional<uint64_t> EntryAddress;
  std::optional<uint32_t> EntrySection; ///< ELF section index.
  std::optional<uint64_t> CodeSize;     ///< From the entry's symbol.
  /// Index into CodeObject::Hsa->Kernels.
  std::optional<uint32_t> Metadata;
};

/// What debug sections there are, in short.
struct DebugSummary {
  unsigned Sections = 0;
  uint64_t Bytes = 0;
};

struct CodeObject {
  std::string FileName;
  CodeObjectImage Image;

  ObjectType Type = ObjectType::Other;
  OsAbi Os = OsAbi::None;
  unsigned RawOsAbi = 0;   ///< e_ident[EI_OSABI]
  unsigned AbiVersion = 0; ///< e_ident[EI_ABIVERSION]
  /// AMDHSA only; unset if the ABI version is unknown.
  std::optional<CodeObjectVersion> Version;
  uint32_t Flags = 0; ///< e_flags
  /// Proc is null if the machine number (V2: the ISA version) is unknown.
  TargetID Target;
  unsigned Machine = 0;        ///< EF_AMDGPU_MACH; 0 in V2.
  unsigned GenericVersion = 0; ///< 0 for targets that are not generic.

  /// All but the null section, in file order. If there are no section headers,
  /// the loadable segments, called "segment 1" and so on.
  std::vector<Section> Sections;
  std::vector<Symbol> Symbols; ///< Those that matter, by section and address.
  uint32_t OtherSymbols = 0;   ///< How many do not: sections, files, labels.
  bool HasSymbolTable = false;
  DebugSummary Debug;
  std::vector<NoteRecord> Notes;
  std::vector<Kernel> Kernels; ///< In metadata order; those without it last.
  std::optional<HsaMetadata> Hsa;
  std::optional<PalMetadata> Pal;
  /// .AMDGPU.config, which objects for no operating system or Mesa carry.
  std::vector<PalRegister> Config;
  /// What reading found: damaged metadata, unknown versions and machines.
  std::vector<Finding> Findings;
  /// Owns metadata that does not lie in the image as it is.
  std::unique_ptr<llvm::BumpPtrAllocator> Memory;

  /// By ELF index; null if there is no such section.
  const Section *section(uint32_t ElfIndex) const;
  /// The bytes of \p S in the image; empty if it has none there.
  llvm::ArrayRef<uint8_t> bytes(const Section &S) const;
  const KernelMetadata *metadataOf(const Kernel &K) const;
  /// By name of the entry point, of the descriptor, or in the source.
  const Kernel *findKernel(llvm::StringRef Name) const;
  /// Names the containers around the image before \p Entity. The offset is one
  /// in the file, so there is none for what was decompressed.
  Location locate(std::optional<uint64_t> ImageOffset = std::nullopt,
                  llvm::StringRef Entity = "") const;
};

/// Reads \p Image, which must be an AMDGPU ELF; \p FileName is for locations.
/// An InputError if the ELF structure itself is damaged.
llvm::Expected<CodeObject> readCodeObject(const CodeObjectImage &Image,
                                          llvm::StringRef FileName);

/// What the code object says against itself: descriptors against metadata, the
/// ELF header against `amdhsa.target` and the bundle entry, entry points.
/// With \p Wanted, only of the kernels it accepts.
std::vector<Finding>
checkCodeObject(const CodeObject &Object,
                llvm::function_ref<bool(const Kernel &)> Wanted = nullptr);

} // namespace fencepost

#endif
