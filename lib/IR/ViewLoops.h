//===- ViewLoops.h - Loops and their trip counts --------------------------===//
// Trip counts are those of scalar evolution, if the view can express them. Its
// time grows with the square of the number of loops, so kernels with very many
// loops get none. Tested by unittests/IR/ViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWLOOPS_H
#define FENCEPOST_LIB_IR_VIEWLOOPS_H

#include "ViewTranslate.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace fencepost::ir {

class LoopMaker {
public:
  LoopMaker(llvm::LoopInfo &Loops, llvm::ScalarEvolution &Evolution,
            Translator &Values)
      : Loops(Loops), Evolution(Evolution), Values(Values),
        InOrder(Loops.getLoopsInPreorder()) {}

  /// Notes what trip counts will need; before Translator::run().
  void need();
  /// Fills in the loops of \p View and the loop of each block.
  void make(const BlockNumbers &Blocks, view::SyncView &View);

private:
  /// The times that the back edges of \p L are taken; null if unknown.
  const llvm::SCEV *countOf(const llvm::Loop &L);
  uint64_t mostOf(const llvm::Loop &L);
  view::ValueId translate(const llvm::SCEV *S);
  view::ValueId fold(const llvm::SCEVNAryExpr *S, view::ValueKind Kind);
  view::ValueId extreme(const llvm::SCEVNAryExpr *S, view::ValueKind Less,
                        bool Most);
  view::ValueId recurrence(const llvm::SCEVAddRecExpr *S);

  llvm::LoopInfo &Loops;
  llvm::ScalarEvolution &Evolution;
  Translator &Values;
  llvm::SmallVector<llvm::Loop *, 4> InOrder;
};

} // namespace fencepost::ir

#endif
