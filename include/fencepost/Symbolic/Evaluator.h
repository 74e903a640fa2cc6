//===- Evaluator.h - Values of a view as terms ---------------------------===//
// Every value, and the condition of being in every block, as a term over the
// ids of the thread, arguments, unknowns and, for each loop, its iteration
// number. Back edges are cut, so the code is a directed acyclic graph: phis at
// joins are selects by the conditions of their edges, and phis at loop headers
// are closed forms of the iteration (Recurrences.h), or symbols.
//
// *Copies.* The root copy is any pass through the code: every loop is in some
// iteration. Regions (Regions.h) also need the code that follows: the next
// iteration, or a loop that is newly entered. A copy (parent, loop, step)
// evaluates again the code that can follow that loop's header; everything else
// keeps its value in the parent. Copies are shared by all regions.
//
// A loop is assumed to iterate less than 2^31 times.
// Tested by unittests/Symbolic/RegionsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_EVALUATOR_H
#define FENCEPOST_SYMBOLIC_EVALUATOR_H

#include "fencepost/Symbolic/Recurrences.h"
#include "fencepost/Symbolic/Terms.h"
#include "fencepost/Symbolic/Tickets.h"
#include <deque>
#include <map>

namespace fencepost::sym {

/// How a copy reaches the header of its loop.
enum class Step : uint8_t {
  Root,
  Enter,     ///< From outside: iteration 0.
  Next,      ///< Around once: the iteration after the parent's.
  SomeLater, ///< Around any number of times, at least once.
};

class Evaluator {
public:
  Evaluator(const view::SyncView &View, TermTable &Terms,
            const view::Graph &Shape);

  CopyId copy(CopyId Parent, view::LoopId Loop, Step Step);
  TermId value(view::ValueId V, CopyId Copy);
  /// \p Copy without the copies of loops inside \p Loop.
  CopyId leftInside(CopyId Copy, view::LoopId Loop) const;
  /// The condition that a thread reaches \p Block in this copy.
  TermId reach(view::BlockId Block, CopyId Copy);
  /// The condition that a thread in \p From takes an edge to \p To.
  TermId edge(view::BlockId From, view::BlockId To, CopyId Copy);
  /// The iteration number of \p Loop.
  TermId iteration(view::LoopId Loop, CopyId Copy);
  /// The number of the thread in its work-group.
  TermId linearId();
  /// The number of its wave.
  TermId waveId() { return ofLinearId(view::ValueKind::UDiv); }
  /// The ticket that a symbol is, or null.
  const Ticket *ticketOf(TermId Symbol) const;
  /// Facts about a symbol beyond its interval, as conditions.
  llvm::SmallVector<TermId, 2> factsAbout(TermId Symbol);

  /// Whether two threads that are in the same iteration of exactly the loops
  /// \p Around are also in the same iteration of all loops around \p Block.
  bool isInStep(view::BlockId Block, CopyId Copy,
                llvm::ArrayRef<view::LoopId> Around) const;
  bool isInStepIn(view::LoopId Loop, CopyId Copy,
                  llvm::ArrayRef<view::LoopId> Around) const;

  const view::SyncView &View;
  const view::Graph &Shape;
  TermTable &Terms;

private:
  struct CopyData {
    CopyId Parent = RootCopy;
    view::LoopId Loop = view::None;
    sym::Step Step = Step::Root;
    llvm::DenseMap<view::ValueId, TermId> Values;
    std::vector<TermId> Reach;
  };
  using Need = std::pair<view::ValueId, CopyId>;

  bool covers(CopyId Copy, view::BlockId Block) const;
  CopyId homeOf(view::BlockId Block, CopyId Copy) const;
  bool isOwnHeader(view::BlockId Block, CopyId Copy) const;
  CopyId startCopy(view::LoopId Loop, CopyId Copy) const;
  TermId headerReach(CopyId Copy);
  TermId truthAtStart(view::BlockId Block, CopyId Copy);
  TermId passes(view::BlockId From, view::BlockId To, CopyId Copy);
  TermId ofLinearId(view::ValueKind Op); ///< With the size of waves.
  TermId dimension(SymbolKind Kind, unsigned D);
  void needsOf(view::ValueId V, CopyId Copy, llvm::SmallVectorImpl<Need> &Out);
  TermId computed(view::ValueId V, CopyId Copy);
  TermId leaf(view::ValueId V, CopyId Copy);
  TermId phi(view::ValueId V, CopyId Copy);
  TermId headerPhi(view::ValueId V, CopyId Copy, view::LoopId Loop);
  Range limitsBefore(view::ValueId V, view::LoopId Loop);
  Range carriedLimits(view::ValueId V, view::LoopId Loop);
  TermId closedForm(view::ValueId V, const Recurrence &R, view::LoopId Loop,
                    CopyId Copy);
  /// Edges to a loop header that enter the loop, or that come from inside.
  enum class MergedEdges : uint8_t { Entering, Back };
  TermId merged(const view::Value &Phi, CopyId Copy, MergedEdges Edges,
                view::LoopId Loop);
  llvm::SmallVector<TermId, 4> conditionsAround(view::LoopId Loop, CopyId Copy);
  TermId hasGoneAround(TermId Iteration);
  TermId joined(llvm::ArrayRef<std::pair<TermId, TermId>> Choices);

  Recurrences Forms;
  Tickets Taken;
  IdVector<CopyId, CopyData, std::deque<CopyData>> Copies;
  std::map<std::tuple<CopyId, view::LoopId, Step>, CopyId> CopyIds;
};

} // namespace fencepost::sym

#endif
