//===- Source.cpp - The text of a litmus test and places in it ------------===//
#include "fencepost/Litmus/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace fencepost::litmus {

/// What a reader would have to scroll through helps no more.
static constexpr size_t MaxShownLine = 300;

std::string Source::line(unsigned Line) const {
  llvm::StringRef Rest = Text;
  for (unsigned I = 1; I < Line; ++I)
    Rest = Rest.split('\n').second;
  llvm::StringRef Wanted = Rest.split('\n').first.rtrim('\r');
  if (Wanted.size() > MaxShownLine)
    return "";
  bool IsUtf8 = llvm::json::isUTF8(Wanted);
  std::string Shown = Wanted.str();
  // One character for one byte, so that the caret stays where it belongs.
  for (char &C : Shown)
    if (llvm::isASCII(C) ? C != '\t' && !llvm::isPrint(C) : !IsUtf8)
      C = '?';
  return Shown;
}

Location Source::at(Spot Where) const {
  Location L;
  L.File = FileName.str();
  L.Line = Where.Line;
  L.Column = Where.Column;
  L.LineText = line(Where.Line);
  return L;
}

} // namespace fencepost::litmus
