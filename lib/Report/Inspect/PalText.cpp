//===- PalText.cpp - PAL metadata and register lists as text --------------===//
#include "PalText.h"
#include "Findings/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::raw_ostream;
using llvm::StringRef;

void printRegisterList(raw_ostream &OS, StringRef Title,
                       llvm::ArrayRef<PalRegister> Registers) {
  if (Registers.empty())
    return;
  OS << "\n  " << Title << '\n';
  for (const PalRegister &R : Registers)
    OS << "    " << llvm::format_hex(R.Number, 10) << ' '
       << llvm::left_justify(R.Name.empty() ? "-" : R.Name, 32) << ' '
       << llvm::format_hex(R.Value, 10) << (R.Meaning.empty() ? "" : " ")
       << R.Meaning << '\n';
}

/// Every key of a map, one a line.
static void printTree(raw_ostream &OS, unsigned Indent,
                      const MetadataValue &Map) {
  for (const MetadataEntry &Entry : Map.entries()) {
    std::string Key =
        Entry.Key.isString() ? Entry.Key.asString()->str() : Entry.Key.str();
    OS.indent(Indent) << llvm::left_justify(Key, 24) << ' ' << Entry.Value.str()
                      << '\n';
  }
}

/// The keys of a pipeline that have a section of their own below.
static bool hasOwnSection(const MetadataEntry &Entry) {
  StringRef Key = Entry.Key.asString().value_or("");
  return Key == ".registers" || Key == ".hardware_stages" ||
         Key == ".shaders" || Key == ".shader_functions";
}

static void printPipeline(raw_ostream &OS, const PalPipeline &P) {
  OS << "\n  pipeline" << (P.Name.empty() ? "" : " ") << Printable{P.Name}
     << '\n';
  std::vector<MetadataEntry> Plain;
  for (const MetadataEntry &Entry : P.All.entries())
    if (!hasOwnSection(Entry))
      Plain.push_back(Entry);
  printTree(OS, 4, MetadataValue::map(Plain));
  for (const PalShader &S : P.Shaders) {
    OS << "\n  shader " << Printable{S.Name} << '\n';
    printTree(OS, 4, S.All);
  }
  for (const PalHardwareStage &S : P.HardwareStages) {
    OS << "\n  hardware stage " << Printable{S.Name} << '\n';
    printTree(OS, 4, S.All);
  }
  for (const PalShaderFunction &S : P.ShaderFunctions) {
    OS << "\n  shader function " << Printable{S.Name} << '\n';
    printTree(OS, 4, S.All);
  }
  printRegisterList(OS, "registers", P.Registers);
}

void printPal(raw_ostream &OS, const PalMetadata &Pal) {
  OS << "\n  PAL metadata";
  if (Pal.Legacy)
    OS << " (legacy register list)";
  for (size_t I = 0; I < Pal.Version.size(); ++I)
    OS << (I == 0 ? " version " : ".") << Pal.Version[I];
  OS << '\n';
  for (const PalPipeline &P : Pal.Pipelines)
    printPipeline(OS, P);
}

} // namespace fencepost
