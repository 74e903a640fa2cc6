//===- ReadInput.cpp - A file of kernels, read or compiled ----------------===//
// See CheckInput.h.
//===----------------------------------------------------------------------===//
#include "CheckInput.h"
#include "Output.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "fencepost/Support/InputError.h"

namespace fencepost {

using llvm::StringRef;

static llvm::Expected<std::string> compile(StringRef File,
                                           const CheckOptions &Options,
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

llvm::Expected<std::unique_ptr<IRSource>> CheckInput::parse() {
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

llvm::Error CheckInput::makeViews(const CheckOptions &Options) {
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

llvm::Expected<CheckInput> CheckInput::open(StringRef Name,
                                            const CheckOptions &Options) {
  CheckInput Input;
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

llvm::Expected<CheckInput> CheckInput::read(StringRef Name,
                                            const CheckOptions &Options) {
  llvm::Expected<CheckInput> Opened = open(Name, Options);
  if (!Opened)
    return Opened.takeError();
  CheckInput Input = std::move(*Opened);
  if (llvm::Error E = Input.makeViews(Options))
    return E;
  // A suppression that is misspelt is to be heard of even where it would
  // suppress nothing.
  if (Input.IsText && Input.Buffer->getBuffer().contains("fencepost:"))
    Input.sourceOf(Input.File);
  return Input;
}

} // namespace fencepost
