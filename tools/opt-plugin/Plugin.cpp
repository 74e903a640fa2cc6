//===- Plugin.cpp - Passes of opt -----------------------------------------===//
//   opt-22 -load-pass-plugin=FencepostPlugin.so -passes=fencepost-lower
//   opt-22 -load-pass-plugin=FencepostPlugin.so -passes=fencepost-place
// The same rewriting as `fencepost lower --rewrite`, and the same placing as
// `fencepost place`. The processor and its features are those of each
// function's attributes, which opt sets from -mcpu and -mattr. What cannot be
// done is an error of the compilation, at the line of the source if there is
// debug information. Placing gives LLVM the remarks that `--remarks` writes
// (-pass-remarks-output). LLVM's own reader of IR takes spec/003's
// *.buffer.load.async.lds for intrinsics it knows, with the wrong type, so
// files with those have to be rewritten by the command.
// Tested by test/opt-plugin.
//===----------------------------------------------------------------------===//
#include "EmitRemarks.h"
#include "fencepost/Report/RefusalText.h"
#include "fencepost/Rewrite/CompiledMode.h"
#include "fencepost/Rewrite/Rewrite.h"
#include "fencepost/Support/Version.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace fencepost;

namespace {

class LowerPass : public llvm::PassInfoMixin<LowerPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    rewrite::Plan Plan = rewrite::planRewrite(M, [](const llvm::Function &F) {
      return rewrite::compiledMode(F, "", "");
    });
    for (const rewrite::Remark &P : Plan.problems())
      M.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
          *P.Where->getFunction(), P.Message, P.Where->getDebugLoc()));
    if (!Plan.problems().empty() || Plan.empty())
      return llvm::PreservedAnalyses::all();
    Plan.apply(M);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }
};

class PlacePass : public llvm::PassInfoMixin<PlacePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    llvm::Expected<placeir::ModulePlacement> Placement = placeir::placeBarriers(
        M, placeir::PlacementOptions(),
        [](const llvm::Value &) { return view::SourceLocation(); });
    if (!Placement) {
      M.getContext().emitError(llvm::toString(Placement.takeError()));
      return llvm::PreservedAnalyses::all();
    }
    emitRemarks(M, *Placement);
    for (const placeir::Refusal &R : Placement->Refusals)
      M.getContext().emitError(locationText(R.Where) + "kernel " + R.Kernel +
                               ": no barriers placed: " + refusalText(R));
    return Placement->Changed ? llvm::PreservedAnalyses::none()
                              : llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }

private:
  /// "k.cl:7:3: ", if that is known.
  static std::string locationText(const view::SourceLocation &Source) {
    if (Source.Line == 0)
      return "";
    return Source.File + ":" + std::to_string(Source.Line) + ":" +
           std::to_string(Source.Column) + ": ";
  }
};

} // namespace

static void registerPasses(llvm::PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(
      [](llvm::StringRef Name, llvm::ModulePassManager &Passes,
         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (Name == "fencepost-lower")
          Passes.addPass(LowerPass());
        else if (Name == "fencepost-place")
          Passes.addPass(PlacePass());
        else
          return false;
        return true;
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Fencepost", versionString().data(),
          registerPasses};
}
