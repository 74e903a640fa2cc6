//===- DisassemblyReport.cpp - The instructions of a kernel ---------------===//
#include "DisassemblyReport.h"
#include "Findings/Printable.h"
#include "fencepost/Report/JsonReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

llvm::Expected<std::unique_ptr<Disassembler>>
disassemblerFor(const CodeObject &Object, const InspectOptions &Options) {
  if (!Options.Disassemble)
    return nullptr;
  llvm::Expected<Disassembler> D = Disassembler::create(Object);
  if (!D)
    return D.takeError();
  return std::make_unique<Disassembler>(std::move(*D));
}

static std::string sourceText(const SourceLine &Source) {
  std::string Out = Source.File + ":" + llvm::utostr(Source.Line);
  return Source.Column != 0 ? Out + ":" + llvm::utostr(Source.Column) : Out;
}

static std::string encodingText(llvm::ArrayRef<uint8_t> Encoding) {
  std::string Out;
  // Instructions are sequences of little-endian dwords; show them as such.
  for (size_t I = 0; I < Encoding.size(); I += 4) {
    llvm::ArrayRef<uint8_t> Word = Encoding.slice(I).take_front(4);
    std::string Bytes(Word.rbegin(), Word.rend());
    Out += (Out.empty() ? "" : " ") + llvm::toHex(Bytes);
  }
  return Out;
}

llvm::Error printDisassembly(llvm::raw_ostream &OS, InstructionSource Source) {
  OS << "\n  instructions\n";
  std::string LastLine;
  return Source([&](const DisassembledInstruction &I) {
    if (!I.Label.empty())
      OS << "  " << I.Label << ":\n";
    std::string Line = I.Source ? sourceText(*I.Source) : "";
    if (Line != LastLine && !Line.empty())
      OS << "    ; " << Printable{Line} << '\n';
    LastLine = std::move(Line);
    OS << "    " << llvm::left_justify(I.Text, 56) << " // "
       << llvm::format_hex_no_prefix(I.Address, 8) << ": "
       << encodingText(I.Encoding);
    if (!I.TargetName.empty())
      OS << " <" << Printable{I.TargetName} << '>';
    if (I.IsData)
      OS << " (not an instruction)";
    OS << '\n';
  });
}

llvm::Error writeDisassembly(llvm::json::OStream &J, InstructionSource Source) {
  J.attributeBegin("instructions");
  J.arrayBegin();
  llvm::Error E = Source([&](const DisassembledInstruction &I) {
    J.object([&] {
      J.attribute("address", I.Address);
      J.attribute("encoding", llvm::toHex(I.Encoding));
      J.attribute("text", jsonText(I.Text));
      J.attribute("data", I.IsData);
      if (!I.Label.empty())
        J.attribute("label", jsonText(I.Label));
      if (I.Target)
        J.attribute("target", *I.Target);
      if (I.Source)
        J.attributeObject("source", [&] {
          J.attribute("file", jsonText(I.Source->File));
          J.attribute("line", I.Source->Line);
          J.attribute("column", I.Source->Column);
        });
    });
  });
  J.arrayEnd();
  J.attributeEnd();
  return E;
}

} // namespace fencepost
