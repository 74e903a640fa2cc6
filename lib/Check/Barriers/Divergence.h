//===- Divergence.h - Barriers that not all threads reach -----------------===//
// All waves of a work-group must execute the same operations on its barrier,
// and all lanes of a wave the same instructions (docs/model.md B1, B2).
// Divergent branches of a work-group are examined if a barrier lies before the
// point where their paths join. The solver finds two threads that diverge, and
// these are run concretely: lanes of one wave that reach different barriers, or
// waves that execute different sequences of barrier operations, are an error.
// Waves that only reach the same sequence at different instructions (ping-pong)
// are not.
//
// Also here: signals and waits that do not alternate on some path.
// Branches on unknown values give only possible findings. Not seen: named and
// cluster barriers.
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
