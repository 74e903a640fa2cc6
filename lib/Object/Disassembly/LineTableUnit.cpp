//===- LineTableUnit.cpp - The header of a DWARF line table ---------------===//
// Versions 2 to 4 list directories and files as strings; version 5 describes
// the columns of both tables first. Tested by
// unittests/Object/LineTableTest.cpp.
//===----------------------------------------------------------------------===//
#include "LineTableUnit.h"
#include "Container/ByteReader.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

namespace fencepost {

namespace dwarf = llvm::dwarf;

namespace {

/// Reads the header of the unit at an offset.
class HeaderReader {
public:
  HeaderReader(const LineSections &Sections, uint64_t Offset)
      : Sections(Sections), Reader(Sections.Lines) {
    Reader.seek(Offset);
    U.Offset = Offset;
  }

  bool read(LineUnit &Out) {
    bool Good = readFields();
    Out = std::move(U);
    return Good;
  }

private:
  uint64_t readOffset() {
    return U.OffsetSize == 8 ? Reader.read<uint64_t>()
                             : Reader.read<uint32_t>();
  }

  bool readFields() {
    uint64_t Length = Reader.read<uint32_t>();
    if (Length == dwarf::DW_LENGTH_DWARF64) {
      U.OffsetSize = 8;
      Length = Reader.read<uint64_t>();
    }
    if (Reader.failed() || Length > Sections.Lines.size() - Reader.position())
      return false;
    U.End = Reader.position() + Length;
    U.Version = Reader.read<uint16_t>();
    if (U.Version < 2 || U.Version > 5)
      return false;
    if (U.Version >= 5)
      Reader.take(2); // Sizes of addresses and of segment selectors.
    uint64_t HeaderLength = readOffset();
    if (Reader.failed() || HeaderLength > U.End - Reader.position())
      return false;
    U.Program = Reader.position() + HeaderLength;
    readOpcodes();
    if (U.LineRange == 0 || U.OpcodeBase == 0)
      return false;
    U.Version >= 5 ? readTables() : readOldTables();
    return !Reader.failed() && Reader.position() <= U.Program;
  }

  void readOpcodes() {
    U.MinInstruction = Reader.read<uint8_t>();
    if (U.Version >= 4)
      Reader.take(1); // Operations per instruction: 1 unless it is a VLIW.
    Reader.take(1);   // Whether rows start a statement by default.
    U.LineBase = static_cast<int8_t>(Reader.read<uint8_t>());
    U.LineRange = Reader.read<uint8_t>();
    U.OpcodeBase = Reader.read<uint8_t>();
    if (U.OpcodeBase != 0)
      U.OpcodeLengths = Reader.take(U.OpcodeBase - 1);
  }

  void readOldTables() {
    U.Directories.push_back(""); // The compilation directory.
    for (llvm::StringRef Name = Reader.readString(); !Name.empty();
         Name = Reader.readString())
      U.Directories.push_back(Name);
    U.Files.emplace_back(); // Files count from 1.
    for (llvm::StringRef Name = Reader.readString(); !Name.empty();
         Name = Reader.readString()) {
      U.Files.push_back({Name, Reader.readUnsigned()});
      Reader.readUnsigned(); // When it was changed.
      Reader.readUnsigned(); // How long it is.
    }
  }

  void readTables() {
    readEntries(
        [&](const LineUnit::File &F) { U.Directories.push_back(F.Name); });
    readEntries([&](const LineUnit::File &F) { U.Files.push_back(F); });
  }

  /// A table of version 5: what its columns are, then the rows.
  template <typename AddFn> void readEntries(AddFn Add) {
    struct Column {
      uint64_t Content, Form;
    };
    std::vector<Column> Columns(Reader.read<uint8_t>());
    for (Column &C : Columns) {
      C.Content = Reader.readUnsigned();
      C.Form = Reader.readUnsigned();
    }
    uint64_t Count = Reader.readUnsigned();
    // Every form takes a byte or more, so a wrong count ends with the bytes.
    if (Columns.empty() && Count != 0)
      Reader.seek(Sections.Lines.size() + 1);
    for (uint64_t I = 0; I < Count && !Reader.failed(); ++I) {
      LineUnit::File Entry;
      for (const Column &C : Columns) {
        Field F = readField(C.Form);
        if (C.Content == dwarf::DW_LNCT_path)
          Entry.Name = F.Text;
        else if (C.Content == dwarf::DW_LNCT_directory_index)
          Entry.Directory = F.Number;
      }
      Add(Entry);
    }
  }

  struct Field {
    llvm::StringRef Text;
    uint64_t Number = 0;
  };

  Field readField(uint64_t Form) {
    switch (Form) {
    case dwarf::DW_FORM_string:
      return {Reader.readString(), 0};
    case dwarf::DW_FORM_line_strp:
      return {readPointedString(Sections.LineStrings), 0};
    case dwarf::DW_FORM_strp:
      return {readPointedString(Sections.Strings), 0};
    case dwarf::DW_FORM_udata:
      return {"", Reader.readUnsigned()};
    case dwarf::DW_FORM_data1:
      return {"", Reader.read<uint8_t>()};
    case dwarf::DW_FORM_data2:
      return {"", Reader.read<uint16_t>()};
    case dwarf::DW_FORM_data4:
      return {"", Reader.read<uint32_t>()};
    case dwarf::DW_FORM_data8:
      return {"", Reader.read<uint64_t>()};
    case dwarf::DW_FORM_data16:
      Reader.take(16);
      return {};
    case dwarf::DW_FORM_block:
      Reader.take(Reader.readUnsigned());
      return {};
    default: // Of unknown size: nothing after it can be read.
      Reader.seek(Sections.Lines.size() + 1);
      return {};
    }
  }

  llvm::StringRef readPointedString(llvm::StringRef From) {
    auto It = Sections.Relocations.find(Reader.position());
    uint64_t Offset = readOffset();
    if (It != Sections.Relocations.end())
      Offset = It->second.Value;
    ByteReader Reader(From);
    Reader.seek(Offset);
    return Reader.readString();
  }

  const LineSections &Sections;
  ByteReader Reader;
  LineUnit U;
};

} // namespace

bool readLineUnit(const LineSections &Sections, uint64_t Offset,
                  LineUnit &Out) {
  return HeaderReader(Sections, Offset).read(Out);
}

static bool isAbsolute(llvm::StringRef Path) {
  using llvm::sys::path::Style;
  return llvm::sys::path::is_absolute(Path, Style::posix) ||
         llvm::sys::path::is_absolute(Path, Style::windows);
}

std::string LineUnit::path(uint64_t FileIndex) const {
  if (FileIndex >= Files.size() || Files[FileIndex].Name.empty())
    return "";
  const File &F = Files[FileIndex];
  std::string Path = F.Name.str();
  auto Prepend = [&](uint64_t Directory) {
    if (isAbsolute(Path) || Directory >= Directories.size() ||
        Directories[Directory].empty())
      return;
    Path = (Directories[Directory] + "/" + Path).str();
  };
  Prepend(F.Directory);
  if (F.Directory != 0)
    Prepend(0);
  return Path;
}

} // namespace fencepost
