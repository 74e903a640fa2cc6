//===- InstructionDecoder.cpp - LLVM's disassembler for one kind of code --===//
// Sets up LLVM's MC classes the way llvm-objdump does, so that both print the
// same text. Tested by unittests/Object/DisassemblyTest.cpp.
//===----------------------------------------------------------------------===//
#include "InstructionDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <array>

namespace fencepost {

struct InstructionDecoder::Impl {
  llvm::Triple Triple{"amdgcn-amd-amdhsa"};
  llvm::MCTargetOptions Options;
  std::unique_ptr<llvm::MCRegisterInfo> Registers;
  std::unique_ptr<llvm::MCAsmInfo> AsmInfo;
  std::unique_ptr<llvm::MCInstrInfo> Instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> Subtarget;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCDisassembler> Disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> Analysis;
  std::unique_ptr<llvm::MCInstPrinter> Printer;

  void setUp(const llvm::Target &Amdgpu, llvm::StringRef Cpu,
             llvm::StringRef Features);
  void print(const llvm::MCInst &Inst, uint64_t Address,
             DecodedInstruction &Out);
};

static const llvm::Target &amdgpu(const llvm::Triple &Triple) {
  static const bool Initialized = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    return true;
  }();
  (void)Initialized;
  std::string Message;
  const llvm::Target *Found =
      llvm::TargetRegistry::lookupTarget(Triple, Message);
  assert(Found && "the LLVM we link has the AMDGPU target");
  return *Found;
}

/// The features in which code for \p Target differs from the processor's
/// default, as LLVM spells them.
static std::string featureString(const TargetID &Target, unsigned WaveSize) {
  std::string Features;
  auto Add = [&](Feature F) {
    FeatureSetting Setting = Target.setting(F);
    if (Setting != FeatureSetting::On && Setting != FeatureSetting::Off)
      return;
    Features += Setting == FeatureSetting::On ? ",+" : ",-";
    Features += featureName(F);
  };
  Add(Feature::SramEcc);
  Add(Feature::Xnack);
  if (Target.Proc->Vgprs.size() > 1)
    Features += WaveSize == 64 ? ",-wavefrontsize32,+wavefrontsize64"
                               : ",+wavefrontsize32,-wavefrontsize64";
  return Features.empty() ? Features : Features.substr(1);
}

/// LLVM decodes the encodings of GFX8 and later; for older ones its constructor
/// ends the program.
static bool canDecode(const llvm::MCSubtargetInfo &Subtarget) {
  return Subtarget.checkFeatures("+gcn3-encoding") ||
         Subtarget.checkFeatures("+gfx10-insts");
}

void InstructionDecoder::Impl::setUp(const llvm::Target &Amdgpu,
                                     llvm::StringRef Cpu,
                                     llvm::StringRef Features) {
  Registers.reset(Amdgpu.createMCRegInfo(Triple));
  AsmInfo.reset(Amdgpu.createMCAsmInfo(*Registers, Triple, Options));
  Instructions.reset(Amdgpu.createMCInstrInfo());
  Subtarget.reset(Amdgpu.createMCSubtargetInfo(Triple, Cpu, Features));
  Context = std::make_unique<llvm::MCContext>(Triple, AsmInfo.get(),
                                              Registers.get(), Subtarget.get());
  if (canDecode(*Subtarget))
    Disassembler.reset(Amdgpu.createMCDisassembler(*Subtarget, *Context));
  Analysis.reset(Amdgpu.createMCInstrAnalysis(Instructions.get()));
  Printer.reset(
      Amdgpu.createMCInstPrinter(Triple, AsmInfo->getAssemblerDialect(),
                                 *AsmInfo, *Instructions, *Registers));
  Printer->setMCInstrAnalysis(Analysis.get());
}

InstructionDecoder::InstructionDecoder() : TheImpl(std::make_unique<Impl>()) {}
InstructionDecoder::~InstructionDecoder() = default;

std::unique_ptr<InstructionDecoder>
InstructionDecoder::create(const TargetID &Target, unsigned WaveSize) {
  std::unique_ptr<InstructionDecoder> Decoder(new InstructionDecoder());
  Impl &I = *Decoder->TheImpl;
  I.setUp(amdgpu(I.Triple), Target.Proc->Name, featureString(Target, WaveSize));
  if (!I.Subtarget->isCPUStringValid(Target.Proc->Name) || !I.Disassembler)
    return nullptr;
  return Decoder;
}

