//===- Disassembly.cpp - The instructions of a kernel or function ---------===//
// Two passes over the code of one symbol: the first finds where branches go and
// where instructions start, the second hands out instructions with labels. Only
// a bit per four bytes of code and the branch targets are kept in between.
// Tested by unittests/Object/DisassemblyTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Disassembly.h"
#include "InstructionDecoder.h"
#include "SourceLines.h"
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace fencepost {

namespace {
/// The code of one kernel or function.
struct CodeRange {
  uint32_t Section = 0;
  uint64_t Start = 0;
  llvm::ArrayRef<uint8_t> Bytes;

  uint64_t end() const { return Start + Bytes.size(); }
  bool contains(uint64_t Address) const {
    return Address >= Start && Address - Start < Bytes.size();
  }
};

/// Where the branches of a range go within it: address to label.
using Labels = std::map<uint64_t, std::string>;
} // namespace

struct Disassembler::Impl {
  explicit Impl(const CodeObject &Object) : Object(Object) {}

  const CodeObject &Object;
  std::map<unsigned, std::unique_ptr<InstructionDecoder>> Decoders;
  std::unique_ptr<SourceLines> Lines;

  llvm::Expected<InstructionDecoder *> decoder(unsigned WaveSize);
  CodeRange range(uint32_t SectionIndex, uint64_t Address,
                  std::optional<uint64_t> Size) const;
  uint64_t nextSymbol(uint32_t SectionIndex, uint64_t Address) const;
  std::string nameOf(uint32_t SectionIndex, uint64_t Address) const;
  Labels findLabels(const CodeRange &Code, InstructionDecoder &Decoder) const;
  llvm::Error visit(const CodeRange &Code, unsigned WaveSize, Visitor Visit);
  void visit(const CodeRange &Code, InstructionDecoder &Decoder, Visitor Visit);
};

llvm::Expected<InstructionDecoder *>
Disassembler::Impl::decoder(unsigned WaveSize) {
  std::unique_ptr<InstructionDecoder> &Decoder = Decoders[WaveSize];
  if (!Decoder)
    Decoder = InstructionDecoder::create(Object.Target, WaveSize);
  if (!Decoder)
    return inputError(Diag::CannotDisassemble, Object.locate(),
                      "LLVM has no disassembler for " +
                          Object.Target.Proc->Name);
  return Decoder.get();
}

static auto placeOf(const Symbol &S) { return std::pair(S.Section, S.Address); }

/// The address of the first symbol of the section after \p Address; the
/// largest address if there is none.
uint64_t Disassembler::Impl::nextSymbol(uint32_t SectionIndex,
                                        uint64_t Address) const {
  auto It = llvm::upper_bound(
      Object.Symbols, std::pair(SectionIndex, Address),
      [](const auto &Place, const Symbol &S) { return Place < placeOf(S); });
  bool Same = It != Object.Symbols.end() && It->Section == SectionIndex;
  return Same ? It->Address : ~uint64_t(0);
}

/// "symbol" or "symbol+0x10", by the last symbol at or before \p Address.
std::string Disassembler::Impl::nameOf(uint32_t SectionIndex,
                                       uint64_t Address) const {
  auto It = llvm::upper_bound(
      Object.Symbols, std::pair(SectionIndex, Address),
      [](const auto &Place, const Symbol &S) { return Place < placeOf(S); });
  if (It == Object.Symbols.begin() || std::prev(It)->Section != SectionIndex)
    return "";
  const Symbol &S = *std::prev(It);
  if (S.Address == Address)
    return S.Name.str();
  return (S.Name + "+0x" + llvm::utohexstr(Address - S.Address, true)).str();
}

/// Empty if the place is not in code.
CodeRange Disassembler::Impl::range(uint32_t SectionIndex, uint64_t Address,
                                    std::optional<uint64_t> Size) const {
  CodeRange Code;
  const Section *Part = Object.section(SectionIndex);
  if (!Part || Part->Kind != SectionKind::Code)
    return Code;
  uint64_t Base = Object.Type == ObjectType::Relocatable ? 0 : Part->Address;
  llvm::ArrayRef<uint8_t> Bytes = Object.bytes(*Part);
  if (Address < Base || Address - Base >= Bytes.size())
    return Code;
  Code.Section = SectionIndex;
  Code.Start = Address;
  uint64_t Length = Size ? *Size : nextSymbol(SectionIndex, Address) - Address;
  Code.Bytes = Bytes.drop_front(Address - Base).take_front(Length);
  return Code;
}

Labels Disassembler::Impl::findLabels(const CodeRange &Code,
                                      InstructionDecoder &Decoder) const {
  llvm::BitVector Starts(Code.Bytes.size() / 4 + 1);
  Labels Labels;
  DecodedInstruction Decoded;
  Decoder.reset();
  for (uint64_t Offset = 0; Offset < Code.Bytes.size();
       Offset += Decoded.Size) {
    Decoder.decode(Code.Bytes.drop_front(Offset), Code.Start + Offset,
                   InstructionDecoder::Wanted::Size, Decoded);
    Starts.set(Offset / 4);
    if (Decoded.Target && Code.contains(*Decoded.Target))
      Labels.try_emplace(*Decoded.Target);
  }
  unsigned Number = 0;
  for (auto It = Labels.begin(); It != Labels.end();) {
    bool AtStart = (It->first - Code.Start) % 4 == 0 &&
                   Starts.test((It->first - Code.Start) / 4);
    if (!AtStart) {
      It = Labels.erase(It);
      continue;
    }
    It->second = "L" + std::to_string(Number++);
    ++It;
  }
  return Labels;
}

llvm::Error Disassembler::Impl::visit(const CodeRange &Code, unsigned WaveSize,
                                      Visitor Visit) {
  llvm::Expected<InstructionDecoder *> Decoder = decoder(WaveSize);
  if (!Decoder)
    return Decoder.takeError();
  visit(Code, **Decoder, Visit);
  return llvm::Error::success();
}

void Disassembler::Impl::visit(const CodeRange &Code,
                               InstructionDecoder &Decoder, Visitor Visit) {
  Labels Known = findLabels(Code, Decoder);
  if (!Lines)
    Lines = std::make_unique<SourceLines>(Object);
  DecodedInstruction Decoded;
  Decoder.reset();
  for (uint64_t Offset = 0; Offset < Code.Bytes.size();
       Offset += Decoded.Size) {
    DisassembledInstruction Out;
    Out.Address = Code.Start + Offset;
    Decoder.decode(Code.Bytes.drop_front(Offset), Out.Address,
                   InstructionDecoder::Wanted::SizeAndText, Decoded);
    Out.Encoding = Code.Bytes.slice(Offset, Decoded.Size);
    Out.Text = Decoded.Text;
    Out.IsData = Decoded.IsData;
    Out.Comment = Decoded.Comment;
    if (auto It = Known.find(Out.Address); It != Known.end())
      Out.Label = It->second;
    Out.Target = Decoded.Target;
    std::string Name;
    if (Out.Target) {
      auto It = Known.find(*Out.Target);
      Name = It != Known.end() ? It->second : nameOf(Code.Section, *Out.Target);
    }
    Out.TargetName = Name;
    Out.Source = Lines->find(Code.Section, Out.Address);
    Visit(Out);
  }
}

llvm::Expected<Disassembler> Disassembler::create(const CodeObject &Object) {
  if (!Object.Target.Proc)
    return inputError(Diag::CannotDisassemble, Object.locate(),
                      "code for an unknown processor cannot be disassembled");
  auto I = std::make_unique<Impl>(Object);
  llvm::Expected<InstructionDecoder *> Usual =
      I->decoder(Object.Target.Proc->nativeWaveSize());
  if (!Usual)
    return Usual.takeError();
  return Disassembler(std::move(I));
}

Disassembler::Disassembler(std::unique_ptr<Impl> I) : TheImpl(std::move(I)) {}
Disassembler::Disassembler(Disassembler &&) = default;
Disassembler &Disassembler::operator=(Disassembler &&) = default;
Disassembler::~Disassembler() = default;

static unsigned waveSizeOf(const Kernel &K, const Processor &P) {
  unsigned Size =
      K.Descriptor ? resourcesOf(*K.Descriptor, P).WaveSize
      : K.DescriptorBytes.size() == AmdKernelCode::Size
          ? resourcesOf(AmdKernelCode::read(K.DescriptorBytes), P).WaveSize
          : P.nativeWaveSize();
  return P.supportsWaveSize(Size) ? Size : P.nativeWaveSize();
}

static unsigned commonWaveSize(const CodeObject &Object) {
  for (const Kernel &K : Object.Kernels)
    if (!K.DescriptorBytes.empty())
      return waveSizeOf(K, *Object.Target.Proc);
  return Object.Target.Proc->nativeWaveSize();
}

llvm::Error Disassembler::visit(const Kernel &K, Visitor Visit) {
  if (!K.EntrySection || !K.EntryAddress)
    return llvm::Error::success();
  return TheImpl->visit(
      TheImpl->range(*K.EntrySection, *K.EntryAddress, K.CodeSize),
      waveSizeOf(K, *TheImpl->Object.Target.Proc), Visit);
}

llvm::Error Disassembler::visit(const Symbol &Function, Visitor Visit) {
  std::optional<uint64_t> Size;
  if (Function.Size != 0)
    Size = Function.Size;
  return TheImpl->visit(
      TheImpl->range(Function.Section, Function.Address, Size),
      commonWaveSize(TheImpl->Object), Visit);
}

} // namespace fencepost
