//===- Rewrite.h - What LLVM 22 does not know, in words that it does ------===//
// Rewrites the operations of spec/001 and spec/003 that LLVM 22 has no code for
// into IR that it compiles to the sequence lower() promises: async marks become
// counter waits (AsyncMarks.h), asynchronous loads to LDS become the target's
// own, `av` accesses carry the cache bits of their scope, and atomics and
// fences marked `amdgcn-av none` wait without writing back or invalidating.
// Everything else stays as it is, and so does a module with nothing to do.
//
// First everything is planned, then everything is done: a module of which some
// part cannot be rewritten is not touched. Not handled: a number of marks that
// is no constant; names of intrinsics that neither the specification nor LLVM
// 22 has. Tested by unittests/Rewrite, test/rewrite and test/opt-plugin, the
// latter two on the assembly that llc makes of the result.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REWRITE_REWRITE_H
#define FENCEPOST_REWRITE_REWRITE_H

#include "fencepost/Lower/Mode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace fencepost::rewrite {

struct FunctionPlan;

/// Something to say about an instruction of a module as it was.
struct Remark {
  const llvm::Instruction *Where;
  std::string Message; ///< A sentence without a full stop.
};

class Plan {
public:
  Plan();
  Plan(Plan &&);
  Plan &operator=(Plan &&);
  ~Plan();

  /// What cannot be rewritten. A plan with problems cannot be carried out.
  llvm::ArrayRef<Remark> problems() const { return Problems; }
  /// Where LLVM adds a wait that the specification does not ask for.
  llvm::ArrayRef<Remark> remarks() const { return Remarks; }
  /// Nothing is to be done.
  bool empty() const { return Functions.empty(); }

  /// Rewrites the module. Remarks point at what is no longer there.
  void apply(llvm::Module &M);

private:
  friend Plan planRewrite(
      llvm::Module &M,
      llvm::function_ref<llvm::Expected<lower::Mode>(const llvm::Function &)>
          ModeOf);

  std::vector<FunctionPlan> Functions; ///< Those with something to do.
  std::vector<Remark> Problems, Remarks;
};

/// \p ModeOf says how a function will be compiled; it is asked only about
/// functions that have something to be rewritten.
Plan planRewrite(
    llvm::Module &M,
    llvm::function_ref<llvm::Expected<lower::Mode>(const llvm::Function &)>
        ModeOf);

} // namespace fencepost::rewrite

#endif
