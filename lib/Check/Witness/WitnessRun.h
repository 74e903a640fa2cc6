//===- WitnessRun.h - What the writers of a race's witness share ----------===//
// Functions that take the steps of a witness (WitnessSteps.h) from traces:
// races that two threads show, and races that need all waves
// (WitnessSimulation.cpp), are written in the same steps.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_WITNESS_WITNESSRUN_H
#define FENCEPOST_LIB_CHECK_WITNESS_WITNESSRUN_H

#include "fencepost/Check/WitnessSteps.h"

namespace fencepost::check {

sim::ThreadId idOf(const sim::Actor &A);
view::AccessSite siteOf(const Defect &F, unsigned Access);

/// The access of the witness among all that its thread made.
const sim::AccessRecord *findAccess(const view::SyncView &View,
                                    const sim::Trace &T, const Defect &F,
                                    unsigned Access);

/// True if \p E is part of the steps even if it is no access of the witness.
bool matters(const view::Event &E);

/// Adds \p Step if it says something new; false if there are too many, or it
/// is not understood.
bool addStep(const view::SyncView &View, WitnessStep Step, WitnessThread &To);

/// The steps of a defect that only a simulation of all waves shows
/// (Defect::IsSimulated).
std::optional<WitnessSteps> simulatedSteps(const view::SyncView &View,
                                           const Defect &F);

} // namespace fencepost::check

#endif