void InstructionDecoder::reset() { TheImpl->Analysis->resetState(); }

void InstructionDecoder::Impl::print(const llvm::MCInst &Inst, uint64_t Address,
                                     DecodedInstruction &Out) {
  llvm::SmallString<64> Padded;
  llvm::raw_svector_ostream OS(Padded);
  llvm::raw_svector_ostream Comments(Out.Comment);
  Printer->setCommentStream(Comments);
  Printer->printInst(&Inst, Address, "", *Subtarget, OS);
  Printer->setCommentStream(llvm::nulls());
  Out.Text = Padded.str().trim();
}

/// One line of what was written to a comment stream.
static void tidy(llvm::SmallString<0> &Comment) {
  std::string Line = Comment.str().trim().str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  Comment = Line;
}

/// ".long" for a whole dword, ".byte" for what is left at the end of a section.
static void printData(llvm::ArrayRef<uint8_t> Bytes,
                      llvm::SmallString<64> &Text) {
  llvm::raw_svector_ostream OS(Text);
  if (Bytes.size() == 4) {
    OS << llvm::format(".long 0x%08x",
                       llvm::support::endian::read32le(Bytes.data()));
    return;
  }
  OS << ".byte ";
  for (size_t I = 0; I < Bytes.size(); ++I)
    OS << (I ? ", " : "") << llvm::format("0x%02x", unsigned(Bytes[I]));
}

/// Branches and calls give a signed count of dwords from the next instruction
/// on, in an operand that LLVM marks as relative to the program counter.
static std::optional<uint64_t> directTarget(const llvm::MCInst &Inst,
                                            const llvm::MCInstrDesc &Kind,
                                            uint64_t Next) {
  for (unsigned I = 0; I < Inst.getNumOperands(); ++I)
    if (I < Kind.getNumOperands() && Inst.getOperand(I).isImm() &&
        Kind.operands()[I].OperandType == llvm::MCOI::OPERAND_PCREL)
      return Next + llvm::SignExtend64<16>(Inst.getOperand(I).getImm()) * 4;
  return std::nullopt;
}

/// In bytes, with room to spare: GFX125 has instructions of 16 with literals.
static constexpr size_t LongestInstruction = 32;

void InstructionDecoder::decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                                Wanted Parts, DecodedInstruction &Out) {
  bool WithText = Parts == Wanted::SizeAndText;
  Impl &I = *TheImpl;
  llvm::MCInst Inst;
  uint64_t Size = 0;
  Out = DecodedInstruction();
  llvm::raw_svector_ostream Comments(Out.Comment);
  llvm::raw_ostream &Remarks = WithText ? Comments : llvm::nulls();
  I.Disassembler->CommentStream = &Remarks;
  // LLVM crashes on an instruction whose literal is cut off, so near the end it
  // gets zeros to read; what then reaches beyond the end is no instruction.
  std::array<uint8_t, LongestInstruction> Padded = {};
  llvm::ArrayRef<uint8_t> Input = Bytes;
  if (Bytes.size() < Padded.size()) {
    llvm::copy(Bytes, Padded.begin());
    Input = Padded;
  }
  // It also crashes on literals that its target does not allow. A program that
  // enabled LLVM's crash recovery shows such words as data; see the tool's
  // main.
  llvm::MCDisassembler::DecodeStatus Status = llvm::MCDisassembler::Fail;
  llvm::CrashRecoveryContext Guard;
  bool Survived = Guard.RunSafely([&] {
    Status =
        I.Disassembler->getInstruction(Inst, Size, Input, Address, Remarks);
  });
  Out.IsData =
      !Survived || Status == llvm::MCDisassembler::Fail || Size > Bytes.size();
  if (Out.IsData) {
    Out.Size = std::min<size_t>(4, Bytes.size());
    if (WithText)
      printData(Bytes.take_front(Out.Size), Out.Text);
  } else {
    Out.Size = static_cast<unsigned>(Size);
    Out.Target = directTarget(Inst, I.Instructions->get(Inst.getOpcode()),
                              Address + Size);
    if (WithText)
      I.print(Inst, Address, Out);
    I.Analysis->updateState(Inst, Address);
  }
  tidy(Out.Comment);
}

} // namespace fencepost
