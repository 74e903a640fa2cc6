//===- IRSource.cpp - The text of a test and the module LLVM reads from it ===//
// LLVM's parser gives the place of a syntax error and of every instruction. Its
// verifier gives no place: the instruction that it prints is looked for among
// those of the module.
//===----------------------------------------------------------------------===//
#include "IRSource.h"
#include "fencepost/IR/Intrinsics.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace fencepost {

IRSource::IRSource(llvm::StringRef Text, llvm::StringRef FileName)
    : Text(Text), FileName(FileName) {
  Text.split(Lines, '\n');
  // Warnings about, say, old debug information say nothing about the test.
  Context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
}

llvm::Expected<std::unique_ptr<IRSource>>
IRSource::parse(llvm::StringRef Text, llvm::StringRef File) {
  std::unique_ptr<IRSource> Source(new IRSource(Text, File));
  if (llvm::Error E = Source->read())
    return E;
  if (llvm::Error E = Source->verify())
    return E;
  return Source;
}

llvm::Error IRSource::read() {
  // The parser wants a zero behind the last byte.
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, FileName);
  llvm::SMDiagnostic Diagnostic;
  TheModule = llvm::parseAssembly(
      *Buffer, Diagnostic, Context, nullptr,
      [](llvm::StringRef, llvm::StringRef) { return std::nullopt; }, &Places);
  if (TheModule) {
    ir::hideFromVerifier(*TheModule);
    return llvm::Error::success();
  }
  unsigned Line = std::max(0, Diagnostic.getLineNo());
  unsigned Column = std::max(0, Diagnostic.getColumnNo() + 1);
  return error({Line, Column}, Diagnostic.getMessage(), Diag::LitmusSyntax);
}

/// The instruction of \p M that is printed as the first of \p Lines that is
/// one, if any is. A function stands for its first call.
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
  llvm::SmallVector<llvm::StringRef> Said;
  llvm::StringRef(Message).split(Said, '\n');
  for (llvm::StringRef &Line : Said)
    Line = Line.trim();
  std::string Why = "LLVM rejects this: " + Said.front().rtrim("!.").str();
  if (const llvm::Instruction *I =
          findPrinted(*TheModule, llvm::ArrayRef(Said).drop_front()))
    return errorAt(*I, Why, Diag::LitmusSyntax);
  return error({}, Why, Diag::LitmusSyntax);
}

llvm::StringRef IRSource::line(unsigned Number) const {
  if (Number == 0 || Number > Lines.size())
    return "";
  return Lines[Number - 1].rtrim('\r');
}

model::SourcePoint IRSource::pointOf(const llvm::Instruction &I) const {
  std::optional<llvm::FileLocRange> Range = Places.getInstructionLocation(&I);
  if (!Range)
    return {};
  return {Range->Start.Line + 1, Range->Start.Col + 1};
}

/// A function's place is recorded; a global variable is a line that begins with
/// its name.
model::SourcePoint IRSource::pointOf(const llvm::GlobalValue &V) const {
  if (const auto *F = llvm::dyn_cast<llvm::Function>(&V))
    if (std::optional<llvm::FileLocRange> Range = Places.getFunctionLocation(F))
      return {Range->Start.Line + 1, Range->Start.Col + 1};
  std::string Start = ("@" + V.getName()).str();
  for (unsigned I = 0; I < Lines.size(); ++I) {
    llvm::StringRef Rest = Lines[I].ltrim();
    unsigned Column = Lines[I].size() - Rest.size() + 1;
    if (Rest.consume_front(Start) && Rest.ltrim().starts_with("="))
      return {I + 1, Column};
  }
  return {};
}

llvm::Error IRSource::error(model::SourcePoint Where,
                            const llvm::Twine &Message, Diag Id) const {
  // What concerns the file as a whole is at its beginning.
  if (Where.Line == 0)
    Where = {1, 1};
  Location At;
  At.File = FileName;
  At.Line = Where.Line;
  At.Column = Where.Column;
  At.LineText = line(Where.Line).str();
  return inputError(Id, At, Message);
}

std::string typeName(const llvm::Type *T) {
  std::string Name;
  llvm::raw_string_ostream(Name) << *T;
  return Name;
}

} // namespace fencepost
