//===- BranchDivergence.cpp - May threads diverge at a branch? ------------===//
// See BranchDivergence.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/BranchDivergence.h"

namespace fencepost::sym {

using namespace view;

PairQuestion mayDiverge(Analysis &Context, BlockId Branch, ThreadPair Threads) {
  TermTable &Terms = Context.Terms;
  Region Fake;
  for (LoopId L = Context.View.Blocks[Branch].Loop; L != None;
       L = Context.View.Loops[L].Parent)
    Fake.Around.push_back(L);
  RegionOverlap Pairs(Context.Eval, Fake);
  TermId Reach = Context.Eval.reach(Branch, RootCopy),
         Id = Context.Eval.linearId();
  llvm::SmallVector<TermId, 4> About{Reach, Id};
  PairQuestion Q;
  for (const Edge &E : Context.View.Blocks[Branch].Next) {
    TermId Taken = Context.Eval.edge(Branch, E.To, RootCopy);
    About.push_back(Taken);
    TermId Differs = Terms.negated(Pairs.agreeOn(Taken));
    Q.Overlaps = Terms.either(Q.Overlaps, Differs);
  }
  TermId Known = Terms.both(Reach, Pairs.factsOf(About));
  TermId Apart = Pairs.agreeOn(Context.Eval.waveId());
  if (Threads == ThreadPair::SameWave) {
    TermId Others = Terms.negated(Pairs.agreeOn(Id));
    Apart = Terms.both(Apart, Others);
  } else {
    Apart = Terms.negated(Apart);
  }
  Q.Reached = Terms.both(Pairs.forBoth(Known), Apart);
  return Q;
}

} // namespace fencepost::sym
