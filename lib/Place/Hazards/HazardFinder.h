//===- HazardFinder.h - Pairs that chosen barriers leave unordered --------===//
// With some barriers chosen, two accesses of LDS are a hazard if threads of
// different waves can access the same byte, not both reading, and a path leads
// from one to the other without a barrier that orders. The candidates on this
// path are a need: at least one of them must be chosen. What the checker calls
// possible (an unknown address) is a hazard as well, for a placement has to be
// right for all values.
//
// Pairs that no candidate can come between (one after the other under a
// divergent condition) are races whatever is placed, and are listed apart.
// Tested by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_HAZARDFINDER_H
#define FENCEPOST_LIB_PLACE_HAZARDS_HAZARDFINDER_H

#include "AllowedChanges.h"
#include "Hazards/BarrierFreePaths.h"
#include "fencepost/Place/Hazard.h"

namespace fencepost::place {

class HazardFinder {
public:
  HazardFinder(const SlottedView &Slotted, AllowedChanges Allowed);
  /// Slots can be chosen, and existing barriers order.
  explicit HazardFinder(const SlottedView &Slotted)
      : HazardFinder(Slotted,
                     {.Existing = std::vector<BarrierRole>(
                          Slotted.Existing.size(), BarrierRole::Orders)}) {}

  /// Hazards that \p Chosen leaves: some, if there are any; the path of none
  /// contains that of another. What a few values do not show is asked about
  /// only if they show no hazard at all: much of it lies after barriers then.
  std::vector<Hazard> find(llvm::ArrayRef<CandidateId> Chosen);
  /// Hazards that no candidate can order, as far as they were come across.
  std::vector<Hazard> unplaceable() const;
  /// Empty: all of the kernel was looked at.
  const std::set<PlacementProblem> &problems() const { return Problems; }

  // What it is made of, for what asks about the same kernel.
  const SlottedView &slotted() const { return Slotted; }
  const view::SyncView &view() const { return Slotted.View; }
  sym::Analysis &facts() { return Facts; }
  CarriedOverlap &overlaps() { return Overlap; }
  const BarrierMap &map() const { return Map; } ///< With what was chosen last.
  llvm::ArrayRef<view::AccessSite> accesses() const { return Accesses; }
  const ForwardUnfolding &unfolding(view::BlockId Block);

private:
  void findFrom(view::AccessSite A, Effort Worth, std::vector<Hazard> &Out);
  bool visit(view::AccessSite A, PathSearch &From,
             const PathSearch::Stop &Reached, Effort Worth,
             std::vector<Hazard> &Out);
  std::optional<Hazard> certified(view::AccessSite A, PathSearch &From,
                                  const PathSearch::Stop &Reached, Effort Worth,
                                  sym::Answer Reply);

  const SlottedView &Slotted;
  sym::Analysis Facts;
  CarriedOverlap Overlap;
  BarrierMap Map;
  std::vector<view::AccessSite> Accesses;
  std::map<view::BlockId, ForwardUnfolding> Unfoldings;
  std::map<std::pair<view::AccessSite, view::AccessSite>, Hazard> Unplaceable;
  std::set<PlacementProblem> Problems;
};

} // namespace fencepost::place

#endif
