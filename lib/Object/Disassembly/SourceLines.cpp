//===- SourceLines.cpp - Source lines of addresses, from DWARF ------------===//
// Finds the line table's sections in a code object, with their relocations and
// decompressed; a relocation against a section beyond number 65279 is not
// found. LLVM's DWARF classes would do the same and more, but end the program
// on some damaged line tables. Tested by unittests/Object/DisassemblyTest.cpp
// and LineTableTest.cpp.
//===----------------------------------------------------------------------===//
#include "SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ELF.h"

namespace fencepost {

namespace ELF = llvm::ELF;
using ElfFile = llvm::object::ELFFile<llvm::object::ELF64LE>;

/// More than this, or more than a thousand times its size, is damage.
static constexpr uint64_t MaxSectionBytes = uint64_t(1) << 30;
static constexpr uint64_t MaxSectionRatio = 1000;

/// The bytes of \p S; none if it is compressed and cannot be decompressed.
llvm::StringRef SourceLines::contents(const Section &S) {
  llvm::StringRef Bytes = llvm::toStringRef(Object.bytes(S));
  if (!(S.Flags & ELF::SHF_COMPRESSED))
    return Bytes;
  llvm::Expected<llvm::object::Decompressor> From =
      llvm::object::Decompressor::create(S.Name, Bytes, /*IsLE=*/true,
                                         /*Is64Bit=*/true);
  if (!From) {
    llvm::consumeError(From.takeError());
    return "";
  }
  uint64_t Size = From->getDecompressedSize();
  if (Size > MaxSectionBytes || Size / MaxSectionRatio > Bytes.size())
    return "";
  llvm::SmallVector<uint8_t, 0> &Out = Decompressed.emplace_back();
  if (llvm::Error E = From->resizeAndDecompress(Out)) {
    llvm::consumeError(std::move(E));
    return "";
  }
  return llvm::toStringRef(Out);
}

/// Absolute relocations against symbols of the section \p S, which holds
/// relocations of .debug_line: all that a line table has.
void SourceLines::readRelocations(const Section &S, LineSections &Out) const {
  llvm::Expected<ElfFile> File = ElfFile::create(Object.Image.Bytes);
  assert(File && "the object was read before");
  ElfFile::Elf_Shdr_Range Headers = llvm::cantFail(File->sections());
  const ElfFile::Elf_Shdr &Header = Headers[S.Index];
  llvm::Expected<ElfFile::Elf_Rela_Range> Relocations = File->relas(Header);
  llvm::Expected<ElfFile::Elf_Sym_Range> Symbols = File->symbols(
      Header.sh_link < Headers.size() ? &Headers[Header.sh_link] : nullptr);
  if (Relocations && Symbols)
    for (const ElfFile::Elf_Rela &R : *Relocations) {
      uint32_t Index = R.getSymbol(/*isMips64EL=*/false);
      if (Index >= Symbols->size())
        continue;
      const ElfFile::Elf_Sym &Symbol = (*Symbols)[Index];
      Out.Relocations.try_emplace(
          R.r_offset, LineRelocation{Symbol.st_shndx,
                                     Symbol.st_value + uint64_t(R.r_addend)});
    }
  if (!Relocations)
    llvm::consumeError(Relocations.takeError());
  if (!Symbols)
    llvm::consumeError(Symbols.takeError());
}

SourceLines::SourceLines(const CodeObject &Object) : Object(Object) {
  LineSections Sections;
  uint32_t LineIndex = 0;
  for (const Section &S : Object.Sections) {
    if (S.Name == ".debug_line") {
      Sections.Lines = contents(S);
      LineIndex = S.Index;
    } else if (S.Name == ".debug_line_str") {
      Sections.LineStrings = contents(S);
    } else if (S.Name == ".debug_str") {
      Sections.Strings = contents(S);
    }
  }
  if (Sections.Lines.empty())
    return;
  if (Object.Type == ObjectType::Relocatable)
    for (const Section &S : Object.Sections)
      if (S.Type == ELF::SHT_RELA && S.Info == LineIndex)
        readRelocations(S, Sections);
  Lines.emplace(std::move(Sections));
}

const SourceLine *SourceLines::find(uint32_t ElfSection, uint64_t Address) {
  if (!Lines)
    return nullptr;
  Current = Lines->find(Object.Type == ObjectType::Relocatable ? ElfSection : 0,
                        Address);
  return Current ? &*Current : nullptr;
}

} // namespace fencepost
