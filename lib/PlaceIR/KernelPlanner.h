//===- KernelPlanner.h - The plan for one kernel --------------------------===//
// Asks for a placement (Place/Placement.h), has it checked
// (Place/PlacementCheck.h) and makes a plan of it (PlannedChanges.h), or says
// why there is none.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_KERNELPLANNER_H
#define FENCEPOST_LIB_PLACEIR_KERNELPLANNER_H

#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost::placeir {

/// Says why a plan with named barriers is not right; nothing if it is.
using TryPlan =
    llvm::function_ref<std::optional<NoNamedReason>(const PlannedChanges &)>;

/// Fills in what \p Kernel, of which the view is there, is to become.
void planKernel(KernelPlacement &Kernel, const place::PlaceOptions &Options,
                TryPlan Try, std::vector<Refusal> &Refusals);

/// Whether what was planned for \p Before, which is used up, is right for
/// \p Kernel as well: then it is filled in.
bool reusePlan(KernelPlacement &Kernel, KernelPlacement &&Before,
               const place::PlaceOptions &Options);

/// \p Location, or that of the kernel if it is unknown.
Refusal refusal(const KernelPlacement &Kernel,
                const view::SourceLocation &Location, RefusalReason Why);

} // namespace fencepost::placeir

#endif
