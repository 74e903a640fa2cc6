//===- KernelFile.cpp - A file of kernels, as views and as text -----------===//
// First reading and compiling, then the lines of sources that places are on.
//===----------------------------------------------------------------------===//
#include "fencepost/Input/KernelFile.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace fencepost {

using llvm::StringRef;

static llvm::Expected<std::string> compile(StringRef File,
                                           const KernelFileOptions &Options,
                                           std::vector<std::string> &Read) {
  if (Options.View.Cpu.empty())
    return inputError(Diag::Usage, "",
                      "which processor? OpenCL C names none, so '-mcpu' is "
                      "needed for " +
                          File);
  OpenCLOptions Clang;
  Clang.Processor = Options.View.Cpu;
  Clang.Features = Options.View.Features;
  Clang.Extra = Options.Clang;
  Clang.Problem = Diag::OpenCLError;
  return compileOpenCL(File, Clang, &Read);
}

static bool isBitcode(StringRef Text) {
  return Text.starts_with("BC\xC0\xDE") ||
         Text.starts_with(StringRef("\xDE\xC0\x17\x0B", 4));
}

llvm::Expected<std::unique_ptr<IRSource>> KernelFile::parse() {
  IRSourceOptions Reading;
  Reading.Syntax = Diag::IRSyntax;
  Reading.Semantics = Diag::IRTarget;
  Reading.Modules = true;
  llvm::Expected<std::unique_ptr<IRSource>> Source = IRSource::parse(
      Compiled ? StringRef(*Compiled) : Buffer->getBuffer(), File, Reading);
  if (Source)
    llvm::append_range(SourceNames, ir::sourceFiles((*Source)->module()));
  return Source;
}

llvm::Error KernelFile::makeViews(const KernelFileOptions &Options) {
  llvm::Expected<std::unique_ptr<IRSource>> Source = parse();
  if (!Source)
    return Source.takeError();
  llvm::Expected<std::vector<view::SyncView>> Views =
      ir::buildSyncViews(**Source, Options.View);
  if (!Views)
    return inputError(Diag::IRTarget, File, llvm::toString(Views.takeError()));
  if (llvm::Error E = ir::requireProcessors((*Source)->module(), Options.View))
    return inputError(Diag::IRTarget, File, llvm::toString(std::move(E)));
  Kernels = std::move(*Views);
  return llvm::Error::success();
}

llvm::Expected<KernelFile> KernelFile::open(StringRef Name,
                                            const KernelFileOptions &Options) {
  KernelFile Input;
  auto Buffer = readInput(Name);
  if (!Buffer)
    return Buffer.takeError();
  Input.Buffer = std::move(*Buffer);
  Input.File = Input.Buffer->getBufferIdentifier().str();
  if (Name.ends_with(".cl")) {
    llvm::Expected<std::string> Module =
        compile(Name, Options, Input.SourceNames);
    if (!Module)
      return Module.takeError();
    Input.Compiled = std::make_unique<std::string>(std::move(*Module));
  }
  Input.IsText = !isBitcode(Input.Buffer->getBuffer());
  return Input;
}

llvm::Expected<KernelFile> KernelFile::read(StringRef Name,
                                            const KernelFileOptions &Options) {
  llvm::Expected<KernelFile> Opened = open(Name, Options);
  if (!Opened)
    return Opened.takeError();
  KernelFile Input = std::move(*Opened);
  if (llvm::Error E = Input.makeViews(Options))
    return E;
  // A suppression that is misspelt is to be heard of even where it would
  // suppress nothing.
  if (Input.IsText && Input.Buffer->getBuffer().contains("fencepost:"))
    Input.sourceOf(Input.File);
  return Input;
}

/// Source files longer than this are not looked into for lines to show.
static constexpr uint64_t MaxSourceBytes = 64 << 20;

KernelFile KernelFile::ofModule(StringRef Name) {
  KernelFile Input;
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

const KernelFile::SourceText &KernelFile::sourceOf(const std::string &Name) {
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
  Source.Comments = SuppressionComments(Name, Source.Lines, Problems);
  return Source;
}

bool KernelFile::isSuppressed(const Location &Where, Diag Id) {
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

bool KernelFile::isSuppressedInKernel(Location Where, Diag Id) {
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
const std::string &KernelFile::nameOf(const std::string &Path) {
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

void KernelFile::nameFiles(view::SyncView &Kernel) {
  auto Name = [&](view::SourceLocation &Source) {
    if (!Source.File.empty())
      Source.File = nameOf(Source.File);
  };
  Name(Kernel.Where);
  for (view::Block &B : Kernel.Blocks)
    for (view::Event &E : B.Events) {
      Name(E.Where);
      llvm::for_each(E.Calls, Name);
    }
}

static bool isBlank(char C) { return C == ' ' || C == '\t'; }

void KernelFile::complete(Location &Where) {
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
