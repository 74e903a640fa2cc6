//===- CodeObjectReader.cpp - Reading an AMDGPU ELF -----------------------===//
// One pass over the section headers and one over the symbol table, with LLVM's
// ELF classes, which check that tables lie inside the file. Section contents
// are looked at only where they are tables, notes or descriptors, so pages of
// code are never touched. Damage to the ELF structure is an error; what the
// contents say is for the other CodeObject files. Tested by
// unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "CodeObjectKernels.h"
#include "CodeObjectNotes.h"
#include "Container/ByteReader.h"
#include "DynamicSymbols.h"
#include "ElfKinds.h"
#include "fencepost/Object/CodeObject.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/StringSaver.h"
#include <tuple>

namespace fencepost {
namespace {

namespace ELF = llvm::ELF;
using Elf64File = llvm::object::ELFFile<llvm::object::ELF64LE>;

class CodeObjectReader {
public:
  CodeObjectReader(const CodeObjectImage &Image, llvm::StringRef FileName) {
    Object.FileName = FileName.str();
    Object.Image = Image;
    Object.Memory = std::make_unique<llvm::BumpPtrAllocator>();
  }

  llvm::Expected<CodeObject> read();

private:
  llvm::Error malformed(llvm::Error Why) {
    return inputError(Diag::MalformedObject, Object.locate(),
                      llvm::toString(std::move(Why)));
  }

  void addUnknown(Diag Id, const llvm::Twine &Message) {
    Object.Findings.push_back({Id, Object.locate(0), Message.str(), {}});
  }

  void readHeader(const Elf64File::Elf_Ehdr &Header);
  llvm::Error readSections(const Elf64File &File);
  llvm::Error addSection(const Elf64File &File,
                         const Elf64File::Elf_Shdr &Header,
                         llvm::StringRef Names);
  llvm::Error addSegments(const Elf64File &File);
  llvm::Error readSymbols(const Elf64File &File);
  llvm::Expected<llvm::StringRef> findSymbols(const Elf64File &File);
  llvm::StringRef findDynamicSymbols(const Elf64File &File);
  llvm::Error checkContents(const Section &S);
  llvm::Error readNoteSections(const Elf64File &File);
  void readTarget();
  llvm::Expected<RelativeRelocations> readRelocations(const Elf64File &File);

  CodeObject Object;
  Elf64File::Elf_Shdr_Range Headers;
  Elf64File::Elf_Sym_Range RawSymbols;
  llvm::ArrayRef<Elf64File::Elf_Word> ExtendedIndices;
  const Elf64File::Elf_Shdr *SymbolTable = nullptr;

