//===- ClangMessages.cpp - What clang says, as findings -------------------===//
// A line is taken apart at ": error: " and its like, then from the right: names
// of files may hold colons. The text of the source line is read back, since
// clang's own display of it is switched off.
//===----------------------------------------------------------------------===//
#include "ClangMessages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fencepost {

using llvm::StringRef;

static std::string lineOf(StringRef Text, unsigned Number) {
  for (; Number > 1; --Number)
    Text = Text.split('\n').second;
  return Text.split('\n').first.rtrim('\r').str();
}

static std::string lineOfFile(StringRef File, unsigned Number) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  return Buffer ? lineOf((*Buffer)->getBuffer(), Number) : "";
}

/// "FILE:LINE:COLUMN", or a program's name, which stands for all of \p File.
static Location placeOf(StringRef Text, StringRef File, StringRef Source) {
  Location Where;
  auto [Front, Column] = Text.rsplit(':');
  auto [Name, Line] = Front.rsplit(':');
  if (!llvm::to_integer(Line, Where.Line, 10) ||
      !llvm::to_integer(Column, Where.Column, 10)) {
    Where.Line = Where.Column = 0;
    Where.File = File.str();
    return Where;
  }
  Where.File = Name.str();
  Where.LineText = Name == File && !Source.empty()
                       ? lineOf(Source, Where.Line)
                       : lineOfFile(Name, Where.Line);
  return Where;
}

std::vector<Finding> readClangErrors(StringRef Text, StringRef File, Diag Id,
                                     StringRef Source) {
  std::vector<Finding> Found;
  bool InError = false; // Notes of warnings are left out with them.
  for (StringRef Line : llvm::split(Text, '\n')) {
    Line = Line.rtrim('\r');
    for (StringRef Kind :
         {": error: ", ": fatal error: ", ": warning: ", ": note: "}) {
      size_t Position = Line.find(Kind);
      if (Position == StringRef::npos)
        continue;
      Location Where = placeOf(Line.take_front(Position), File, Source);
      std::string Message = Line.drop_front(Position + Kind.size()).str();
      bool IsNote = Kind == ": note: ";
      if (!IsNote)
        InError = Kind != ": warning: ";
      if (IsNote && InError)
        Found.back().Notes.push_back({std::move(Where), std::move(Message)});
      else if (InError)
        Found.push_back({Id, std::move(Where), std::move(Message), {}});
      break;
    }
  }
  return Found;
}

} // namespace fencepost
