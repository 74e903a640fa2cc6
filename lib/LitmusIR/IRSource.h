//===- IRSource.h - The text of a test and the module LLVM reads from it --===//
// Keeps the text beside the module, so that every error names a place in the
// file: LLVM's parser records where each instruction stands. Text that LLVM
// rejects, or that its verifier does, is bad input. Tested by
// unittests/LitmusIR/ErrorsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_IRSOURCE_H
#define FENCEPOST_LITMUSIR_IRSOURCE_H

#include "fencepost/Model/Program.h"
#include "fencepost/Support/Diagnostics.h"
#include "llvm/AsmParser/AsmParserContext.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace fencepost {

class IRSource {
public:
  static llvm::Expected<std::unique_ptr<IRSource>> parse(llvm::StringRef Text,
                                                         llvm::StringRef File);

  llvm::Module &module() const { return *TheModule; }
  llvm::StringRef text() const { return Text; }
  llvm::StringRef fileName() const { return FileName; }
  llvm::StringRef line(unsigned Number) const; ///< From 1; no line break.

  model::SourcePoint pointOf(const llvm::Instruction &I) const;
  model::SourcePoint pointOf(const llvm::GlobalValue &V) const;

  llvm::Error error(model::SourcePoint Where, const llvm::Twine &Message,
                    Diag Id = Diag::LitmusSemantics) const;
  /// \p Place is an instruction or a global value.
  template <typename T>
  llvm::Error errorAt(const T &Place, const llvm::Twine &Message,
                      Diag Id = Diag::LitmusSemantics) const {
    return error(pointOf(Place), Message, Id);
  }

private:
  IRSource(llvm::StringRef Text, llvm::StringRef FileName);
  llvm::Error read();
  llvm::Error verify() const;

  llvm::StringRef Text;
  std::string FileName;
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::LLVMContext Context;
  llvm::AsmParserContext Places;
  std::unique_ptr<llvm::Module> TheModule;
};

std::string typeName(const llvm::Type *T); ///< As LLVM IR writes it.

} // namespace fencepost

#endif
