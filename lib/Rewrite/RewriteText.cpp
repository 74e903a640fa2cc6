//===- RewriteText.cpp - A file of LLVM IR, rewritten ---------------------===//
// Text that is not changed is given back as it is, so that running the command
// twice, or on a file that has nothing for it, changes no byte.
//===----------------------------------------------------------------------===//
#include "fencepost/Rewrite/RewriteText.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Rewrite/CompiledMode.h"
#include "fencepost/Rewrite/Rewrite.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::rewrite {

static llvm::Error errorsOf(const Plan &P, const IRSource &Source) {
  llvm::Error All = llvm::Error::success();
  for (const Remark &Problem : P.problems())
    All = llvm::joinErrors(std::move(All),
                           Source.errorAt(*Problem.Where, Problem.Message));
  return All;
}

static Note noteOf(const Remark &R, const IRSource &Source) {
  model::SourcePoint Where = Source.pointOf(*R.Where);
  Note Result;
  Result.Where.File = Source.fileName().str();
  Result.Where.Line = Where.Line;
  Result.Where.Column = Where.Column;
  Result.Message = R.Message;
  return Result;
}

llvm::Expected<RewrittenText> rewriteText(const IRSource &Source,
                                          llvm::StringRef Cpu,
                                          llvm::StringRef Features) {
  llvm::Module &M = Source.module();
  Plan P = planRewrite(M, [&](const llvm::Function &F) {
    return compiledMode(F, Cpu, Features);
  });
  if (llvm::Error E = errorsOf(P, Source))
    return E;
  RewrittenText Result;
  for (const Remark &R : P.remarks())
    Result.Remarks.push_back(noteOf(R, Source));
  if (P.empty() && Source.isText()) {
    Result.Text = Source.text().str();
    return Result;
  }
  P.apply(M);
  assert(!llvm::verifyModule(M, &llvm::errs()) && "rewritten wrongly");
  llvm::raw_string_ostream(Result.Text) << M;
  return Result;
}

} // namespace fencepost::rewrite
