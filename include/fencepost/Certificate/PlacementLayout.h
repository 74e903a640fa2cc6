//===- PlacementLayout.h - Where barriers may stand, and what they cost ---===//
// Computed for Verifier.h from nothing but the view. A new barrier may be
// inserted at any point that all waves pass the same number of times: before or
// after any event of a block about which no divergent branch decides, and on
// edges from a branch to a join; but not between the events of one instruction,
// nor between a signal and a wait that stay (docs/model.md B3).
// Tested by unittests/Certificate/PlacementLayoutTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_PLACEMENTLAYOUT_H
#define FENCEPOST_CERTIFICATE_PLACEMENTLAYOUT_H

#include "fencepost/Certificate/Certificate.h"
#include "fencepost/Check/BarrierFences.h"
#include "fencepost/View/SpinWaits.h"

namespace fencepost::certificate {

/// A barrier that the kernel has.
struct Existing {
  std::set<view::Site> Parts; ///< Signals and waits.
  bool IsFenced = false;      ///< On every path, for LDS and the work-group.
  bool IsUniform = false;
  Cost Stays, Repair;
};

/// Something that a placement can choose: a point, or an existing barrier (its
/// first operation).
struct CandidateSlot {
  bool Exists = false;
  BarrierPoint Point;
  auto operator<=>(const CandidateSlot &) const = default;
};

/// What lies between two accesses of a path.
struct Crossing {
  std::set<CandidateSlot> Candidates;
  bool IsOrdered = false; ///< By a barrier that stays whatever is chosen.
};

/// A part of a path: from point First of the first block to before event End of
/// the last.
struct CodeSpan {
  llvm::ArrayRef<view::BlockId> Blocks;
  uint32_t First = 0, End = 0;
};

class PlacementLayout {
public:
  PlacementLayout(const view::SyncView &View, CertifiedMode Mode);

  bool isUniform(view::BlockId Block) const { return Uniform[Block]; }
  /// Why no new barrier may stand at \p Point; nothing: it may.
  std::optional<std::string> objectionTo(BarrierPoint Point) const;
  Cost costOf(BarrierPoint Point) const;
  Cost costOf(const CandidateSlot &C) const;
  /// All points at which a new barrier may stand.
  const std::set<BarrierPoint> &points() const { return Points; }

  llvm::ArrayRef<Existing> existing() const { return ExistingBarriers; }
  /// The barrier that \p Position is an operation of.
  const Existing *existingAt(view::Site Position) const;

  Crossing crossed(const CodeSpan &Span) const;

private:
  void findUniform();
  void findPending();
  void findExisting();
  void findPoints();
  bool isBranch(view::BlockId Block) const;
  bool isSplitEdge(view::BlockId From, view::BlockId To) const;
  view::LoopId loopOf(BarrierPoint Point) const;
  double frequencyOf(BarrierPoint Point) const;
  std::vector<bool> pendingIn(view::BlockId Block) const;
  void pass(view::Site Position, bool &Signalled, Crossing &Out) const;
  void passPoint(BarrierPoint Point, Crossing &Out) const;

  const view::SyncView &View;
  CertifiedMode Mode;
  view::Graph Shape;
  view::SpinWaits Waits;
  std::vector<bool> Ends; ///< By block: a thread can get to an end from it.
  std::vector<bool> Uniform;
  std::vector<bool> Pending; ///< By block: a signal may be open at its start.
  std::vector<Existing> ExistingBarriers;
  std::set<BarrierPoint> Points;
};

} // namespace fencepost::certificate

#endif
