//===- TextReport.cpp - Findings in clang's shape -------------------------===//
#include "fencepost/Report/TextReport.h"
#include "Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::raw_ostream;

static raw_ostream::Colors colorOf(Severity Level) {
  switch (Level) {
  case Severity::Performance:
  case Severity::Warning:
    return raw_ostream::MAGENTA;
  case Severity::Error:
  case Severity::BadInput:
    return raw_ostream::RED;
  case Severity::Unknown:
    return raw_ostream::YELLOW;
  }
  return raw_ostream::SAVEDCOLOR;
}

/// "file:line:col: ", "file: ", or "fencepost: " for what stands on the command
/// line.
static void printPlace(raw_ostream &OS, const Location &Where) {
  OS << Printable{Where.File.empty() ? "fencepost" : Where.File};
  if (Where.Line != 0 && !Where.File.empty())
    OS << ':' << Where.Line << ':' << Where.Column;
  OS << ": ";
}

static void printMessage(raw_ostream &OS, const Location &Where,
                         llvm::StringRef Message) {
  if (!Where.Entity.empty())
    OS << Printable{Where.Entity} << ": ";
  OS << Printable{Message};
  if (Where.Offset)
    OS << llvm::format(" (offset 0x%llx)",
                       static_cast<unsigned long long>(*Where.Offset));
}

/// A line of a binary file is not shown: it could do anything to a terminal.
static bool isText(llvm::StringRef Line) {
  std::string Plain = Line.str(), Shown;
  llvm::erase(Plain, '\t');
  llvm::raw_string_ostream(Shown) << Printable{Plain};
  return Shown == Plain;
}

/// The source line and the caret; tabs are kept so that the caret stands under
/// its character whatever the tab width.
static void printSnippet(raw_ostream &OS, const Location &Where) {
  if (Where.LineText.empty() || Where.Column == 0 || !isText(Where.LineText))
    return;
  OS << Where.LineText << '\n';
  for (size_t I = 0; I + 1 < Where.Column; ++I)
    OS << (I < Where.LineText.size() && Where.LineText[I] == '\t' ? '\t' : ' ');
  OS.changeColor(raw_ostream::GREEN, true) << '^';
  OS.resetColor() << '\n';
}

void printFinding(raw_ostream &OS, const Finding &F) {
  OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  printPlace(OS, F.Where);
  OS.changeColor(colorOf(F.severity()), true)
      << severityName(F.severity()) << ": ";
  OS.resetColor().changeColor(raw_ostream::SAVEDCOLOR, true);
  printMessage(OS, F.Where, F.Message);
  OS << " [" << kindOf(F.Id).Name << "]\n";
  OS.resetColor();
  printSnippet(OS, F.Where);
  for (const Note &N : F.Notes) {
    OS.changeColor(raw_ostream::SAVEDCOLOR, true);
    printPlace(OS, N.Where);
    OS.changeColor(raw_ostream::CYAN, true) << "note: ";
    OS.resetColor();
    printMessage(OS, N.Where, N.Message);
    OS << '\n';
    printSnippet(OS, N.Where);
  }
}

void printFindings(raw_ostream &OS, llvm::ArrayRef<Finding> Findings) {
  for (const Finding &F : Findings)
    printFinding(OS, F);
}

} // namespace fencepost
