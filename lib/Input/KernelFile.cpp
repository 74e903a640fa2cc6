//===- KernelFile.cpp - A file of kernels, as views and as text -----------===//
// First reading and compiling, then the lines of sources that places are on.
//===----------------------------------------------------------------------===//
#include "fencepost/Input/KernelFile.h"
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace fencepost {

using llvm::StringRef;

/// To bitcode.
static llvm::Expected<std::string> compile(const InputFile &File,
                                           const KernelFileOptions &Options,
                                           std::vector<std::string> &Read) {
  if (Options.View.Cpu.empty())
    return inputError(
        Diag::Usage, "",
        llvm::Twine("which processor? ") + factsOf(File.Kind).Name +
            " names none, so '-mcpu' is needed for " + File.name());
  OpenCLOptions Clang;
  Clang.Processor = Options.View.Cpu;
  Clang.Features = Options.View.Features;
  Clang.Extra = Options.Clang;
  Clang.Problem = Diag::OpenCLError;
  if (File.Name == "-")
    Clang.Text = File.bytes();
  return compileOpenCL(File.Name, Clang, &Read);
}

IRSourceOptions KernelFile::parsing() {
  IRSourceOptions Options;
  Options.Syntax = Diag::IRSyntax;
  Options.Semantics = Diag::IRTarget;
  Options.Modules = true;
  return Options;
}

llvm::Expected<std::unique_ptr<IRSource>>
KernelFile::parse(const IRSourceOptions &Options) {
  llvm::Expected<std::unique_ptr<IRSource>> Source = IRSource::parse(
      Compiled ? StringRef(*Compiled) : Buffer->getBuffer(), File, Options);
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

llvm::Expected<KernelFile> KernelFile::open(InputFile File,
                                            const KernelFileOptions &Options) {
  KernelFile Input;
  Input.File = File.name().str();
  if (isSource(File.Kind)) {
    Input.Compiled = std::make_unique<std::string>();
    if (llvm::Error E =
            compile(File, Options, Input.SourceNames).moveInto(*Input.Compiled))
      return E;
  } else {
    assert((File.Kind == FileKind::LlvmIR || File.Kind == FileKind::Bitcode) &&
           "no file of kernels");
  }
  Input.IsText = fencepost::isText(File.Kind);
  Input.Buffer = std::move(File.Buffer);
  return Input;
}

llvm::Expected<KernelFile> KernelFile::read(InputFile File,
                                            const KernelFileOptions &Options) {
  llvm::Expected<KernelFile> Opened = open(std::move(File), Options);
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
