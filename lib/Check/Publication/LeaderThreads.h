//===- LeaderThreads.h - Threads that act for their work-group -----------===//
// Two questions of Publication.h. Can accesses of threads of different
// work-groups access the same byte? Symbols that differ between work-groups are
// renamed per thread, and the solver decides. And: is a block only entered by
// threads that are chosen by their number (`if (id == 0)`), so that they act
// for the whole work-group?
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_LEADERTHREADS_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_LEADERTHREADS_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

class LeaderThreads {
public:
  explicit LeaderThreads(sym::Analysis &Context);

  /// Decides whether \p A of one work-group and \p B of another can access one
  /// byte.
  sym::Answer canMeet(view::AccessSite A, view::AccessSite B);
  /// Decides whether a thread of a work-group can reach \p A and one of the
  /// same work-group \p B.
  sym::Answer canShareGroup(view::Site A, view::Site B);
  /// Decides whether a thread that reads at \p Poll the value stored by
  /// \p Write can take one of \p Edges.
  sym::Answer
  canPass(view::Site Write, view::Site Poll,
          llvm::ArrayRef<std::pair<view::BlockId, view::BlockId>> Edges);
  /// True if the address of \p A depends on ids and arguments alone.
  bool isKnown(view::AccessSite A);
  /// True if it depends on the work-group id.
  bool knowsGroup(view::AccessSite A);
  /// True if some wave has threads that reach \p All, but none that is chosen
  /// for \p Few.
  bool actsForOthers(view::BlockId Few, view::BlockId All);

private:
  using Choice = std::pair<view::ValueId, bool>; ///< Condition and its value.

  /// Whether the two threads of a question are of one work-group.
  enum class Groups : uint8_t { Different, Same };

  bool isGiven(const sym::Symbol &Sym) const;
  bool addressHas(view::AccessSite A,
                  llvm::function_ref<bool(const sym::Symbol &)> What);
  sym::TermId seenBy(sym::TermId Term, unsigned Thread, Groups Threads);
  sym::TermId reached(view::BlockId Block, llvm::ArrayRef<sym::TermId> About);
  sym::TermId differ();
  sym::Answer ask(sym::TermId Condition);
  void findDominators();
  std::vector<Choice> choicesOf(view::BlockId Block);
  std::optional<bool> holds(sym::TermId Condition, unsigned Thread) const;

  sym::Analysis &Context;
  sym::Region NoLoops; ///< For facts about symbols.
  sym::RegionOverlap Facts;
  llvm::DenseMap<sym::TermId, sym::TermId> Memo[2][2];
  std::vector<view::BlockId> Dominators;
};

} // namespace fencepost::check

#endif
