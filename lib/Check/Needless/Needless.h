//===- Needless.h - Barriers and fences that a kernel does not need ------===//
// Performance advice, enabled by -Wperf. Calling a needed barrier needless is
// the worst possible mistake, so every unknown keeps the barrier; missing a
// needless one costs little.
//
// *Barriers.* A barrier can be removed if no two accesses of different threads
// that it alone separates may access the same byte with at least one write
// (NeedlessCrossing.cpp). Atomics count like other accesses: they do not race,
// but the values that they read depend on the barrier. A barrier also stays if
//  - an access by which work-groups may synchronize (atomic beyond the
//    work-group, volatile, or polled) is on one side and any access to global
//    memory on the other: the barrier extends a release or acquire to other
//    threads;
//  - another kind of barrier, the completion of an asynchronous transfer, or an
//    opaque event is in a region with it;
//  - not all threads are proved to reach it, or other barriers rely on its
//    fences.
// Pointer arguments that are not noalias may alias here, unlike in Races.h. Two
// lanes of one wave are treated like any two threads; only if the work-group is
// one wave, a wave barrier between the fences is sufficient. Barriers are
// examined in program order, with the removable ones before already removed:
// all the advice can be followed at once.
//
// *Fences.* A fence can be removed with its barrier if no operation is left
// that it pairs with (NeedlessFences.cpp), or by itself if an adjacent fence is
// as strong or if nothing is accessed on one side of it. Its scope is too wide
// if it is beyond the work-group, for global memory, and nothing in the kernel
// synchronizes with other work-groups. Fences at work-group scope around a
// needed barrier are kept even if they order more address spaces than
// necessary: HIP's __syncthreads and plain OpenCL barriers consist of them,
// they cost nothing on many targets, and nearly every kernel would have such a
// finding.
//
// Messages about fences name their instructions, for the processor of the view
// in its default mode (no cumode, no tgsplit).
//
// Not examined: kernels with an error of synchronization, which has to be
// repaired first; named and cluster barriers; the ordering of atomics
// themselves.
// Tested by unittests/Check/NeedlessTest.cpp, RandomNeedlessTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESS_H
#define FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

struct NeedlessLimits {
  uint64_t Pairs = 2000000;  ///< Pairs of accesses compared.
  unsigned Questions = 1000; ///< Solver queries.
  size_t Nodes = 2000;       ///< Of one region.
  uint64_t Steps = 10000000; ///< Blocks visited for branches and fences.
};

/// NeedlessBarrier and NeedlessFence, in program order. \p Known are the other
/// defects of the kernel. If a limit was hit, one Unknown defect says so.
std::vector<Defect> findNeedless(sym::Analysis &Context,
                                 llvm::ArrayRef<Defect> Known,
                                 NeedlessLimits Limits = {});

} // namespace fencepost::check

#endif
