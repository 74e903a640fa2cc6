//===- Hazard.h - Pairs of accesses that need a barrier -------------------===//
// What lib/Place/Hazards finds: two accesses that a choice of barriers leaves
// unordered, with the candidates of which one has to be chosen.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_HAZARD_H
#define FENCEPOST_PLACE_HAZARD_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Place/SlottedView.h"

namespace fencepost::place {

/// Sorted, each candidate once, not empty.
using CandidateSet = std::vector<CandidateId>;

struct Hazard {
  view::AccessSite From, To; ///< In the view with slots; From comes first.
  view::ConflictKind Conflict = view::ConflictKind::WriteRead;
  CandidateSet Slots;                ///< Candidates on the path.
  std::vector<view::BlockId> Blocks; ///< Of the path, both ends included.
  /// Some values lead to it; if not, that was not decided.
  bool IsReported = true;
  /// The same with values of arguments and sizes alone.
  bool IsCertain = true;
};

enum class PlacementProblemKind : uint8_t {
  IrreducibleControlFlow,
  OpaqueEvent,
  NonUniformBarrier,
  NamedOrClusterBarrier,
};

/// Why a kernel cannot be placed in, and where in the view with slots: at an
/// event, or in a block.
struct PlacementProblem {
  view::BlockId Block = view::None;
  uint32_t Event = view::None;
  PlacementProblemKind Kind = PlacementProblemKind::OpaqueEvent;
  auto operator<=>(const PlacementProblem &) const = default;
};

} // namespace fencepost::place

#endif
