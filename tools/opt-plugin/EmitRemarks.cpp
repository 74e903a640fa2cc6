//===- EmitRemarks.cpp - Placements as remarks of a pass ------------------===//
// See EmitRemarks.h.
//===----------------------------------------------------------------------===//
#include "EmitRemarks.h"
#include "fencepost/Report/PlaceRemarks.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Remarks/RemarkStreamer.h"

namespace fencepost {

namespace remarks = llvm::remarks;

/// A location of LLVM has a scope: that of the kernel, in the remark's file.
static llvm::DiagnosticLocation locationOf(const remarks::Remark &R,
                                           const llvm::Function &F) {
  llvm::DILocalScope *Scope = F.getSubprogram();
  if (!R.Loc || !Scope)
    return llvm::DiagnosticLocation();
  llvm::LLVMContext &Context = F.getContext();
  if (Scope->getFilename() != R.Loc->SourceFilePath)
    Scope = llvm::DILexicalBlockFile::get(
        Context, Scope,
        llvm::DIFile::get(Context, R.Loc->SourceFilePath, /*Directory=*/""),
        /*Discriminator=*/0);
  return llvm::DiagnosticLocation(llvm::DILocation::get(
      Context, R.Loc->SourceLine, R.Loc->SourceColumn, Scope));
}

template <class DiagnosticOf>
static void emitAs(const remarks::Remark &R, llvm::Function &F) {
  DiagnosticOf Out("fencepost-place", R.RemarkName, locationOf(R, F),
                   &F.getEntryBlock());
  for (const remarks::Argument &A : R.Args)
    if (A.Key == "String")
      Out << A.Val;
    else
      Out << llvm::ore::NV(A.Key, A.Val);
  llvm::OptimizationRemarkEmitter(&F).emit(Out);
}

static void emit(const remarks::Remark &R, llvm::Function &F) {
  if (R.RemarkType == remarks::Type::Passed)
    emitAs<llvm::OptimizationRemark>(R, F);
  else if (R.RemarkType == remarks::Type::Missed)
    emitAs<llvm::OptimizationRemarkMissed>(R, F);
  else
    emitAs<llvm::OptimizationRemarkAnalysis>(R, F);
}

void emitRemarks(llvm::Module &M, const placeir::ModulePlacement &Placement) {
  KernelFile Input = KernelFile::ofModule(M.getModuleIdentifier());
  forEachRemark(Placement, Input, [&](const remarks::Remark &R) {
    emit(R, *M.getFunction(R.FunctionName));
  });
  // An error ends opt at once, and what is not written is lost then.
  if (remarks::RemarkStreamer *Out = M.getContext().getMainRemarkStreamer())
    Out->getSerializer().OS.flush();
}

} // namespace fencepost
