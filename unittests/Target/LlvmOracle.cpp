//===- LlvmOracle.cpp - What LLVM says about a processor ------------------===//
#include "LlvmOracle.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
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
#include "llvm/PassRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

namespace fencepost::oracle {

using namespace llvm;

static const Target &amdgpu() {
  static const Target *T = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeAMDGPUAsmPrinter();
    std::string Error;
    return TargetRegistry::lookupTarget(Triple(HsaTriple), Error);
  }();
  return *T;
}

const std::set<std::string> &features(StringRef Cpu) {
  static std::map<std::string, std::set<std::string>> Known;
  auto [It, New] = Known.try_emplace(Cpu.str());
  if (!New)
    return It->second;
  std::unique_ptr<MCSubtargetInfo> Sti(
      amdgpu().createMCSubtargetInfo(Triple(HsaTriple), Cpu, ""));
  for (const SubtargetFeatureKV &Feature : Sti->getEnabledProcessorFeatures())
    It->second.insert(Feature.Key);
  return It->second;
}

std::string waveSizeFeature(unsigned Size) {
  return Size == 32 ? "+wavefrontsize32,-wavefrontsize64"
                    : "-wavefrontsize32,+wavefrontsize64";
}

std::optional<unsigned> numberAfter(StringRef Text, StringRef Key,
                                    size_t &Position) {
  size_t KeyStart = Text.find(Key, Position);
  if (KeyStart == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Text.substr(KeyStart + Key.size()).ltrim();
  unsigned Number;
  if (Rest.consumeInteger(0, Number))
    return std::nullopt;
  Position = Rest.data() - Text.data();
  return Number;
}

//===-- The assembler -----------------------------------------------------===//

namespace {
/// Everything one run of the assembler needs, in the order it must live.
struct AssemblerParts {
  AssemblerParts(StringRef Cpu, StringRef Features, SourceMgr &Sources)
      : TheTriple(HsaTriple), Registers(amdgpu().createMCRegInfo(TheTriple)),
        AsmInfo(amdgpu().createMCAsmInfo(*Registers, TheTriple, Options)),
        Instructions(amdgpu().createMCInstrInfo()),
        Subtarget(amdgpu().createMCSubtargetInfo(TheTriple, Cpu, Features)),
        Context(TheTriple, AsmInfo.get(), Registers.get(), Subtarget.get(),
                &Sources),
        ObjectInfo(amdgpu().createMCObjectFileInfo(Context, false)) {
    Context.setObjectFileInfo(ObjectInfo.get());
  }

  MCTargetOptions Options;
  Triple TheTriple;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCInstrInfo> Instructions;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  MCContext Context;
  std::unique_ptr<MCObjectFileInfo> ObjectInfo;
};
} // namespace

static void keepFirst(const SMDiagnostic &Diagnostic, void *Context) {
  auto &Message = *static_cast<std::string *>(Context);
  if (Message.empty())
    Message = Diagnostic.getMessage().str();
}

/// The object file, or "" if there were errors.
static std::string objectFile(AssemblerParts &P, SourceMgr &Sources) {
  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  std::unique_ptr<MCAsmBackend> Backend(
      amdgpu().createMCAsmBackend(*P.Subtarget, *P.Registers, P.Options));
  std::unique_ptr<MCCodeEmitter> Emitter(
      amdgpu().createMCCodeEmitter(*P.Instructions, P.Context));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
  std::unique_ptr<MCStreamer> Streamer(amdgpu().createMCObjectStreamer(
      P.TheTriple, P.Context, std::move(Backend), std::move(Writer),
      std::move(Emitter), *P.Subtarget));
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, P.Context, *Streamer, *P.AsmInfo));
  std::unique_ptr<MCTargetAsmParser> TargetParser(amdgpu().createMCAsmParser(
      *P.Subtarget, *Parser, *P.Instructions, P.Options));
  Parser->setTargetParser(*TargetParser);
  if (Parser->Run(/*NoInitialTextSection=*/false) || P.Context.hadError())
    return "";
  return Object.str().str();
}

