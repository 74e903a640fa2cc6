//===- LlvmOracle.cpp - LLVM's assembler, compiler and tools, for tests ---===//
#include "LlvmOracle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

namespace fencepost::oracle {

using namespace llvm;

static const Target &amdgpu(const Triple &T) {
  static bool Initialized = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeAMDGPUAsmPrinter();
    return true;
  }();
  (void)Initialized;
  std::string Message;
  const Target *Found = TargetRegistry::lookupTarget(T, Message);
  assert(Found && "libLLVM has the AMDGPU target");
  return *Found;
}

static Error failure(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// Collects what the assembler complains about.
static void collect(const SMDiagnostic &Diagnostic, void *Messages) {
  raw_string_ostream OS(*static_cast<std::string *>(Messages));
  Diagnostic.print("", OS, /*ShowColors=*/false);
}

Expected<std::string> assemble(StringRef Text, const Machine &M) {
  Triple T(M.Triple);
  const Target &Amdgpu = amdgpu(T);
  std::string Messages;
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(Text), SMLoc());
  Sources.setDiagHandler(collect, &Messages);
  MCTargetOptions Options;
  std::unique_ptr<MCRegisterInfo> Registers(Amdgpu.createMCRegInfo(T));
  std::unique_ptr<MCAsmInfo> AsmInfo(
      Amdgpu.createMCAsmInfo(*Registers, T, Options));
  std::unique_ptr<MCInstrInfo> Instructions(Amdgpu.createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> Subtarget(
      Amdgpu.createMCSubtargetInfo(T, M.Cpu, M.Features));
  MCContext Context(T, AsmInfo.get(), Registers.get(), Subtarget.get(),
                    &Sources, &Options);
  std::unique_ptr<MCObjectFileInfo> FileInfo(
      Amdgpu.createMCObjectFileInfo(Context, /*PIC=*/true));
  Context.setObjectFileInfo(FileInfo.get());

  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  std::unique_ptr<MCAsmBackend> Backend(
      Amdgpu.createMCAsmBackend(*Subtarget, *Registers, Options));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
  std::unique_ptr<MCCodeEmitter> Emitter(
      Amdgpu.createMCCodeEmitter(*Instructions, Context));
  std::unique_ptr<MCStreamer> Streamer(Amdgpu.createMCObjectStreamer(
      T, Context, std::move(Backend), std::move(Writer), std::move(Emitter),
      *Subtarget));
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, Context, *Streamer, *AsmInfo));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      Amdgpu.createMCAsmParser(*Subtarget, *Parser, *Instructions, Options));
  Parser->setTargetParser(*TargetParser);
  if (Parser->Run(/*NoInitialTextSection=*/false) || !Messages.empty())
    return failure(Messages.empty() ? "assembler failed" : Messages);
  return std::string(Object);
}

Expected<std::string> compile(StringRef Ir, const Machine &M, Output Kind) {
  Triple T(M.Triple);
  const Target &Amdgpu = amdgpu(T);
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> Parsed =
      parseIR(MemoryBufferRef(Ir, "module"), Diagnostic, Context);
  if (!Parsed)
    return failure(Diagnostic.getMessage());
  TargetOptions Options;
  Options.MCOptions.AsmVerbose = true;
  std::unique_ptr<TargetMachine> Machine(
      Amdgpu.createTargetMachine(T, M.Cpu, M.Features, Options, Reloc::PIC_,
                                 std::nullopt, CodeGenOptLevel::Less));
  Parsed->setTargetTriple(T);
  Parsed->setDataLayout(Machine->createDataLayout());
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, OS, nullptr,
                                   Kind == Output::Assembly
                                       ? CodeGenFileType::AssemblyFile
                                       : CodeGenFileType::ObjectFile))
    return failure("the target cannot emit this kind of file");
  Passes.run(*Parsed);
  return std::string(Text);
}

std::map<std::string, std::vector<uint8_t>>
bytesAt(StringRef Object, StringRef Suffix, size_t Size) {
  std::map<std::string, std::vector<uint8_t>> Found;
  auto File = cantFail(object::ELFObjectFile<object::ELF64LE>::create(
      MemoryBufferRef(Object, "object")));
  for (const object::ELFSymbolRef &Symbol : File.symbols()) {
    StringRef Name = cantFail(Symbol.getName());
    if (!Name.consume_back(Suffix) || Name.empty())
      continue;
    object::section_iterator Section = cantFail(Symbol.getSection());
    if (Section == File.section_end())
      continue;
    StringRef Contents = cantFail(Section->getContents());
    StringRef Bytes =
        Contents.substr(cantFail(Symbol.getValue()) - Section->getAddress());
    if (Bytes.size() >= Size)
      Found[Name.str()].assign(Bytes.bytes_begin(), Bytes.bytes_begin() + Size);
  }
  return Found;
}

/// A file that is gone when this is.
namespace {
class ScratchFile {
public:
  explicit ScratchFile(StringRef Content) {
    int Fd;
    std::error_code Failed =
        sys::fs::createTemporaryFile("oracle", "", Fd, Path);
    assert(!Failed && "no place for temporary files");
    (void)Failed;
    raw_fd_ostream OS(Fd, /*shouldClose=*/true);
    OS << Content;
  }
  ~ScratchFile() { sys::fs::remove(Path); }
  StringRef path() const { return Path; }

private:
  SmallString<64> Path;
};
} // namespace

Expected<std::string>
runTool(StringRef Name, std::vector<std::string> Arguments, StringRef Input) {
  ScratchFile InputFile(Input), Out(""), Err("");
  std::string Program = (Twine(FENCEPOST_LLVM_BIN) + "/" + Name).str();
  SmallVector<StringRef> Argv = {Program};
  Argv.append(Arguments.begin(), Arguments.end());
  Argv.push_back(InputFile.path());
  std::optional<StringRef> Redirects[] = {StringRef(""), Out.path(),
                                          Err.path()};
  int Code = sys::ExecuteAndWait(Program, Argv, std::nullopt, Redirects);
  auto Read = [](const ScratchFile &File) {
    return (*MemoryBuffer::getFile(File.path()))->getBuffer().str();
  };
  if (Code != 0)
    return failure(Program + ": " + Read(Err));
  return Read(Out);
}

std::map<std::string, std::vector<std::string>>
linesBetween(StringRef Text, StringRef Before, StringRef After) {
  std::map<std::string, std::vector<std::string>> Blocks;
  std::vector<std::string> *Current = nullptr;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Name = Line.trim();
    if (Name.consume_front(Before))
      Current = &Blocks[Name.trim().str()];
    else if (Line.contains(After))
      Current = nullptr;
    else if (Current)
      Current->push_back(Line.trim().str());
  }
  return Blocks;
}

} // namespace fencepost::oracle
