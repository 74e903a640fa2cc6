//===- Regions.h - Code that two threads may execute at the same time ----===//
// All waves of a work-group pass the same sequence of work-group barriers. An
// access A of one thread is ordered before B of another if and only if some
// instance of the barrier has its signal after A and its wait before B. With
// S and W the numbers of signals and waits before an access, A and B are
// unordered if W(B) <= S(A) and W(A) <= S(B): both then lie after signal
// number min(S(A), S(B)) and before the second wait that follows it
// (docs/model.md B3, M7). So every unordered pair lies in the *region* of one
// common point: of the kernel's entry (up to the first wait), or of a signal
// (through the wait that belongs to it, up to the next one). Threads start in
// the region at the same instance of that point: in the same iteration of all
// loops around it.
//
// A region is a directed acyclic graph of nodes (block, wait passed, copy of
// the code). A loop that a thread can iterate without a wait is entered in some
// iteration; other loops are followed step by step, so that the code after the
// back edge has exact values (Evaluator.h, copies).
//
// The point is common because the signal is one instruction; waves may also
// meet at different ones (docs/model.md B3). Pairs whose threads start at
// different signals are in no region; SimulatedRaces.h finds them.
//
// Only the work-group barrier bounds regions. Named and cluster barriers and
// opaque events are recorded on the nodes after them.
// Tested by unittests/Symbolic/RegionsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_REGIONS_H
#define FENCEPOST_SYMBOLIC_REGIONS_H

#include "fencepost/Symbolic/Evaluator.h"
#include "fencepost/View/Boundaries.h"
#include <map>

namespace fencepost::sym {

struct RegionEdge {
  uint32_t To; ///< Node.
  TermId Condition;
};

struct RegionNode {
  view::BlockId Block = 0;
  uint32_t First = 0, End = 0; ///< Events of the block that belong to it.
  bool Passed = false;         ///< At its start: the wait has been passed.
  CopyId Copy = RootCopy;
  TermId Reach = TermTable::False;  ///< From the region's start.
  TermId Epoch;                     ///< ordersWave() events before it.
  bool IsHeader = false;            ///< Edges back to it were cut.
  bool AfterNamedOrCluster = false; ///< mayOrder() events may come before it.
  llvm::SmallVector<RegionEdge, 2> Next;
};

struct Region {
  std::optional<view::Site> Start; ///< A signal; none: the entry.
  llvm::SmallVector<view::LoopId, 4> Around;
  std::vector<RegionNode> Nodes; ///< In topological order.
  bool IsComplete = true;        ///< No limit was hit.

  void addNode(view::BlockId Block, uint32_t First, bool Passed, CopyId Copy);
};

class RegionBuilder {
public:
  RegionBuilder(Evaluator &Eval, const view::Boundaries &Bounds);
  /// The entry, then every signal in the order of blocks.
  std::vector<std::optional<view::Site>> starts() const;
  Region build(std::optional<view::Site> Start);
  /// A region with more nodes is not followed further and is not complete.
  size_t MostNodes = 100000;

private:
  using Key = std::tuple<view::BlockId, bool, CopyId, uint32_t>;

  bool findFree(view::LoopId Loop) const;
  bool hasWait(view::BlockId Block) const;
  bool hasFence(view::LoopId Loop) const;
  uint32_t node(Region &R, view::BlockId Block, bool Passed, CopyId Copy,
                uint32_t First);
  void follow(Region &R, uint32_t Node);
  CopyId copyAcross(const Region &R, view::BlockId From, view::BlockId To,
                    CopyId Copy);
  void sortNodes(Region &R);
  void evaluate(Region &R);

  Evaluator &Eval;
  const view::Boundaries &Bounds;
  IdVector<view::LoopId, bool> Free;
  std::map<Key, uint32_t> Known; ///< Nodes of the region being built.
};

} // namespace fencepost::sym

#endif
