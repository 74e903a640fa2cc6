//===- ModulePlacement.h - Barriers for the kernels of a module -----------===//
// What `fencepost place` and the pass of opt do between reading and writing:
// views of all kernels are made, a placement is chosen for each
// (Place/Placement.h) and written into the module (AnchoredPlan). Where a
// position is inside a function that a kernel calls, those calls are inlined in
// the module first, and everything is done again. If one kernel is refused, no
// barrier is placed in any. Waves that fill LDS for others get named barriers
// where the processor has them, if the resulting kernel satisfies the checker;
// otherwise barriers of the work-group. The written module is verified once
// more (PlacedProblems).
// Tested by unittests/PlaceIR/ModulePlacementTest.cpp and test/place.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACEIR_MODULEPLACEMENT_H
#define FENCEPOST_PLACEIR_MODULEPLACEMENT_H

#include "fencepost/Place/SplitBarriers.h"
#include "fencepost/PlaceIR/BlockLocations.h"
#include "fencepost/PlaceIR/PlannedChanges.h"
#include "fencepost/PlaceIR/Refusal.h"

namespace fencepost {
class IRSource;
} // namespace fencepost

namespace fencepost::placeir {

struct PlacementOptions {
  ir::ViewOptions View;
  place::PlaceOptions Place;
  /// Only barriers of the work-group are placed: certificates are about these.
  bool IsCertified = false;
};

struct KernelPlacement {
  view::SyncView View;                ///< Before anything was placed.
  std::vector<BlockLocations> Blocks; ///< Of View.
  place::SlottedView Slotted;
  place::Placement Placement;
  /// Where signals and waits stand, if the processor has them.
  std::optional<place::SplitPlacement> Split;
  PlannedChanges Plan;
  /// Why it has no named barriers, though the processor has.
  std::optional<NoNamedReason> WhyNoNamedBarriers;
  /// It needs nothing, by more than barriers of the work-group.
  bool LeftUnchanged = false;
  /// What barriers cannot help with.
  std::vector<PlacementNote> Notes;
};

/// The view of which barriers order the accesses: that of a kernel with all its
/// LDS in one object, or, where barriers may go, with all memory in LDS.
view::SyncView viewToPlaceIn(const view::SyncView &View, place::PlaceMode Mode);

struct ModulePlacement {
  std::vector<KernelPlacement> Kernels; ///< In the order of the module.
  std::vector<Refusal> Refusals; ///< If there are any, nothing is to be used.
  bool Changed = false;          ///< The module is not what it was.
};

/// Places barriers in the kernels of \p M. Errors are those of
/// buildSyncViews() and requireProcessors().
llvm::Expected<ModulePlacement> placeBarriers(llvm::Module &M,
                                              const PlacementOptions &Options,
                                              ir::PlaceOf Where);

/// The same for the module of \p Source, with places in its text.
llvm::Expected<ModulePlacement> placeBarriers(const IRSource &Source,
                                              const PlacementOptions &Options);

} // namespace fencepost::placeir

#endif
