//===- Divergence.h - Barriers that not all threads come to --------------===//
// All waves of a work-group must execute the same operations on its barrier,
// and all lanes of a wave the same instructions (docs/model.md B1, B2).
// Branches that threads of a work-group can take differently are looked at if a
// barrier lies before the point where their ways join. Two threads that do part
// are found by the solver and run concretely: lanes of one wave that come to
// different barriers, or waves that execute different sequences of operations,
// are an error. Waves that only swap the places of their barriers (ping-pong)
// are none.
//
// Also here: signals and waits that do not alternate on some path.
// Not seen: branches on values that are not known are only possible findings;
// named and cluster barriers.
// Tested by unittests/Check/DivergenceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_BARRIERS_DIVERGENCE_H
#define FENCEPOST_LIB_CHECK_BARRIERS_DIVERGENCE_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// DivergentBarrier, LoopBoundsDiffer, ExitBeforeBarrier; one per barrier.
std::vector<Defect> findDivergence(sym::Analysis &Context);

/// SignalTwice, WaitWithoutSignal, SignalWithoutWait; one per operation.
std::vector<Defect> findMismatches(sym::Analysis &Context);

} // namespace fencepost::check

#endif
