//===- LineTable.cpp - DWARF line tables ----------------------------------===//
#include "LineTable.h"
#include "Container/ByteReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include <tuple>

namespace fencepost {

namespace dwarf = llvm::dwarf;

namespace {

using LineRow = LineTable::Row;

/// Runs the program of a unit from a place on.
class ProgramReader {
public:
  ProgramReader(const LineSections &Sections, const LineUnit &U, uint64_t Start)
      : Sections(Sections), U(U), Reader(Sections.Lines.take_front(U.End)) {
    Reader.seek(Start);
  }

  uint64_t position() const { return Reader.position(); }

  /// The next row; false at the end of the program or of what is readable.
  bool next(LineRow &Out) {
    while (!Reader.atEnd() && !Reader.failed())
      if (step(Out))
        return true;
    return false;
  }

private:
  /// Executes one opcode; true if it made a row.
  bool step(LineRow &Out) {
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

  bool extended(LineRow &Out) {
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
      Registers = LineRow();
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

  bool emit(LineRow &Out) {
    Out = Registers;
    return true;
  }

  const LineSections &Sections;
  const LineUnit &U;
  ByteReader Reader;
  LineRow Registers;
};

} // namespace

LineTable::LineTable(LineSections S) : Sections(std::move(S)) { index(); }

void LineTable::index() {
  for (uint64_t Offset = 0; Offset < Sections.Lines.size();) {
    LineUnit U;
    bool Good = readLineUnit(Sections, Offset, U);
    if (U.End <= Offset)
      break;
    Offset = U.End;
    if (!Good)
      continue;
    ProgramReader Program(Sections, U, U.Program);
    Sequence S{0, 0, 0, U.Offset, U.Program};
    bool First = true;
    for (LineRow R; Program.next(R);) {
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
  llvm::sort(Sequences, [](const Sequence &L, const Sequence &R) {
    return std::tie(L.Section, L.Low, L.Start) <
           std::tie(R.Section, R.Low, R.Start);
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
    CurrentUnit.emplace();
    readLineUnit(Sections, S.Unit, *CurrentUnit);
  }
  Current = &S;
  Rows.clear();
  ProgramReader Program(Sections, *CurrentUnit, S.Start);
  for (LineRow R; Program.next(R) && !R.EndsSequence;)
    Rows.push_back(R);
}

std::optional<SourceLine> LineTable::find(uint32_t Section, uint64_t Address) {
  const Sequence *S = findSequence(Section, Address);
  if (!S)
    return std::nullopt;
  load(*S);
  auto Next =
      llvm::upper_bound(Rows, Address, [](uint64_t A, const LineRow &R) {
        return A < R.Address;
      });
  if (Next == Rows.begin())
    return std::nullopt;
  const LineRow &R = *std::prev(Next);
  std::string Path = CurrentUnit->path(R.File);
  if (Path.empty() || R.Line == 0)
    return std::nullopt;
  return SourceLine{std::move(Path), static_cast<unsigned>(R.Line),
                    static_cast<unsigned>(R.Column)};
}

} // namespace fencepost
