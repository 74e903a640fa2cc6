//===- LeaderThreads.h - Threads that act for their work-group -----------===//
// Two questions of Publication.h. Can accesses of threads of different
// work-groups touch the same byte? All that differs between work-groups is
// renamed to one of two threads, and the solver is asked. And: is a block only
// entered by threads that are chosen by their number (`if (id == 0)`), so that
// they act for the whole work-group?
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_LEADERTHREADS_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_LEADERTHREADS_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

class LeaderThreads {
public:
  explicit LeaderThreads(Analysis &Context);

  /// Whether \p A of one work-group and \p B of another can touch one byte.
  Answer canMeet(AccessSite A, AccessSite B);
  /// Whether a thread of one work-group can come to \p A and one of the same
  /// to \p B.
  Answer canShareGroup(Site A, Site B);
  /// Whether a thread that reads at \p Poll what \p Write of another one stored
  /// can take one of \p Edges.
  Answer canPass(Site Write, Site Poll,
                 llvm::ArrayRef<std::pair<view::BlockId, view::BlockId>> Edges);
  /// Whether the address of \p A is known but for ids and arguments.
  bool isKnown(AccessSite A);
  /// Whether it depends on the number of the work-group.
  bool knowsGroup(AccessSite A);
  /// Whether some wave has threads that come to \p All, but none of those
  /// that are chosen for \p Few.
  bool actsForOthers(view::BlockId Few, view::BlockId All);

private:
  using Choice = std::pair<view::ValueId, bool>; ///< Condition and its value.

  bool isGiven(const Symbol &Sym) const;
  bool addressHas(AccessSite A, llvm::function_ref<bool(const Symbol &)> What);
  TermId seenBy(TermId Term, unsigned Thread, bool SameGroup);
  TermId reached(view::BlockId Block, llvm::ArrayRef<TermId> About);
  TermId differ();
  Answer ask(TermId Condition);
  void findDominators();
  std::vector<Choice> choicesOf(view::BlockId Block);
  std::optional<bool> holds(TermId Condition, unsigned Thread) const;

  Analysis &Context;
  Region NoLoops; ///< For facts about symbols.
  RegionOverlap Facts;
  llvm::DenseMap<TermId, TermId> Memo[2][2];
  std::vector<view::BlockId> Dominators;
};

} // namespace fencepost::check

#endif
