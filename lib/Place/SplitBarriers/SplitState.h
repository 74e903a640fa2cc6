//===- SplitState.h - Split-barrier phases of program points --------------===//
// A split barrier is a signal and a wait; what is between them runs while the
// barrier is in flight (spec/000, "s_barrier GFX12"; spec/004). The state of a
// kernel is one phase state for each *cell*: an event, or the beginning or end
// of a block. A cell is idle, or in flight after the last chosen barrier
// (After), or before the next one (Before). Signals and waits follow from the
// cells on both sides of a *gap* and from whether a barrier was chosen there.
// So they alternate on every path by construction, and at most one phase is in
// flight (docs/model.md B3).
//
// Cells between which nothing can be inserted (divergent code, accesses of one
// instruction) form one *split group*. Groups with existing barriers or opaque
// events stay idle.
// Tested by unittests/Place/SplitBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_SPLITBARRIERS_SPLITSTATE_H
#define FENCEPOST_LIB_PLACE_SPLITBARRIERS_SPLITSTATE_H

#include "fencepost/Place/SplitBarriers.h"
#include "fencepost/View/FlowGraph.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::place {

enum class PhaseState : uint8_t { Idle, After, Before };

/// The barrier in a gap, if one was chosen there.
struct ChosenBarrier {
  bool IsChosen = false;
  bool Completes = false; ///< Transfers must be complete before it.
};

/// What stands in a gap between a cell in flight \p From and one in flight
/// \p To, where a barrier was chosen or not.
llvm::SmallVector<SplitPart, 2>
partsBetween(PhaseState From, ChosenBarrier Barrier, PhaseState To);

using CellId = StrongId<struct CellTag>;
using SplitGroupId = StrongId<struct SplitGroupTag>;

class SplitState {
public:
  /// \p CompleteAt: barriers at which transfers must be complete.
  SplitState(const view::SyncView &Original, const SlottedView &Slotted,
             const Placement &Placement,
             const std::set<CandidateId> &CompleteAt);

  // Cells of a block: its beginning, its events, its end. Gap J is before cell
  // J + 1 of its block, so before event J of the original.
  unsigned numEvents(view::BlockId B) const { return Events[B].size(); }
  CellId cell(view::BlockId B, unsigned Index) const {
    return CellId(First[B] + Index);
  }
  CellId first(view::BlockId B) const { return CellId(First[B]); }
  CellId last(view::BlockId B) const { return CellId(First[B + 1] - 1); }
  static CellId next(CellId C) { return CellId(C.index() + 1); }
  SplitGroupId group(CellId C) const { return Group[C.index()]; }
  /// Events of the view with slots.
  llvm::ArrayRef<uint32_t> events(view::BlockId B) const { return Events[B]; }

  unsigned numGroups() const { return Members.size(); }
  llvm::ArrayRef<CellId> members(SplitGroupId U) const {
    return Members[U.index()];
  }
  bool isPinned(SplitGroupId U) const { return Pinned[U.index()]; }
  view::BlockId blockOf(CellId C) const { return Home[C.index()]; }
  /// Accesses and transfers in it, by how often they are expected.
  double work(SplitGroupId U) const { return Work[U.index()]; }

  PhaseState state(CellId C) const { return groupState(group(C)); }
  PhaseState groupState(SplitGroupId U) const { return State[U.index()]; }
  void set(SplitGroupId U, PhaseState To) { State[U.index()] = To; }
  /// Loops that may get a signal before them and a wait after them.
  void allowAround(view::LoopId L) { Around.insert(L); }
  void forbidAround(view::LoopId L) { Around.erase(L); }

  bool hasBarrier(view::BlockId B, unsigned Gap) const {
    return Barriers.count({B, Gap}) != 0;
  }
  /// Whether what is beside \p U goes with its state.
  bool isLegal(SplitGroupId U) const;
  llvm::SmallVector<SplitPart, 2> parts(view::BlockId B, unsigned Gap) const;
  llvm::SmallVector<SplitPart, 2> partsOnEdge(view::BlockId From,
                                              view::BlockId To) const;
  /// Of all groups in flight.
  double slack() const;
  /// All parts, in the order of blocks.
  std::vector<SplitGap> gaps() const;

private:
  void makeCells(const Placement &Placement,
                 const std::set<CandidateId> &CompleteAt);
  void unite(CellId A, CellId B);
  CellId leader(CellId C);
  void makeGroups();
  void pin(const Placement &Placement);
  bool mayStandOnEdge(view::BlockId From, view::BlockId To) const;
  bool mayFollow(PhaseState From, ChosenBarrier Barrier, PhaseState To) const;
  bool mayFollowOnEdge(view::BlockId From, view::BlockId To) const;
  bool isLegalAround(CellId C) const;

  const view::SyncView &View; ///< With slots.
  const SlottedView &Slotted;
  view::Graph Shape;
  std::vector<InsertionPoint> Origin; ///< By block.
  std::vector<std::vector<uint32_t>> Events;
  std::vector<uint32_t> First; ///< One more than there are blocks.
  std::vector<view::BlockId> Home;
  std::map<std::pair<view::BlockId, unsigned>, ChosenBarrier>
      Barriers; ///< By gap.
  std::vector<CellId> Parent;
  std::vector<SplitGroupId> Group;
  std::vector<std::vector<CellId>> Members;
  std::vector<bool> Pinned;
  std::vector<double> Work;
  std::vector<PhaseState> State;
  std::set<view::LoopId> Around;
};

} // namespace fencepost::place

#endif
