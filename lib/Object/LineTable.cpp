//===- LineTable.cpp - DWARF line tables ----------------------------------===//
#include "LineTable.h"
#include "ByteReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"
#include <tuple>

namespace fencepost {

namespace dwarf = llvm::dwarf;

/// The header of one table.
struct LineTable::Unit {
  uint64_t Offset = 0; ///< Where the unit starts, in .debug_line.
  uint64_t End = 0;    ///< Where the next one does.
  uint64_t Program = 0;
  unsigned Version = 0;
  unsigned OffsetSize = 4; ///< 8 in the 64-bit format.
  unsigned MinInstruction = 1;
  int LineBase = 0;
  unsigned LineRange = 1;
  unsigned OpcodeBase = 1;
  llvm::StringRef OpcodeLengths;
  std::vector<llvm::StringRef> Directories;
  struct File {
    llvm::StringRef Name;
    uint64_t Directory = 0;
  };
  std::vector<File> Files;

  std::string path(uint64_t FileIndex) const;
};

namespace {

using Unit = LineTable::Unit;
using Row = LineTable::Row;

/// Reads the header of the unit at an offset.
class HeaderReader {
public:
  HeaderReader(const LineSections &Sections, uint64_t Offset)
      : Sections(Sections), Reader(Sections.Lines) {
    Reader.seek(Offset);
    U.Offset = Offset;
  }

  /// End is set whenever the length can be read; false if the rest cannot.
  bool read(Unit &Out) {
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
    readEntries([&](const Unit::File &F) { U.Directories.push_back(F.Name); });
    readEntries([&](const Unit::File &F) { U.Files.push_back(F); });
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
      Unit::File Entry;
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
    ByteReader At(From);
    At.seek(Offset);
    return At.readString();
  }

  const LineSections &Sections;
  ByteReader Reader;
  Unit U;
};

/// Runs the program of a unit from a place on.
class ProgramReader {
public:
  ProgramReader(const LineSections &Sections, const Unit &U, uint64_t Start)
      : Sections(Sections), U(U), Reader(Sections.Lines.take_front(U.End)) {
    Reader.seek(Start);
  }

  uint64_t position() const { return Reader.position(); }

  /// The next row; false at the end of the program or of what is readable.
  bool next(Row &Out) {
    while (!Reader.atEnd() && !Reader.failed())
      if (step(Out))
        return true;
    return false;
  }

private:
  /// Executes one opcode; true if it made a row.
  bool step(Row &Out) {
    uint8_t Opcode = Reader.read<uint8_t>();
    if (Opcode >= U.OpcodeBase) {
      unsigned Adjusted = Opcode - U.OpcodeBase;
      advance(Adjusted / U.LineRange);
      Registers.Line += U.LineBase + int64_t(Adjusted % U.LineRange);
      return emit(Out);
    }
    switch (Opcode) {
    case 0:
      return extended(Out);
    case dwarf::DW_LNS_copy:
      return emit(Out);
    case dwarf::DW_LNS_advance_pc:
      advance(Reader.readUnsigned());
      return false;
    case dwarf::DW_LNS_advance_line:
      Registers.Line += static_cast<uint64_t>(Reader.readSigned());
      return false;
    case dwarf::DW_LNS_set_file:
      Registers.File = Reader.readUnsigned();
      return false;
    case dwarf::DW_LNS_set_column:
      Registers.Column = Reader.readUnsigned();
      return false;
    case dwarf::DW_LNS_const_add_pc:
      advance((255 - U.OpcodeBase) / U.LineRange);
      return false;
    case dwarf::DW_LNS_fixed_advance_pc:
      Registers.Address += Reader.read<uint16_t>();
      return false;
    default:
      for (uint8_t I = U.OpcodeLengths[Opcode - 1]; I > 0; --I)
        Reader.readUnsigned();
      return false;
    }
  }

  bool extended(Row &Out) {
    uint64_t Length = Reader.readUnsigned();
    uint64_t End = Reader.position() + Length;
    if (Reader.failed() || Length == 0 || End < Length || End > U.End) {
      Reader.seek(U.End); // A length that fits nothing: give the program up.
      return false;
    }
    bool Made = false;
    uint8_t Opcode = Reader.read<uint8_t>();
    if (Opcode == dwarf::DW_LNE_end_sequence) {
      Registers.EndsSequence = true;
      Made = emit(Out);
      Registers = Row();
    } else if (Opcode == dwarf::DW_LNE_set_address) {
      setAddress(Length - 1);
    }
    Reader.seek(End);
    return Made;
  }

