//===- Plugin.cpp - fencepost-lower as a pass of opt ----------------------===//
//   opt-22 -load-pass-plugin=FencepostPlugin.so -passes=fencepost-lower
// The same rewriting as `fencepost lower --rewrite`. The processor and its
// features are those of each function's attributes, which opt sets from -mcpu
// and -mattr. What cannot be rewritten is an error of the compilation, at the
// line of the source if there is debug information. LLVM's own reader of IR
// takes spec/003's *.buffer.load.async.lds for intrinsics it knows, with the
// wrong type, so files with those have to be rewritten by the command.
// Tested by test/opt-plugin.
//===----------------------------------------------------------------------===//
#include "fencepost/Rewrite/FunctionMode.h"
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
      return rewrite::functionMode(F, "", "");
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

} // namespace

static void registerPasses(llvm::PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(
      [](llvm::StringRef Name, llvm::ModulePassManager &Passes,
         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (Name != "fencepost-lower")
          return false;
        Passes.addPass(LowerPass());
        return true;
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Fencepost", versionString().data(),
          registerPasses};
}
