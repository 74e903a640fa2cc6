//===- RewriteModule.h - Rewriting text, for tests ------------------------===//
// Parses a module, rewrites it for a processor, verifies it, and prints the
// functions that have a body, without comments.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_REWRITE_REWRITEMODULE_H
#define FENCEPOST_UNITTESTS_REWRITE_REWRITEMODULE_H

#include "fencepost/Rewrite/CompiledMode.h"
#include "fencepost/Rewrite/Rewrite.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace fencepost::rewrite {

class RewriteModule {
public:
  /// \p Text has no declarations of what LLVM 22 does not know.
  RewriteModule(llvm::StringRef Text, llvm::StringRef Cpu,
                llvm::StringRef Features = "") {
    std::string Whole =
        ("target triple = \"amdgcn-amd-amdhsa\"\n" + Text + declarations())
            .str();
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Whole, Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str() << " in line "
                   << Error.getLineNo();
    if (M)
      rewrite(Cpu, Features);
  }

  void rewrite(llvm::StringRef Cpu, llvm::StringRef Features = "") {
    Problems.clear();
    Remarks.clear();
    Plan P = planRewrite(*M, [&](const llvm::Function &F) {
      return compiledMode(F, Cpu, Features);
    });
    WasEmpty = P.empty();
    for (const Remark &R : P.problems())
      Problems.push_back(R.Message);
    for (const Remark &R : P.remarks())
      Remarks.push_back(R.Message);
    if (Problems.empty())
      P.apply(*M);
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  }

  /// The body of \p Name, a line an instruction, without metadata.
  std::vector<std::string> body(llvm::StringRef Name) const {
    std::vector<std::string> Lines;
    for (const llvm::BasicBlock &BB : *M->getFunction(Name)) {
      if (!BB.isEntryBlock())
        Lines.push_back(BB.getName().str() + ":");
      for (const llvm::Instruction &I : BB) {
        std::string Line;
        llvm::raw_string_ostream(Line) << I;
        llvm::StringRef Trimmed = llvm::StringRef(Line).trim();
        Lines.push_back(Trimmed.split(", !").first.str());
      }
    }
    return Lines;
  }

  std::string text() const {
    std::string Text;
    llvm::raw_string_ostream(Text) << *M;
    return Text;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  std::vector<std::string> Problems, Remarks;
  bool WasEmpty = false;

private:
  static llvm::StringRef declarations() {
    return R"(
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata)
declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 x i32>, metadata)
)";
  }
};

} // namespace fencepost::rewrite

#endif
