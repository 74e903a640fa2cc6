//===- IRSource.h - The text of LLVM IR and the module read from it -------===//
// Keeps the text with the module, so that every error names a position in the
// file: LLVM's parser records the position of each instruction. A module that
// LLVM's parser or verifier rejects is bad input; if LLVM crashes on damaged
// input and the program enabled crash recovery, that is bad input too. Bitcode
// has no positions. Tested by unittests/LitmusIR/ErrorsTest.cpp, unittests/IR
// and test/lower-errors.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_IRSOURCE_H
#define FENCEPOST_IR_IRSOURCE_H

#include "fencepost/Model/Program.h"
#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class AsmParserContext;
class GlobalValue;
class Instruction;
class LLVMContext;
class Module;
class Type;
} // namespace llvm

namespace fencepost {

struct IRSourceOptions {
  /// The diagnostic for text that is not LLVM IR.
  Diag Syntax = Diag::LitmusSyntax;
  /// The diagnostic for all other errors.
  Diag Semantics = Diag::LitmusSemantics;
  /// Read bitcode too, and give a module without data layout AMDGPU's.
  bool Modules = false;
  /// Record places even if there is debug information.
  bool Places = true;
};

class IRSource {
public:
  /// \p Text must outlive the source.
  static llvm::Expected<std::unique_ptr<IRSource>>
  parse(llvm::StringRef Text, llvm::StringRef File,
        const IRSourceOptions &Options = {});
  ~IRSource();

  llvm::Module &module() const { return *TheModule; }
  bool isText() const { return IsText; } ///< Not bitcode.
  llvm::StringRef text() const { return Text; }
  llvm::StringRef fileName() const { return FileName; }
  llvm::StringRef line(unsigned Number) const; ///< From 1; no line break.

  /// Line 0 if it is unknown.
  model::SourcePoint pointOf(const llvm::Instruction &I) const;
  model::SourcePoint pointOf(const llvm::GlobalValue &V) const;

  llvm::Error error(model::SourcePoint Where, const llvm::Twine &Message,
                    Diag Id) const;
  llvm::Error error(model::SourcePoint Where,
                    const llvm::Twine &Message) const {
    return error(Where, Message, Options.Semantics);
  }
  /// \p Place is an instruction or a global value.
  template <typename T>
  llvm::Error errorAt(const T &Place, const llvm::Twine &Message,
                      Diag Id) const {
    return error(pointOf(Place), Message, Id);
  }
  template <typename T>
  llvm::Error errorAt(const T &Place, const llvm::Twine &Message) const {
    return error(pointOf(Place), Message);
  }

private:
  IRSource(llvm::StringRef Text, llvm::StringRef FileName,
           const IRSourceOptions &Options);
  llvm::Error read();
  llvm::Error readText();
  llvm::Error readBitcode();
  llvm::Error verify() const;

  llvm::StringRef Text;
  std::string FileName;
  IRSourceOptions Options;
  bool IsText = true;
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::AsmParserContext> Places;
  std::unique_ptr<llvm::Module> TheModule;
};

std::string typeName(const llvm::Type *T); ///< As LLVM IR writes it.

} // namespace fencepost

#endif