static std::vector<uint8_t> section(const object::ObjectFile &Object,
                                    StringRef Name) {
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<StringRef> SectionName = Section.getName();
    Expected<StringRef> Contents = Section.getContents();
    if (SectionName && Contents && *SectionName == Name)
      return {Contents->bytes_begin(), Contents->bytes_end()};
    consumeError(SectionName.takeError());
    consumeError(Contents.takeError());
  }
  return {};
}

Assembled assemble(StringRef Cpu, StringRef Features, StringRef Assembly) {
  Assembled Result;
  SourceMgr Sources;
  Sources.setDiagHandler(keepFirst, &Result.Message);
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Assembly), SMLoc());
  AssemblerParts Parts(Cpu, Features, Sources);
  Parts.Context.setDiagnosticHandler([&](const SMDiagnostic &Diagnostic, bool,
                                         const SourceMgr &,
                                         std::vector<const MDNode *> &) {
    keepFirst(Diagnostic, &Result.Message);
  });
  std::string File = objectFile(Parts, Sources);
  Result.Ok = !File.empty();
  if (!Result.Ok)
    return Result;
  auto Object = cantFail(object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(File, "assembled")));
  Result.ElfFlags =
      cast<object::ELFObjectFileBase>(Object.get())->getPlatformFlags();
  Result.Text = section(*Object, ".text");
  Result.Data = section(*Object, ".rodata");
  return Result;
}

bool accepts(const Processor &P, StringRef Assembly) {
  return assemble(P.Name, "", Assembly).Ok;
}

//===-- The code generator ------------------------------------------------===//

namespace {
/// Silent: a test that expects code sees that there is none.
struct NoDiagnostics : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};
} // namespace

static std::unique_ptr<TargetMachine>
targetMachine(StringRef TripleText, StringRef Cpu, StringRef Features) {
  return std::unique_ptr<TargetMachine>(amdgpu().createTargetMachine(
      Triple(TripleText), Cpu, Features, TargetOptions(), Reloc::PIC_));
}

std::string compile(StringRef Cpu, StringRef Features, StringRef TripleText,
                    StringRef Ir) {
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<NoDiagnostics>());
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Ir, Error, Context);
  if (!M)
    return "";
  std::unique_ptr<TargetMachine> Machine =
      targetMachine(TripleText, Cpu, Features);
  M->setTargetTriple(Triple(TripleText));
  M->setDataLayout(Machine->createDataLayout());
  Machine->Options.MCOptions.AsmVerbose = true;
  SmallString<0> Assembly;
  raw_svector_ostream OS(Assembly);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, OS, nullptr,
                                   CodeGenFileType::AssemblyFile))
    return "";
  Passes.run(*M);
  return Assembly.str().str();
}

std::vector<std::string> insertWaits(StringRef Cpu,
                                     ArrayRef<std::string> Body) {
  std::string Mir = "--- |\n  define amdgpu_kernel void @k() { ret void }\n"
                    "...\n---\nname: k\nbody: |\n  bb.0:\n";
  for (const std::string &Line : Body)
    Mir += "    " + Line + "\n";
  Mir += "    S_ENDPGM 0\n...\n";

  LLVMContext Context;
  std::unique_ptr<TargetMachine> Machine = targetMachine(HsaTriple, Cpu, "");
  std::unique_ptr<MIRParser> Parser =
      createMIRParser(MemoryBuffer::getMemBufferCopy(Mir), Context);
  std::unique_ptr<Module> M = Parser->parseIRModule();
  if (!M)
    return {"no module"};
  M->setTargetTriple(Triple(HsaTriple));
  M->setDataLayout(Machine->createDataLayout());
  auto *Functions = new MachineModuleInfoWrapperPass(Machine.get());
  if (Parser->parseMachineFunctions(*M, Functions->getMMI()))
    return {"no machine function"};
  legacy::PassManager Passes;
  Passes.add(Machine->createPassConfig(Passes));
  Passes.add(Functions);
  const PassInfo *Inserter = PassRegistry::getPassRegistry()->getPassInfo(
      StringRef("si-insert-waitcnts"));
  Passes.add(Inserter->createPass());
  SmallString<0> Printed;
  raw_svector_ostream OS(Printed);
  Passes.add(createPrintMIRPass(OS));
  Passes.run(*M);
  SmallVector<StringRef> Lines;
  Printed.str().split(Lines, '\n');
  return {Lines.begin(), Lines.end()};
}

} // namespace fencepost::oracle
