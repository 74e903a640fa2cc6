//===- CheckInput.cpp - A file of kernels, as views and as text -----------===//
// The text: lines that places are on. Reading is in ReadInput.cpp.
//===----------------------------------------------------------------------===//
#include "CheckInput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace fencepost {

using llvm::StringRef;

/// Source files longer than this are not looked into for lines to show.
static constexpr uint64_t MaxSourceBytes = 64 << 20;

CheckInput CheckInput::ofModule(StringRef Name) {
  CheckInput Input;
  Input.File = Name.str();
  return Input;
}

static std::vector<std::string> splitLines(StringRef Text) {
  std::vector<std::string> Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result.push_back(Line.rtrim('\r').str());
    Text = Rest;
  }
  return Result;
}

const CheckInput::SourceText &CheckInput::sourceOf(const std::string &Name) {
  auto [It, New] = Sources.try_emplace(Name);
  SourceText &Source = It->second;
  if (!New)
    return Source;
  if (Name == File) {
    if (IsText)
      Source.Lines = splitLines(Buffer->getBuffer());
  } else {
    auto Read = llvm::MemoryBuffer::getFile(Name, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (Read && (*Read)->getBufferSize() <= MaxSourceBytes)
      Source.Lines = splitLines((*Read)->getBuffer());
  }
  Source.Comments = SuppressingComments(Name, Source.Lines, Problems);
  return Source;
}

bool CheckInput::isSuppressed(const Location &Where, Diag Id) {
  return Where.Line != 0 &&
         sourceOf(Where.File).Comments.covers(Where.Line, Id);
}

/// Whether \p Line is a part of the declaration that the next one goes on with.
static bool beginsDeclaration(StringRef Line) {
  static constexpr llvm::StringLiteral Words[] = {
      "kernel", "__attribute__", "__global__", "__launch_bounds__", "template"};
  Line = Line.take_front(Line.find("//")).trim();
  return !Line.empty() && !Line.ends_with(";") && !Line.ends_with("}") &&
         llvm::any_of(Words, [&](StringRef W) { return Line.contains(W); });
}

bool CheckInput::isSuppressedInKernel(Location Where, Diag Id) {
  bool Result = isSuppressed(Where, Id);
  const std::vector<std::string> &Lines = sourceOf(Where.File).Lines;
  while (!Result && Where.Line > 1 && Where.Line - 1 <= Lines.size() &&
         beginsDeclaration(Lines[Where.Line - 2])) {
    --Where.Line;
    Result = isSuppressed(Where, Id);
  }
  return Result;
}

/// A source is called as the user called it, or by its path from here.
const std::string &CheckInput::nameOf(const std::string &Path) {
  auto [It, New] = Names.try_emplace(Path, Path);
  if (!New)
    return It->second;
  llvm::SmallString<128> Here;
  if (llvm::sys::fs::equivalent(Path, File))
    It->second = File;
  else if (StringRef Rest = Path; !llvm::sys::fs::current_path(Here) &&
                                  Rest.consume_front(Here) &&
                                  Rest.consume_front("/"))
    It->second = Rest.str();
  return It->second;
}

void CheckInput::nameFiles(view::SyncView &Kernel) {
  auto Name = [&](view::SourceLocation &At) {
    if (!At.File.empty())
      At.File = nameOf(At.File);
  };
  Name(Kernel.Where);
  for (view::Block &B : Kernel.Blocks)
    for (view::Event &E : B.Events) {
      Name(E.Where);
      llvm::for_each(E.Calls, Name);
    }
}

static bool isBlank(char C) { return C == ' ' || C == '\t'; }

void CheckInput::complete(Location &Where) {
  Where.File = Where.File.empty() ? File : nameOf(Where.File);
  if (Where.Line == 0)
    return;
  const std::vector<std::string> &Names = sourceOf(Where.File).Lines;
  if (Where.Line <= Names.size())
    Where.LineText = Names[Where.Line - 1];
  // Debug information without a column means the line as a whole.
  if (Where.Column == 0)
    Where.Column = 1 + StringRef(Where.LineText).take_while(isBlank).size();
}

} // namespace fencepost
