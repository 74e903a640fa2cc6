//===- LineTableTest.cpp - Source lines against LLVM's DWARF reader -------===//
// Random line directives, assembled in every DWARF version and format,
// relocated and linked, compressed and not: each instruction has the line that
// LLVM's own reader gives. Then every changed byte of a line table.
//===----------------------------------------------------------------------===//
#include "ObjectInputs.h"
#include "fencepost/Object/Disassembly.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

/// Functions in two sections, with a random line before most instructions.
std::string randomLines(unsigned Seed, unsigned Version) {
  std::mt19937 Random(Seed);
  std::string Text;
  const char *Directory[] = {"", "\"include\" ", "\"/usr/include\" "};
  for (int File = 1; File <= 3; ++File)
    Text += ".file " + std::to_string(File) + " " + Directory[Random() % 3] +
            "\"file" + std::to_string(File) + ".cl\"\n";
  for (int F = 0; F < 4; ++F) {
    std::string Name = "f" + std::to_string(F);
    Text += F % 2 ? ".section .text.other,\"ax\",@progbits\n" : ".text\n";
    Text +=
        ".globl " + Name + "\n.type " + Name + ",@function\n" + Name + ":\n";
    for (unsigned I = Random() % 60 + 1; I > 0; --I) {
      if (Random() % 4 != 0)
        Text += ".loc " + std::to_string(Random() % 3 + 1) + " " +
                std::to_string(Random() % (Random() % 2 ? 20 : 100000)) + " " +
                std::to_string(Random() % 300) +
                (Version > 2 && Random() % 3 == 0 ? " prologue_end" : "") +
                "\n";
      Text += Random() % 2 ? "s_nop 0\n" : "v_add_f32 v0, 0x40490fdb, v1\n";
    }
    Text += "s_endpgm\n.size " + Name + ", .-" + Name + "\n";
  }
  return Text;
}

std::string assembleLines(unsigned Seed, unsigned Version,
                          std::vector<std::string> Options) {
  std::vector<std::string> Arguments = {"-triple=amdgcn-amd-amdhsa",
                                        "-mcpu=gfx900",
                                        "-filetype=obj",
                                        "-dwarf-version=" +
                                            std::to_string(Version),
                                        "-o",
                                        "{out}",
                                        "{0}"};
  Arguments.insert(Arguments.begin(), Options.begin(), Options.end());
  return runOnFiles("llvm-mc", Arguments, {randomLines(Seed, Version)});
}

std::string text(StringRef File, unsigned Line, unsigned Column) {
  return (File + ":" + llvm::Twine(Line) + ":" + llvm::Twine(Column)).str();
}

/// The line tables of \p Bytes alone, by LLVM: section and address to text.
/// There is no .debug_info to find them by, so they are parsed in turn.
std::map<std::pair<uint64_t, uint64_t>, std::string>
llvmLines(const std::string &Bytes, const CodeObject &Object) {
  std::map<std::pair<uint64_t, uint64_t>, std::string> Lines;
  auto File = llvm::cantFail(llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(Bytes, "object")));
  auto Context = llvm::DWARFContext::create(*File);
  llvm::DWARFDataExtractor Data(
      Context->getDWARFObj(), Context->getDWARFObj().getLineSection(), true, 8);
  llvm::DWARFDebugLine::SectionParser Parser(Data, *Context,
                                             Context->normal_units());
  auto Fail = [](llvm::Error E) {
    ADD_FAILURE() << llvm::toString(std::move(E));
  };
  while (!Parser.done()) {
    llvm::DWARFDebugLine::LineTable Table = Parser.parseNext(Fail, Fail);
    for (const Section &S : Object.Sections) {
      if (S.Kind != SectionKind::Code)
        continue;
      bool Relocatable = Object.Type == ObjectType::Relocatable;
      for (uint64_t Offset = 0; Offset < S.Size; Offset += 4) {
        llvm::object::SectionedAddress Where;
        Where.Address = Offset + (Relocatable ? 0 : S.Address);
        if (Relocatable)
          Where.SectionIndex = S.Index;
        uint32_t Row = Table.lookupAddress(Where);
        if (Row == Table.UnknownRowIndex || Table.Rows[Row].Line == 0)
          continue;
        // Since version 5 the table has the compilation directory.
        StringRef Directory;
        if (Table.Prologue.getVersion() >= 5)
          Directory = llvm::dwarf::toStringRef(
              Table.Prologue.IncludeDirectories.front());
        std::string Name;
        Table.getFileNameByIndex(
            Table.Rows[Row].File, Directory,
            llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
            Name);
        Lines[{S.Index, Where.Address}] =
            text(Name, Table.Rows[Row].Line, Table.Rows[Row].Column);
      }
    }
  }
  return Lines;
}

