//===- LowerBoundWitnesses.h - Executions that need barriers --------------===//
// All threads are run with a few values of the arguments and of unknown values;
// accesses that collide show what every placement needs.
// Tested by unittests/Certificate/VerifierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_RESULT_LOWERBOUNDWITNESSES_H
#define FENCEPOST_LIB_PLACE_RESULT_LOWERBOUNDWITNESSES_H

#include "fencepost/Certificate/Certificate.h"
#include "fencepost/Place/Placement.h"

namespace fencepost::place {

/// A path that every placement must meet, in candidates of a slotted view.
struct LowerBoundWitness {
  CandidateSet Slots;
  certificate::BoundPath Execution;
};

struct WitnessLimits {
  unsigned Runs = 400;      ///< Executions.
  uint64_t Steps = 3000000; ///< Blocks entered in all of them.
};

/// Needs that executions show, until a cheapest choice for them costs
/// \p Target.
std::vector<LowerBoundWitness>
findLowerBoundWitnesses(const view::SyncView &View, const SlottedView &Slotted,
                        PlaceMode Mode, const PlacementCost &Target,
                        WitnessLimits Limits = {});

} // namespace fencepost::place

#endif
