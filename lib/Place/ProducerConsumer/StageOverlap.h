//===- StageOverlap.h - Do accesses of two stages collide? ----------------===//
// Questions to the solver about the addresses of two accesses in given
// iterations of the loops around them. Iterations are those of any execution
// (the root copy of the Evaluator), and each thread is in iterations of its own
// except for what is asked.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_STAGEOVERLAP_H
#define FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_STAGEOVERLAP_H

#include "Hazards/CarriedOverlap.h"

namespace fencepost::place {

class StageOverlap {
public:
  explicit StageOverlap(const view::SyncView &View)
      : Facts(View), Pairs(Facts.Eval, AccessRegion) {}

  /// Whether \p A and, in another wave, \p B can access a common byte, at any
  /// time, and not both read it.
  sym::Answer meet(view::AccessSite A, view::AccessSite B);
  /// The same if \p A is in the iteration of \p LoopA that is \p Delta after
  /// the one of \p LoopB that \p B is in.
  sym::Answer meet(view::AccessSite A, view::LoopId LoopA, view::AccessSite B,
                   view::LoopId LoopB, int Delta);
  /// Whether a wave can access a byte twice in one iteration of \p Loop, first
  /// by one and then by the other, or by one in two iterations of a loop
  /// inside. None: outside of loops.
  sym::Answer askInStage(view::AccessSite A, view::AccessSite B,
                         view::LoopId Loop);
  /// Whether two loops go around equally often, whoever is in them.
  bool runEquallyOften(view::LoopId A, view::LoopId B);

private:
  const sym::RegionAccess &access(view::AccessSite Access, PairSide Side);
  sym::Answer ask(view::AccessSite A, view::AccessSite B,
                  sym::TermId Condition);
  sym::TermId made(const sym::RegionAccess &A, unsigned Thread);
  sym::TermId differInIterations(view::LoopId Inner, view::LoopId Outer);

  sym::Analysis Facts;
  sym::Region
      AccessRegion; ///< Of one node for each access that is asked about.
  sym::RegionOverlap Pairs;
  std::map<std::pair<view::AccessSite, PairSide>, sym::RegionAccess> Known;
};

} // namespace fencepost::place

#endif
