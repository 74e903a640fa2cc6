//===- PlacementCheck.h - A placement put into the view, and checked ------===//
// The checker (Check/Check.h), which knows nothing of placements, is asked
// about the placed view (PlacedView.h). Errors about LDS and barriers that it
// still finds are listed. Where two accesses of LDS race within a wave, as far
// as the checker can tell, a fence at wavefront scope is put before the later
// one: it is no instruction (spec/002, "Memory Model Code Sequences", wavefront
// rows; docs/model.md B1).
// Tested by unittests/Place/PlacementCheckTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PLACEMENTCHECK_H
#define FENCEPOST_PLACE_PLACEMENTCHECK_H

#include "fencepost/Place/PlacedView.h"

namespace fencepost::place {

struct CheckedPlacement {
  PlacementExtras Extras; ///< With the fences that the checker asked for.
  PlacedView Placed;
  std::vector<check::Defect> Defects; ///< Errors, in Placed.
  /// Accesses in Placed that may collide with themselves, by other threads:
  /// unknown values decide, and no barrier can order them.
  std::vector<view::AccessSite> WithThemselves;
};

/// What the checker says about a kernel as it is.
enum class UnmodifiedVerdict : uint8_t {
  NoDefect, ///< Nothing that barriers for LDS could do, not even possible.
  /// What else is possible are accesses that other barriers may order: these
  /// were simulated, and no error was found.
  NoDefectSimulated,
  Defective,
};
UnmodifiedVerdict judgeUnmodified(const view::SyncView &View);

/// The first operation on a barrier that is not the work-group's.
std::optional<view::Site> findNamedOrClusterBarrier(const view::SyncView &View);

/// Whether all that is known of \p F is that other barriers, which were
/// simulated, may order it.
bool isOnlySimulated(const check::Defect &F);

CheckedPlacement checkPlacement(const view::SyncView &Original,
                                const SlottedView &Slotted,
                                const Placement &Placement,
                                const SplitPlacement *Split = nullptr);

} // namespace fencepost::place

#endif