  uint32_t sectionIndex(const Elf64File::Elf_Sym &S) const;
  const Section *sectionOf(const Elf64File::Elf_Sym &S) const;
};

} // namespace

void CodeObjectReader::readHeader(const Elf64File::Elf_Ehdr &Header) {
  Object.Type = objectType(Header.e_type);
  Object.RawOsAbi = Header.e_ident[ELF::EI_OSABI];
  Object.Os = osAbi(Object.RawOsAbi);
  Object.AbiVersion = Header.e_ident[ELF::EI_ABIVERSION];
  Object.Flags = Header.e_flags;
  if (Object.Os == OsAbi::AmdHsa) {
    Object.Version = hsaVersion(Object.AbiVersion);
    if (!Object.Version)
      addUnknown(Diag::UnknownVersion,
                 "ABI version " + llvm::Twine(Object.AbiVersion) +
                     " of the amdhsa OS is unknown; read as code object V6");
  }
  if (Object.Os == OsAbi::Unknown)
    addUnknown(Diag::UnknownVersion,
               "OS ABI " + llvm::Twine(Object.RawOsAbi) + " is not known");
}

llvm::Error CodeObjectReader::addSection(const Elf64File &File,
                                         const Elf64File::Elf_Shdr &Header,
                                         llvm::StringRef Names) {
  llvm::Expected<llvm::StringRef> Name = File.getSectionName(Header, Names);
  if (!Name)
    return malformed(Name.takeError());
  Section &S = Object.Sections.emplace_back();
  S.Name = *Name;
  S.Kind = sectionKind(Header.sh_type, Header.sh_flags, *Name);
  S.Index = Object.Sections.size();
  S.Type = Header.sh_type;
  S.Info = Header.sh_info;
  S.Flags = Header.sh_flags;
  S.Address = Header.sh_addr;
  S.Offset = Header.sh_offset;
  S.Size = Header.sh_size;
  S.Alignment = Header.sh_addralign;
  S.HasContents = S.Type != ELF::SHT_NOBITS;
  if (S.Kind == SectionKind::Debug) {
    ++Object.Debug.Sections;
    Object.Debug.Bytes += S.Size;
  }
  return checkContents(S);
}

llvm::Error CodeObjectReader::checkContents(const Section &S) {
  uint64_t FileSize = Object.Image.Bytes.size();
  if (S.HasContents && (S.Offset > FileSize || S.Size > FileSize - S.Offset))
    return inputError(Diag::MalformedObject, Object.locate(S.Offset),
                      "section '" + S.Name +
                          "' extends past the end of the code object");
  return llvm::Error::success();
}

/// Loadable segments stand in for sections where there are no section headers.
llvm::Error CodeObjectReader::addSegments(const Elf64File &File) {
  llvm::Expected<Elf64File::Elf_Phdr_Range> Segments = File.program_headers();
  if (!Segments)
    return malformed(Segments.takeError());
  llvm::StringSaver Names(*Object.Memory);
  for (const Elf64File::Elf_Phdr &Segment : *Segments) {
    if (Segment.p_type != ELF::PT_LOAD)
      continue;
    Section &S = Object.Sections.emplace_back();
    S.Index = Object.Sections.size();
    S.Name = Names.save("segment " + llvm::Twine(S.Index));
    S.Kind = Segment.p_flags & ELF::PF_X   ? SectionKind::Code
             : Segment.p_flags & ELF::PF_W ? SectionKind::Data
                                           : SectionKind::ReadOnlyData;
    S.Type = ELF::SHT_PROGBITS;
    S.Flags = ELF::SHF_ALLOC;
    S.Address = Segment.p_vaddr;
    S.Offset = Segment.p_offset;
    S.Size = Segment.p_filesz;
    S.Alignment = Segment.p_align;
    S.HasContents = true;
    if (llvm::Error E = checkContents(S))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error CodeObjectReader::readSections(const Elf64File &File) {
  llvm::Expected<Elf64File::Elf_Shdr_Range> Range = File.sections();
  if (!Range)
    return malformed(Range.takeError());
  Headers = *Range;
  if (Headers.empty())
    return addSegments(File);
  llvm::Expected<llvm::StringRef> Names = File.getSectionStringTable(Headers);
  if (!Names)
    return malformed(Names.takeError());
  Object.Sections.reserve(Headers.size() - 1);
  for (const Elf64File::Elf_Shdr &Header : Headers.drop_front()) {
    if (llvm::Error E = addSection(File, Header, *Names))
      return E;
    bool Better = Header.sh_type == ELF::SHT_SYMTAB && // Has local symbols too.
                  (!SymbolTable || SymbolTable->sh_type == ELF::SHT_DYNSYM);
    if (Better || (Header.sh_type == ELF::SHT_DYNSYM && !SymbolTable))
      SymbolTable = &Header;
  }
  return llvm::Error::success();
}

uint32_t CodeObjectReader::sectionIndex(const Elf64File::Elf_Sym &S) const {
  if (S.st_shndx < ELF::SHN_LORESERVE)
    return S.st_shndx;
  if (S.st_shndx != ELF::SHN_XINDEX)
    return 0;
  size_t Index = &S - RawSymbols.begin();
  return Index < ExtendedIndices.size() ? uint32_t(ExtendedIndices[Index]) : 0;
}

/// Sets RawSymbols by PT_DYNAMIC and returns the names.
llvm::StringRef CodeObjectReader::findDynamicSymbols(const Elf64File &File) {
  llvm::Expected<Elf64File::Elf_Phdr_Range> Segments = File.program_headers();
  if (!Segments) {
    llvm::consumeError(Segments.takeError());
    return "";
  }
  for (const Elf64File::Elf_Phdr &Segment : *Segments) {
    llvm::StringRef Dynamic;
    if (Segment.p_type != ELF::PT_DYNAMIC ||
        !sliceOf(Object.Image.Bytes, Segment.p_offset, Segment.p_filesz,
                 Dynamic))
      continue;
    if (std::optional<DynamicSymbols> Table =
            readDynamicSymbols(Object, Dynamic)) {
      RawSymbols = llvm::ArrayRef(
          reinterpret_cast<const Elf64File::Elf_Sym *>(Table->Symbols.data()),
          Table->Symbols.size() / sizeof(Elf64File::Elf_Sym));
      Object.HasSymbolTable = true;
      return Table->Names;
    }
  }
  return "";
}

/// Sets RawSymbols and ExtendedIndices and returns the names.
llvm::Expected<llvm::StringRef>
CodeObjectReader::findSymbols(const Elf64File &File) {
  if (Headers.empty())
    return findDynamicSymbols(File);
  if (!SymbolTable)
    return "";
  Object.HasSymbolTable = true;
  llvm::Expected<Elf64File::Elf_Sym_Range> Range = File.symbols(SymbolTable);
  if (!Range)
    return malformed(Range.takeError());
  RawSymbols = *Range;
  for (const Elf64File::Elf_Shdr &Header : Headers)
    if (Header.sh_type == ELF::SHT_SYMTAB_SHNDX &&
        Header.sh_link == size_t(SymbolTable - Headers.begin())) {
      llvm::Expected<llvm::ArrayRef<Elf64File::Elf_Word>> Table =
          File.getSHNDXTable(Header, Headers);
      if (!Table)
        return malformed(Table.takeError());
      ExtendedIndices = *Table;
    }
  llvm::Expected<llvm::StringRef> Names =
      File.getStringTableForSymtab(*SymbolTable, Headers);
  if (!Names)
    return malformed(Names.takeError());
  return Names;
}

const Section *CodeObjectReader::sectionOf(const Elf64File::Elf_Sym &S) const {
  if (!Headers.empty())
    return Object.section(sectionIndex(S));
  bool Defined =
      S.st_shndx != ELF::SHN_UNDEF && S.st_shndx < ELF::SHN_LORESERVE;
  return Defined ? segmentAt(Object, S.st_value) : nullptr;
}

llvm::Error CodeObjectReader::readSymbols(const Elf64File &File) {
  llvm::Expected<llvm::StringRef> Names = findSymbols(File);
  if (!Names)
    return Names.takeError();
  for (const Elf64File::Elf_Sym &S :
       RawSymbols.drop_front(!RawSymbols.empty())) {
    llvm::Expected<llvm::StringRef> Name = S.getName(*Names);
    if (!Name)
      return malformed(Name.takeError());
    const Section *Section = sectionOf(S);
    std::optional<SymbolKind> Kind = symbolKind(
        {*Name, S.getType(), S.getBinding(), S.st_shndx, S.st_size}, Section);
    if (!Kind) {
      ++Object.OtherSymbols;
      continue;
    }
    Object.Symbols.push_back({*Name, *Kind, symbolBinding(S.getBinding()),
                              static_cast<SymbolVisibility>(S.getVisibility()),
                              Section ? Section->Index : 0, S.st_value,
                              S.st_size});
  }
  llvm::sort(Object.Symbols, [](const Symbol &L, const Symbol &R) {
    return std::tie(L.Section, L.Address, L.Name, L.Kind, L.Size, L.Binding) <
           std::tie(R.Section, R.Address, R.Name, R.Kind, R.Size, R.Binding);
  });
  return llvm::Error::success();
}

llvm::Error CodeObjectReader::readNoteSections(const Elf64File &File) {
  bool Found = false;
  for (const Section &S : Object.Sections)
    if (S.Kind == SectionKind::Note) {
      Found = true;
      if (llvm::Error E = readNotes(Object, S.Offset, S.Size, S.Alignment))
        return E;
    }
  if (Found)
    return llvm::Error::success();
  llvm::Expected<Elf64File::Elf_Phdr_Range> Segments = File.program_headers();
  if (!Segments)
    return malformed(Segments.takeError());
  for (const Elf64File::Elf_Phdr &Segment : *Segments)
    if (Segment.p_type == ELF::PT_NOTE)
      if (llvm::Error E = readNotes(Object, Segment.p_offset, Segment.p_filesz,
                                    Segment.p_align))
        return E;
  return llvm::Error::success();
}

/// V2 has the target in a note; other operating systems than amdhsa use the
/// flags of V3.
void CodeObjectReader::readTarget() {
  if (Object.Version == CodeObjectVersion::V2) {
    Object.Target = targetOfV2Notes(Object);
    if (!Object.Target.Proc)
      addUnknown(Diag::UnknownTarget,
                 "no note record names a processor of code object V2");
    return;
  }
  bool IsHsa = Object.Os == OsAbi::AmdHsa;
  CodeObjectVersion Rules = IsHsa
                                ? Object.Version.value_or(CodeObjectVersion::V6)
                                : CodeObjectVersion::V3;
  Object.Machine = Object.Flags & ELF::EF_AMDGPU_MACH;
  Object.Target = TargetID::fromElfFlags(Object.Flags, Rules);
  Object.GenericVersion = genericVersion(Object.Flags, Rules);
  if (!Object.Target.Proc)
    addUnknown(Diag::UnknownTarget, "machine number 0x" +
                                        llvm::utohexstr(Object.Machine, true) +
                                        " in the ELF header is unknown");
}

llvm::Expected<RelativeRelocations>
CodeObjectReader::readRelocations(const Elf64File &File) {
  RelativeRelocations Relocations;
  if (Object.Type != ObjectType::Relocatable)
    return Relocations;
  auto Add = [&](uint32_t Target, const auto &R, uint64_t Addend) {
    uint32_t Index = R.getSymbol(/*isMips64EL=*/false);
    if (R.getType(false) != ELF::R_AMDGPU_REL64 || Index >= RawSymbols.size())
      return;
    const Elf64File::Elf_Sym &S = RawSymbols[Index];
    if (const Section *Section = Object.section(sectionIndex(S)))
      Relocations.try_emplace({Target, R.r_offset},
                              Place(Section->Index, S.st_value + Addend));
  };
  for (const Elf64File::Elf_Shdr &Header : Headers) {
    const Section *Target = Object.section(Header.sh_info);
    if (!Target || Target->Kind == SectionKind::Debug)
      continue;
    if (Header.sh_type == ELF::SHT_RELA) {
      llvm::Expected<Elf64File::Elf_Rela_Range> Range = File.relas(Header);
      if (!Range)
        return malformed(Range.takeError());
      for (const Elf64File::Elf_Rela &R : *Range)
        Add(Target->Index, R, R.r_addend);
    }
  }
  return Relocations;
}

llvm::Expected<CodeObject> CodeObjectReader::read() {
  llvm::Expected<Elf64File> File = Elf64File::create(Object.Image.Bytes);
  if (!File)
    return malformed(File.takeError());
  readHeader(File->getHeader());
  if (llvm::Error E = readSections(*File))
    return E;
  if (llvm::Error E = readSymbols(*File))
    return E;
  if (llvm::Error E = readNoteSections(*File))
    return E;
  readTarget();
  readMetadataNotes(Object);
  llvm::Expected<RelativeRelocations> Relocations = readRelocations(*File);
  if (!Relocations)
    return Relocations.takeError();
  linkKernels(Object, *Relocations);
  for (const Section &S : Object.Sections)
    if (S.Name == ".AMDGPU.config")
      Object.Config = readRegisterPairs(llvm::toStringRef(Object.bytes(S)));
  return std::move(Object);
}

llvm::Expected<CodeObject> readCodeObject(const CodeObjectImage &Image,
                                          llvm::StringRef FileName) {
  return CodeObjectReader(Image, FileName).read();
}

} // namespace fencepost
