//===- PrepareView.h - A module prepared for sync views -------------------===//
// A copy of the module in which every kernel is self-contained: calls are
// inlined (except recursion, and up to a limit), variables in private memory
// are values, generic pointers have the address space they come from, and loops
// are in LLVM's simple and closed forms. Loads are sunk to where their values
// are needed (SinkLoads.h), and values that all sides of a branch compute are
// computed before it (JoinedValues.h). Loops with several entries get a single
// one. Accesses, fences and barriers keep their number and order; EarlyCSE and
// similar passes are not run. Tested by unittests/IR/ViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_PREPAREVIEW_H
#define FENCEPOST_LIB_IR_PREPAREVIEW_H

#include "fencepost/IR/BuildView.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/ValueMap.h"
#include <memory>

namespace fencepost::ir {

class PreparedModule {
public:
  PreparedModule(const llvm::Module &M, const ViewOptions &Options);

  llvm::Module &module() { return *Copy; }
  llvm::FunctionAnalysisManager &analyses() { return Functions; }

  /// Inlines and simplifies; to be called once for every kernel.
  void prepare(llvm::Function &Kernel);

  /// The number of the instruction that \p I was copied from, or None.
  uint32_t origin(const llvm::Instruction &I) const;
  /// That of the terminator of the block that begins where \p B does, or None.
  uint32_t start(const llvm::BasicBlock &B) const;
  /// The instruction that \p I was copied from, or null.
  const llvm::Instruction *original(const llvm::Instruction &I) const;
  const llvm::Function *original(const llvm::Function &F) const;
  llvm::ArrayRef<const llvm::Instruction *> originals() const {
    return Originals;
  }

private:
  void number(const llvm::Module &M);
  void registerAnalyses();
  void keepEnds(llvm::Function &Kernel, llvm::function_ref<void()> Change);
  void makeReducible(llvm::Function &Kernel);
  void makeLoopsSimple(llvm::Function &Kernel);
  void simplify(llvm::Function &Kernel);

  const llvm::Module &Source;
  unsigned MaxInstructions;
  std::unique_ptr<llvm::Module> Copy;
  std::vector<const llvm::Instruction *> Originals; ///< By number.
  llvm::ValueMap<const llvm::BasicBlock *, uint32_t> Starts;
  unsigned PlaceKind;

  llvm::FunctionAnalysisManager Functions;
};

bool isKernel(const llvm::Function &F);

} // namespace fencepost::ir

#endif
