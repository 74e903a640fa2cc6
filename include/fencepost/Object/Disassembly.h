//===- Disassembly.h - The instructions of a kernel or function -----------===//
// Streams what llvm-objdump would show for one symbol, with the source line of
// each instruction when the object has DWARF. LLVM's disassembler and the line
// tables are set up once per object, at the first use. Bytes that decode to
// nothing are reported as data, never skipped. Tested by
// unittests/Object/DisassemblyTest.cpp against llvm-objdump.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_DISASSEMBLY_H
#define FENCEPOST_OBJECT_DISASSEMBLY_H

#include "fencepost/Object/CodeObject.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace fencepost {

struct SourceLine {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0 if unknown.

  bool operator==(const SourceLine &) const = default;
};

/// Valid only during the callback it is passed to.
struct DisassembledInstruction {
  uint64_t Address = 0;
  llvm::ArrayRef<uint8_t> Encoding;
  /// As the assembler takes it, without leading blanks; ".long 0x..." for bytes
  /// that are no instruction.
  llvm::StringRef Text;
  bool IsData = false;
  /// What LLVM remarks about it, e.g. a misaligned register; mostly "".
  llvm::StringRef Comment;
  /// A label defined here ("L0"), because a branch of this symbol goes here.
  llvm::StringRef Label;
  /// Where a direct branch or call goes, and what that place is called: "L3",
  /// or "symbol", or "symbol+0x10"; "" when nothing is there.
  std::optional<uint64_t> Target;
  llvm::StringRef TargetName;
  const SourceLine *Source = nullptr; ///< Null if not known.
};

class Disassembler {
public:
  /// \p Object must outlive the disassembler. An error if its processor is
  /// not known to LLVM.
  static llvm::Expected<Disassembler> create(const CodeObject &Object);
  Disassembler(Disassembler &&);
  Disassembler &operator=(Disassembler &&);
  ~Disassembler();

  using Visitor =
      llvm::function_ref<void(const DisassembledInstruction &Instruction)>;

  /// In order of address; ends at the symbol's size, else at the next symbol
  /// or the end of the section. Nothing is visited if the entry point is not in
  /// code, which checkCodeObject() reports. An error if LLVM has no decoder for
  /// the kernel's wave size.
  llvm::Error visit(const Kernel &K, Visitor Visit);
  /// A function does not say its wave size; that of the object's kernels is
  /// taken.
  llvm::Error visit(const Symbol &Function, Visitor Visit);

private:
  struct Impl;
  explicit Disassembler(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> TheImpl;
};

} // namespace fencepost

#endif
