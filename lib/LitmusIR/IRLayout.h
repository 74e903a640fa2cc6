//===- IRLayout.h - The blocks of a function in an order fit for a thread -===//
// A thread is a list of instructions with jumps, and the model wants to know of
// each branch where its sides meet again and of each loop where an iteration
// begins (Program.h). The order found here puts every block after those that
// lead to it, keeps the blocks of a loop together, and so lets every branch
// meet after itself. Only reducible control flow has such an order. Tested by
// unittests/LitmusIR/ControlTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_IRLAYOUT_H
#define FENCEPOST_LITMUSIR_IRLAYOUT_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include <vector>

namespace fencepost {

class IRLayout {
public:
  explicit IRLayout(llvm::Function &F);

  /// The terminator of a block from which a loop is entered other than through
  /// its header; null if the control flow is reducible. If it is not null,
  /// nothing else here means anything.
  const llvm::Instruction *irreducibleAt() const { return Irreducible; }

  /// The blocks that can be reached.
  llvm::ArrayRef<llvm::BasicBlock *> order() const { return Order; }

  /// The loop whose header \p B is, or null.
  const llvm::Loop *loopHeadedBy(const llvm::BasicBlock *B) const;
  /// \p From to \p To goes around a loop.
  bool isBackEdge(const llvm::BasicBlock *From,
                  const llvm::BasicBlock *To) const;
  /// The loops that end with block \p B, innermost first.
  llvm::SmallVector<const llvm::Loop *>
  loopsEndingWith(const llvm::BasicBlock *B) const;

  /// Whether an iteration of the loop headed by \p Header begins after the
  /// test in the header, as in a `while`; otherwise it begins with the header.
  bool beginsBehindTest(const llvm::BasicBlock *Header) const;
  /// The terminator of \p B may leave a loop.
  bool leavesLoop(const llvm::BasicBlock *B) const;
  /// Where all paths from \p B meet again; null is the end of the function.
  const llvm::BasicBlock *joinOf(const llvm::BasicBlock *B) const;

private:
  const llvm::Instruction *findIrreducible(llvm::Function &F) const;
  void arrange(llvm::Function &F);

  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree PostDominators;
  llvm::LoopInfo Loops;
  std::vector<llvm::BasicBlock *> Order;
  llvm::DenseMap<const llvm::Loop *, const llvm::BasicBlock *> LastBlocks;
  const llvm::Instruction *Irreducible;
};

} // namespace fencepost

#endif
