//===- SlottedView.h - Positions for barriers -----------------------------===//
// A barrier may be inserted where all waves of a work-group arrive the same
// number of times: in blocks that no divergent branch decides about, and on
// edges between them; but not between a signal and a wait that stay, for a
// barrier has one phase at a time (docs/model.md B3). Between two accesses of
// LDS all positions are equivalent, so one *slot* is sufficient: before every
// access, before every existing signal, and at the end of every block. Edges
// from a branch to a join become blocks of their own.
//
// Existing barriers of the work-group are listed, too: a signal and the waits
// that may belong to it are one.
//
// The result is a view in which every slot is a barrier event with its fences.
// Which of them exist is asked later, by looking through the others
// (view::Boundaries::Transparent), so that one set of terms and one solver
// serve every choice.
// Tested by unittests/Place/SlottedViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_SLOTTEDVIEW_H
#define FENCEPOST_PLACE_SLOTTEDVIEW_H

#include "fencepost/Check/BarrierFences.h"
#include "fencepost/Support/StrongId.h"

namespace fencepost::place {

using SlotId = StrongId<struct SlotTag>;
/// A slot or an existing barrier; SlottedView converts.
using CandidateId = StrongId<struct CandidateTag>;
static_assert(!std::is_convertible_v<SlotId, CandidateId>);

/// A place of the original view: before event Event of Block (its end, if it
/// has no such event), or on the edge from Block to EdgeTo.
struct InsertionPoint {
  view::BlockId Block = 0;
  uint32_t Event = 0;
  view::BlockId EdgeTo = view::None;
  auto operator<=>(const InsertionPoint &) const = default;
};

struct Slot {
  InsertionPoint Point; ///< In the original view.
  view::Site InView;    ///< Its barrier in the view with slots.
  unsigned Depth = 0;   ///< Loops around it.
  double Frequency = 1;
  /// An existing signal may have been given, and its wait not passed: a barrier
  /// may stand here only if these go.
  bool IsInSplit = false;
  /// To and from LDS, in its block or the one that its edge leaves.
  unsigned TransfersBefore = 0;
};

/// A barrier of the work-group that the kernel has.
struct ExistingBarrier {
  std::set<view::Site> Parts; ///< Signals and waits, in the view with slots.
  std::vector<InsertionPoint> Points; ///< The same in the original view.
  /// Fences that cover LDS and reach the work-group, on every path.
  check::BarrierFences Fences;
  unsigned Depth = 0; ///< Of the deepest part.
  double Frequency = 1;
  bool IsUniform = true; ///< All waves reach it the same number of times.
};

struct SlottedView {
  view::SyncView View;
  std::vector<Slot> Slots;               ///< In the order of blocks and events.
  std::vector<ExistingBarrier> Existing; ///< In the order of the first parts.
  /// By block: uniformBlocks(), without those that the module has not.
  std::vector<bool> Uniform;
  /// Objects that are in global memory, where that counts as LDS
  /// (RemovalSafety.h).
  std::vector<bool> Global;
  /// Accesses of it have to be ordered only on paths on which a barrier is
  /// there.
  bool GlobalAsBefore = false;

  const Slot &slot(SlotId Id) const { return Slots[Id.index()]; }

  // Candidates: slots have the first numbers, existing barriers the next.
  size_t numCandidates() const { return Slots.size() + Existing.size(); }
  CandidateId candidate(SlotId Id) const { return CandidateId(Id.index()); }
  std::vector<CandidateId> candidates(llvm::ArrayRef<SlotId> Ids) const {
    std::vector<CandidateId> Result;
    for (SlotId Id : Ids)
      Result.push_back(candidate(Id));
    return Result;
  }
  CandidateId existingCandidate(unsigned Barrier) const {
    return CandidateId(Slots.size() + Barrier);
  }
  /// The slot that \p Id is, if it is one.
  std::optional<SlotId> slotOf(CandidateId Id) const {
    if (Id.index() >= Slots.size())
      return std::nullopt;
    return SlotId(Id.index());
  }
  /// The number of the existing barrier that \p Id is, if it is one.
  std::optional<unsigned> existingOf(CandidateId Id) const {
    if (Id.index() < Slots.size())
      return std::nullopt;
    return Id.index() - Slots.size();
  }

  bool isGlobal(view::AccessSite Access) const {
    uint32_t Object = Access.in(View).Object;
    return Object < Global.size() && Global[Object];
  }
};

/// Blocks that all waves enter the same number of times.
std::vector<bool> uniformBlocks(const view::SyncView &View);

/// The branch that waves take differently and that decides whether they reach
/// \p Block: the last one before it, or None.
view::BlockId divergentBranch(const view::SyncView &View, view::BlockId Block);

/// \p View with each edge from a branch to a join made a block, and for each
/// block what it was: a block (EdgeTo is None) or an edge.
view::SyncView splitEdges(const view::SyncView &View,
                          std::vector<InsertionPoint> &Origin);

SlottedView withSlots(const view::SyncView &View);

} // namespace fencepost::place

#endif