  void setAddress(uint64_t Size) {
    auto It = Sections.Relocations.find(Reader.position());
    if (It != Sections.Relocations.end()) {
      Registers.Section = It->second.Section;
      Registers.Address = It->second.Value;
      return;
    }
    Registers.Section = 0;
    Registers.Address = Size == 8   ? Reader.read<uint64_t>()
                        : Size == 4 ? Reader.read<uint32_t>()
                                    : 0;
  }

  void advance(uint64_t Operations) {
    Registers.Address += Operations * U.MinInstruction;
  }

  bool emit(Row &Out) {
    Out = Registers;
    return true;
  }

  const LineSections &Sections;
  const Unit &U;
  ByteReader Reader;
  Row Registers;
};

} // namespace

static bool isAbsolute(llvm::StringRef Path) {
  using llvm::sys::path::Style;
  return llvm::sys::path::is_absolute(Path, Style::posix) ||
         llvm::sys::path::is_absolute(Path, Style::windows);
}

std::string LineTable::Unit::path(uint64_t FileIndex) const {
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

LineTable::LineTable(LineSections S) : Sections(std::move(S)) { index(); }
LineTable::~LineTable() = default;

void LineTable::index() {
  for (uint64_t Offset = 0; Offset < Sections.Lines.size();) {
    Unit U;
    bool Good = HeaderReader(Sections, Offset).read(U);
    if (U.End <= Offset)
      break;
    Offset = U.End;
    if (!Good)
      continue;
    ProgramReader Program(Sections, U, U.Program);
    Sequence S{0, 0, 0, U.Offset, U.Program};
    bool First = true;
    for (Row R; Program.next(R);) {
      if (First)
        std::tie(S.Section, S.Low) = std::pair(R.Section, R.Address);
      First = R.EndsSequence;
      if (!R.EndsSequence)
        continue;
      S.High = R.Address;
      if (S.Low < S.High)
        Sequences.push_back(S);
      S.Start = Program.position();
    }
  }
  llvm::stable_sort(Sequences, [](const Sequence &L, const Sequence &R) {
    return std::tie(L.Section, L.Low) < std::tie(R.Section, R.Low);
  });
}

const LineTable::Sequence *LineTable::findSequence(uint32_t Section,
                                                   uint64_t Address) const {
  auto Next = llvm::upper_bound(Sequences, std::pair(Section, Address),
                                [](const auto &Place, const Sequence &S) {
                                  return Place < std::pair(S.Section, S.Low);
                                });
  if (Next == Sequences.begin())
    return nullptr;
  const Sequence &S = *std::prev(Next);
  return S.Section == Section && Address < S.High ? &S : nullptr;
}

void LineTable::load(const Sequence &S) {
  if (Current == &S)
    return;
  if (!CurrentUnit || CurrentUnit->Offset != S.Unit) {
    CurrentUnit = std::make_unique<Unit>();
    HeaderReader(Sections, S.Unit).read(*CurrentUnit);
  }
  Current = &S;
  Rows.clear();
  ProgramReader Program(Sections, *CurrentUnit, S.Start);
  for (Row R; Program.next(R) && !R.EndsSequence;)
    Rows.push_back(R);
}

std::optional<SourceLine> LineTable::find(uint32_t Section, uint64_t Address) {
  const Sequence *S = findSequence(Section, Address);
  if (!S)
    return std::nullopt;
  load(*S);
  auto Next = llvm::upper_bound(
      Rows, Address, [](uint64_t A, const Row &R) { return A < R.Address; });
  if (Next == Rows.begin())
    return std::nullopt;
  const Row &R = *std::prev(Next);
  std::string Path = CurrentUnit->path(R.File);
  if (Path.empty() || R.Line == 0)
    return std::nullopt;
  return SourceLine{std::move(Path), static_cast<unsigned>(R.Line),
                    static_cast<unsigned>(R.Column)};
}

} // namespace fencepost
