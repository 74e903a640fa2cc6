//===- AliasScopes.h - Hiding loads to LDS from automatic waits -----------===//
// LLVM 22 makes every access of LDS wait for LDS DMA in flight that it may
// alias. For asynchronous loads that is too much: spec/003 orders them by marks
// alone, and the wait would be for the youngest of them. SIInsertWaitcnts asks
// the scopes of !alias.scope and !noalias, so the asynchronous loads of a
// function get a scope of their own, and its other accesses of LDS are said not
// to alias it.
//
// They do alias; what keeps them in order is not alias analysis. An access
// before an overlapping asynchronous load has a compiler fence between the two,
// which applyLoads() puts there. An access after it has the wait that completes
// the load between the two, which stands between compiler fences; without such
// a wait the two race (spec/003, "Memory Consistency Model") and the access
// may see anything. No pass moves an access across a fence, whatever it knows
// about aliasing.
//
// LLVM waits all the same before accesses that are atomic or volatile, and
// before one through the very pointer value that an asynchronous load was
// given.
//
// Not used in a module that also has LDS DMA which is not asynchronous: LLVM
// 22 forgets its automatic wait before an access that has alias information,
// for DMA that has none.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REWRITE_ALIASSCOPES_H
#define FENCEPOST_LIB_REWRITE_ALIASSCOPES_H

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
  void hide(llvm::Instruction &I) const;
  /// Everything else in the function that may access LDS.
  void separateOthers() const;

  const llvm::MDNode *hidden() const { return Hidden; }
  static bool isHidden(const llvm::Instruction &I, const llvm::MDNode *Scopes);

private:
  llvm::Function &F;
  llvm::MDNode *Hidden; ///< A list of one scope.
};

} // namespace fencepost::rewrite

#endif
