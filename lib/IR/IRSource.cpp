//===- IRSource.cpp - LLVM IR, read and verified --------------------------===//
// LLVM's parser gives the place of a syntax error and of every instruction. Its
// verifier gives no position: the instruction that it prints is searched among
// those of the module.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/IRSource.h"
#include "fencepost/IR/Intrinsics.h"
#include "fencepost/Support/FileKind.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/AsmParser/AsmParserContext.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace fencepost {

IRSource::IRSource(llvm::StringRef Text, llvm::StringRef FileName,
                   const IRSourceOptions &Options)
    : Text(withoutByteOrderMark(Text)), FileName(FileName), Options(Options),
      Context(std::make_unique<llvm::LLVMContext>()),
      Places(std::make_unique<llvm::AsmParserContext>()) {
  // Warnings about, say, old debug information say nothing about the program.
  Context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
}

IRSource::~IRSource() = default;

llvm::Expected<std::unique_ptr<IRSource>>
IRSource::parse(llvm::StringRef Text, llvm::StringRef File,
                const IRSourceOptions &Options) {
  std::unique_ptr<IRSource> Source(new IRSource(Text, File, Options));
  llvm::Error Problem = llvm::Error::success();
  bool Survived = llvm::CrashRecoveryContext().RunSafely([&] {
    Problem = Source->read();
    if (!Problem)
      Problem = Source->verify();
  });
  if (Problem)
    return Problem;
  if (Survived)
    return Source;
  // Objects of a crashed parser cannot be trusted, not even to be deleted.
  llvm::Error Crash =
      Source->error({}, "LLVM crashed reading this", Options.Syntax);
  Source.release();
  return Crash;
}

llvm::Error IRSource::read() {
  IsText = !Options.Modules ||
           !llvm::isBitcode(Text.bytes_begin(), Text.bytes_end());
  if (llvm::Error E = IsText ? readText() : readBitcode())
    return E;
  if (Options.Modules && TheModule->getDataLayoutStr().empty())
    TheModule->setDataLayout(
        llvm::Triple("amdgcn-amd-amdhsa").computeDataLayout());
  ir::hideFromVerifier(*TheModule);
  return llvm::Error::success();
}

llvm::Error IRSource::readText() {
  // The parser needs a zero after the last byte.
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, FileName);
  llvm::SMDiagnostic Diagnostic;
  bool WithPlaces = Options.Places || !Text.contains("!DILocation(");
  TheModule = llvm::parseAssembly(
      *Buffer, Diagnostic, *Context, nullptr,
      [](llvm::StringRef, llvm::StringRef) { return std::nullopt; },
      WithPlaces ? Places.get() : nullptr);
  if (TheModule)
    return llvm::Error::success();
  unsigned Line = std::max(0, Diagnostic.getLineNo());
  unsigned Column = std::max(0, Diagnostic.getColumnNo() + 1);
  return error({Line, Column}, Diagnostic.getMessage(), Options.Syntax);
}

llvm::Error IRSource::readBitcode() {
  llvm::Expected<std::unique_ptr<llvm::Module>> Read =
      llvm::parseBitcodeFile({Text, FileName}, *Context);
  if (!Read)
    return error({}, llvm::toString(Read.takeError()), Options.Syntax);
  TheModule = std::move(*Read);
  return llvm::Error::success();
}

/// The first instruction of \p M that is printed as one of \p Lines, if any. A
/// function is represented by its first call.
static const llvm::Instruction *
findPrinted(const llvm::Module &M, llvm::ArrayRef<llvm::StringRef> Lines) {
  llvm::StringMap<const llvm::Instruction *> Printed;
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      std::string Text;
      llvm::raw_string_ostream(Text) << I;
      Printed.try_emplace(llvm::StringRef(Text).trim(), &I);
    }
  for (llvm::StringRef Line : Lines) {
    if (const llvm::Instruction *I = Printed.lookup(Line))
      return I;
    const llvm::Function *F =
        Line.consume_front("ptr @") ? M.getFunction(Line) : nullptr;
    if (F && !F->use_empty())
      return llvm::dyn_cast<llvm::Instruction>(*F->user_begin());
  }
  return nullptr;
}

llvm::Error IRSource::verify() const {
  std::string Message;
  llvm::raw_string_ostream OS(Message);
  if (!llvm::verifyModule(*TheModule, &OS))
    return llvm::Error::success();
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::StringRef(Message).split(Words, '\n');
  for (llvm::StringRef &Line : Words)
    Line = Line.trim();
  std::string Why = "LLVM rejects this: " + Words.front().rtrim("!.").str();
  if (const llvm::Instruction *I =
          findPrinted(*TheModule, llvm::ArrayRef(Words).drop_front()))
    return errorAt(*I, Why, Options.Syntax);
  return error({}, Why, Options.Syntax);
}

llvm::StringRef IRSource::line(unsigned Number) const {
  if (!IsText || Number == 0)
    return "";
  llvm::StringRef Rest = Text;
  for (; Number > 1 && !Rest.empty(); --Number)
    Rest = Rest.split('\n').second;
  return Rest.split('\n').first.rtrim('\r');
}

model::SourcePoint IRSource::pointOf(const llvm::Instruction &I) const {
  std::optional<llvm::FileLocRange> Range = Places->getInstructionLocation(&I);
  if (!Range)
    return {};
  return {Range->Start.Line + 1, Range->Start.Col + 1};
}

/// A function's place is recorded; a global variable is a line that begins with
/// its name.
model::SourcePoint IRSource::pointOf(const llvm::GlobalValue &V) const {
  if (const auto *F = llvm::dyn_cast<llvm::Function>(&V))
    if (std::optional<llvm::FileLocRange> Range =
            Places->getFunctionLocation(F))
      return {Range->Start.Line + 1, Range->Start.Col + 1};
  std::string Start = ("@" + V.getName()).str();
  unsigned Number = 1;
  for (llvm::StringRef Remaining = IsText ? Text : ""; !Remaining.empty();
       ++Number) {
    auto [Line, Following] = Remaining.split('\n');
    llvm::StringRef Rest = Line.ltrim();
    unsigned Column = Line.size() - Rest.size() + 1;
    if (Rest.consume_front(Start) && Rest.ltrim().starts_with("="))
      return {Number, Column};
    Remaining = Following;
  }
  return {};
}

llvm::Error IRSource::error(model::SourcePoint Where,
                            const llvm::Twine &Message, Diag Id) const {
  // Errors about the whole text are reported at its beginning.
  if (Where.Line == 0 && IsText)
    Where = {1, 1};
  Location Place;
  Place.File = FileName;
  Place.Line = Where.Line;
  Place.Column = Where.Column;
  Place.LineText = line(Where.Line).str();
  return inputError(Id, Place, Message);
}

std::string typeName(const llvm::Type *T) {
  std::string Name;
  llvm::raw_string_ostream(Name) << *T;
  return Name;
}

} // namespace fencepost
