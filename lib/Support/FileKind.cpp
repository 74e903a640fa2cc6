//===- FileKind.cpp - What a file is, by its content ----------------------===//
// See FileKind.h. First what the first bytes say, then what the text says, then
// what the name says.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/FileKind.h"
#include "TextKind.h"
#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Path.h"

namespace fencepost {

using llvm::StringLiteral;
using llvm::StringRef;

static constexpr FileKindFacts FactsTable[] = {
    {FileKind::Empty, "empty", "empty files", ""},
    {FileKind::LlvmIR, "LLVM IR", "LLVM IR", ""},
    {FileKind::OpenCL, "OpenCL C", "OpenCL C", ""},
    {FileKind::Hip, "HIP source", "HIP source",
     "not read yet: compile it to LLVM IR first (hipcc --cuda-device-only -S "
     "-emit-llvm)"},
    {FileKind::Cuda, "CUDA source", "CUDA source",
     "not read: port it to HIP (hipify-clang), and compile that to LLVM IR"},
    {FileKind::C, "C or C++ source", "C or C++ source",
     "compile it to LLVM IR first (clang -S -emit-llvm)"},
    {FileKind::Litmus, "a litmus test", "litmus tests", ""},
    {FileKind::Mlir, "MLIR", "MLIR",
     "translate it to LLVM IR first (mlir-translate --mlir-to-llvmir)"},
    {FileKind::Assembly, "assembly", "assembly",
     "not read yet: give the LLVM IR that it was made from"},
    {FileKind::Json, "JSON", "JSON", ""},
    {FileKind::Yaml, "YAML", "YAML", ""},
    {FileKind::TextBundle, "an offload bundle of text",
     "offload bundles of text",
     "unbundle it first (clang-offload-bundler --unbundle)"},
    {FileKind::Utf16, "text in UTF-16", "text in UTF-16",
     "convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"},
    {FileKind::Text, "text of no known kind", "text", ""},
    {FileKind::Bitcode, "LLVM bitcode", "LLVM bitcode", ""},
    {FileKind::CodeObject, "an AMDGPU code object", "AMDGPU code objects", ""},
    {FileKind::HostObject, "a host object or program",
     "host objects and programs", ""},
    {FileKind::Bundle, "an offload bundle", "offload bundles", ""},
    {FileKind::CompressedBundle, "a compressed offload bundle",
     "compressed offload bundles", ""},
    {FileKind::OffloadBinary, "an LLVM offload binary", "LLVM offload binaries",
     ""},
    {FileKind::Archive, "an archive", "archives", ""},
    {FileKind::ThinArchive, "a thin archive", "thin archives",
     "give the files that it names"},
    {FileKind::Spirv, "SPIR-V", "SPIR-V",
     "translate it to LLVM IR first (llvm-spirv -r)"},
    {FileKind::Binary, "a binary file of no known kind", "binary files", ""},
};
static_assert(isIndexedBy(FactsTable, &FileKindFacts::Kind));

const FileKindFacts &factsOf(FileKind Kind) { return rowOf(FactsTable, Kind); }

bool isSource(FileKind Kind) { return Kind == FileKind::OpenCL; }

bool isText(FileKind Kind) {
  return Kind >= FileKind::LlvmIR && Kind <= FileKind::Text;
}

namespace {
struct EndingRow {
  StringLiteral Ending;
  FileKind Kind;
  bool IsHeader = false;
};
} // namespace

/// Also those of the files in which Triton keeps the stages of a kernel.
static constexpr EndingRow Endings[] = {
    {".ll", FileKind::LlvmIR},
    {".llir", FileKind::LlvmIR},
    {".cl", FileKind::OpenCL},
    {".hip", FileKind::Hip},
    {".cu", FileKind::Cuda},
    {".c", FileKind::C},
    {".cc", FileKind::C},
    {".cpp", FileKind::C},
    {".cxx", FileKind::C},
    {".h", FileKind::C, /*IsHeader=*/true},
    {".hh", FileKind::C, /*IsHeader=*/true},
    {".hpp", FileKind::C, /*IsHeader=*/true},
    {".hxx", FileKind::C, /*IsHeader=*/true},
    {".cuh", FileKind::C, /*IsHeader=*/true},
    {".litmus", FileKind::Litmus},
    {".mlir", FileKind::Mlir},
    {".ttir", FileKind::Mlir},
    {".ttgir", FileKind::Mlir},
    {".s", FileKind::Assembly},
    {".S", FileKind::Assembly},
    {".asm", FileKind::Assembly},
    {".amdgcn", FileKind::Assembly},
    {".json", FileKind::Json},
    {".jsonl", FileKind::Json},
    {".yaml", FileKind::Yaml},
    {".yml", FileKind::Yaml},
};

static const EndingRow *endingOf(StringRef Name) {
  StringRef Ending = llvm::sys::path::extension(Name);
  const EndingRow *Row = llvm::find_if(
      Endings, [&](const EndingRow &Each) { return Each.Ending == Ending; });
  return Row == std::end(Endings) ? nullptr : Row;
}

FileKind kindOfName(StringRef Name) {
  const EndingRow *Row = endingOf(Name);
  return Row ? Row->Kind : FileKind::Text;
}

StringRef withoutByteOrderMark(StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  return Text;
}

/// An ELF file by its machine; one without a whole header is anyone's.
static FileKind kindOfElf(StringRef Bytes) {
  constexpr size_t MachineAt = 18;
  if (Bytes.size() < MachineAt + 2)
    return FileKind::HostObject;
  const char *At = Bytes.data() + MachineAt;
  bool IsBigEndian = Bytes[llvm::ELF::EI_DATA] == llvm::ELF::ELFDATA2MSB;
  uint16_t Machine = IsBigEndian ? llvm::support::endian::read16be(At)
                                 : llvm::support::endian::read16le(At);
  return Machine == llvm::ELF::EM_AMDGPU ? FileKind::CodeObject
                                         : FileKind::HostObject;
}

namespace {
struct MagicRow {
  StringLiteral Magic;
  FileKind Kind;
};
} // namespace

/// Beside those that LLVM knows.
static constexpr MagicRow Magics[] = {
    {"__CLANG_OFFLOAD_BUNDLE__", FileKind::Bundle},
    {"CCOB", FileKind::CompressedBundle},
    {"\x10\xff\x10\xad", FileKind::OffloadBinary},
    {"!<arch>\n", FileKind::Archive},
    {"!<thin>\n", FileKind::ThinArchive},
    {"\xff\xfe", FileKind::Utf16},
    {"\xfe\xff", FileKind::Utf16},
};

static std::optional<FileKind> kindOfMagic(StringRef Bytes) {
  if (Bytes.starts_with("\x7f"
                        "ELF"))
    return kindOfElf(Bytes);
  // In a comment of the language that is bundled.
  if (Bytes.take_front(256).contains("__CLANG_OFFLOAD_BUNDLE____START__"))
    return FileKind::TextBundle;
  for (const MagicRow &Row : Magics)
    if (Bytes.starts_with(Row.Magic))
      return Row.Kind;
  switch (llvm::identify_magic(Bytes)) {
  case llvm::file_magic::coff_object:
  case llvm::file_magic::pecoff_executable:
  case llvm::file_magic::macho_object:
  case llvm::file_magic::macho_executable:
  case llvm::file_magic::macho_dynamically_linked_shared_lib:
  case llvm::file_magic::macho_bundle:
  case llvm::file_magic::macho_universal_binary:
    return FileKind::HostObject;
  case llvm::file_magic::bitcode:
    return FileKind::Bitcode;
  case llvm::file_magic::spirv_object:
    return FileKind::Spirv;
  default:
    return std::nullopt;
  }
}

/// No byte that only a terminal or a machine understands.
static bool looksLikeText(StringRef Bytes) {
  return llvm::all_of(Bytes.take_front(512), [](unsigned char C) {
    return C >= 0x80 || llvm::isPrint(C) || llvm::isSpace(C);
  });
}

DetectedKind detectFileKind(StringRef Bytes, StringRef Name) {
  if (withoutByteOrderMark(Bytes).ltrim().empty())
    return {FileKind::Empty};
  if (std::optional<FileKind> Kind = kindOfMagic(Bytes))
    return {*Kind};
  constexpr size_t Looked = 1 << 16;
  if (Bytes.take_front(Looked).contains('\0'))
    return {FileKind::Binary};
  StringRef Text = withoutByteOrderMark(Bytes);
  size_t Skipped = Bytes.size() - Text.size();
  const EndingRow *Ending = endingOf(Name);
  FileKind Hint = kindOfName(Name);
  if (std::optional<DetectedKind> Told =
          detectTextKind(Text, Hint, Ending && Ending->IsHeader))
    return {Told->Kind, Skipped + Told->Offset};
  if (!looksLikeText(Text))
    return {FileKind::Binary};
  return {Hint, Bytes.size() - Text.ltrim().size()};
}

} // namespace fencepost
