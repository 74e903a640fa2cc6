//===- AliasScopes.h - Hiding loads to LDS from automatic waits -----------===//
// LLVM 22 makes every access of LDS wait for LDS DMA in flight that it may
// alias. For asynchronous loads that is too much: spec/003 orders them by marks
// alone, and the wait would be for the youngest of them. SIInsertWaitcnts
// looks for what an access may alias among the DMA that has an !alias.scope, if
// the access has any alias information. So the other accesses of LDS get a
// !noalias, of a scope that nothing is in, and the asynchronous loads nothing.
//
// With several variables in LDS, AMDGPULowerModuleLDS gives each access the
// scope of its variable, and the loads would have one. There they are put into
// the scope of that !noalias: LLVM then drops theirs, or believes that nothing
// aliases them. Things do; what keeps them in order is not alias analysis. An
// access before an overlapping asynchronous load has a compiler fence between
// the two, which applyLoads() puts there. An access after it has the wait that
// completes the load between the two, which is between compiler fences;
// without such a wait the two race (spec/003, "Memory Consistency Model") and
// the access may see anything. No pass moves an access across a fence, whatever
// it knows about aliasing.
//
// LLVM waits all the same before accesses that are atomic or volatile.
//
// Not used in a module that also has LDS DMA which is not asynchronous: it
// would lose its automatic waits in the same way.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REWRITE_ALIASSCOPES_H
#define FENCEPOST_LIB_REWRITE_ALIASSCOPES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Instruction;
class MDNode;
} // namespace llvm

namespace fencepost::rewrite {

class AliasScopes {
public:
  explicit AliasScopes(llvm::Function &F);

  /// \p I is one of the asynchronous loads.
  void hide(llvm::Instruction &I);
  /// Everything else in the function that may access LDS.
  void separateOthers() const;

  bool isHidden(const llvm::Instruction &I) const { return Loads.contains(&I); }

private:
  llvm::Function &F;
  llvm::MDNode *Scopes; ///< A list of one.
  bool SeveralVariables;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> Loads;
};

} // namespace fencepost::rewrite

#endif