void expectLinesOfLlvm(const std::string &Bytes) {
  CodeObject Object = read(Bytes);
  auto Theirs = llvmLines(Bytes, Object);
  EXPECT_GT(Theirs.size(), 10u);
  Disassembler D = llvm::cantFail(Disassembler::create(Object));
  for (const Symbol &S : Object.Symbols)
    llvm::cantFail(D.visit(S, [&](const DisassembledInstruction &I) {
      auto It = Theirs.find({S.Section, I.Address});
      EXPECT_EQ(I.Source
                    ? text(I.Source->File, I.Source->Line, I.Source->Column)
                    : "none",
                It == Theirs.end() ? "none" : It->second)
          << S.Name.str() << " " << I.Address;
    }));
}

TEST(LineTableTest, RandomTablesOfEveryVersion) {
  for (unsigned Version : {2, 3, 4, 5})
    for (unsigned Seed = 0; Seed < 12; ++Seed) {
      SCOPED_TRACE("version " + std::to_string(Version) + ", seed " +
                   std::to_string(Seed));
      std::string Bytes = assembleLines(Seed, Version, {});
      expectLinesOfLlvm(Bytes);
      expectLinesOfLlvm(shared(Bytes));
    }
}

TEST(LineTableTest, LongFormatAndCompressedSections) {
  expectLinesOfLlvm(assembleLines(1, 5, {"-dwarf64"}));
  expectLinesOfLlvm(assembleLines(1, 4, {"-dwarf64"}));
  for (std::string Method : {"zlib", "zstd"}) {
    std::string Bytes = shared(assembleLines(2, 5, {}));
    expectLinesOfLlvm(runOnFiles(
        "llvm-objcopy", {"--compress-debug-sections=" + Method, "{0}", "{out}"},
        {Bytes}));
  }
}

/// Visits every symbol; the answers do not matter.
void visitAll(const std::string &Bytes) {
  CodeObjectImage Image;
  Image.Bytes = Bytes;
  llvm::Expected<CodeObject> Object = readCodeObject(Image, "test.o");
  if (!Object) {
    llvm::consumeError(Object.takeError());
    return;
  }
  if (!Object->Target.Proc)
    return;
  Disassembler D = llvm::cantFail(Disassembler::create(*Object));
  for (const Symbol &S : Object->Symbols)
    llvm::cantFail(D.visit(S, [](const DisassembledInstruction &) {}));
}

TEST(LineTableTest, EveryChangedByteIsHarmless) {
  for (unsigned Version : {4, 5}) {
    std::string Bytes = runOnFiles(
        "llvm-mc",
        {"-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-filetype=obj",
         "-dwarf-version=" + std::to_string(Version), "-o", "{out}", "{0}"},
        {".file 1 \"a.cl\"\n.globl f\n.type f,@function\nf:\n.loc 1 2 3\n"
         "s_nop 0\n.loc 1 5\ns_endpgm\n.size f, .-f\n"});
    CodeObject Good = read(Bytes);
    for (const Section &S : Good.Sections) {
      if (!S.Name.contains("debug_"))
        continue;
      for (uint64_t Position = S.Offset; Position < S.Offset + S.Size;
           ++Position) {
        char Old = Bytes[Position];
        for (unsigned New = 0; New < 256;
             New += New < 32 || New > 220 ? 1 : 13) {
          Bytes[Position] = char(New);
          visitAll(Bytes);
        }
        Bytes[Position] = Old;
      }
    }
  }
}

} // namespace
