//===- Needless.h - Barriers and fences that a kernel does not need ------===//
// Advice for speed, asked for by -Wperf. That a needed barrier is called
// needless is the worst that can happen, so everything that is not known keeps
// it; that a needless one is not found costs little.
//
// *Barriers.* A barrier can go if no two accesses that it separates, and that
// no other barrier does, may touch the same byte with a write among them, in
// different threads (NeedlessCrossing.cpp). Atomics count like other accesses:
// they do not race, but what they read depends on the barrier. A barrier also
// stays if
//  - an access by which work-groups may synchronize (atomic beyond the
//    work-group, volatile, or polled) is on one side and any access to global
//    memory on the other: the barrier passes on what is released or acquired;
//  - another kind of barrier, the end of an asynchronous transfer, or anything
//    that is not understood is near;
//  - not all threads surely come to it, or its fences are all that other
//    barriers have.
// Pointer arguments that are not noalias may point to the same memory here,
// unlike in Races.h. Lanes of one wave count as any two threads. Only if the
// work-group is one wave, a wave barrier between the fences is enough.
// Barriers are looked at in program order, each with those before that can go
// already gone: following all the advice at once is right.
//
// *Fences.* A fence can go with its barrier if nothing is left that it pairs
// with (NeedlessFences.cpp), or by itself if a neighbour does its work or if
// nothing is accessed on one side of it. Its scope is too wide if it is beyond
// the work-group, for global memory, and nothing in the kernel synchronizes
// with other work-groups. Fences at work-group scope around a barrier that is
// needed are left alone even if they order more address spaces than they must:
// it is what HIP's __syncthreads and plain OpenCL barriers are made of, costs
// nothing on many targets, and would be a finding in nearly every kernel.
//
// Words about fences name their instructions, for the processor of the view in
// its usual mode (no cumode, no tgsplit).
//
// Not looked at: kernels with an error of synchronization, which is to be
// mended first; named and cluster barriers; ordering of atomics themselves.
// Tested by unittests/Check/NeedlessTest.cpp, RandomNeedlessTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESS_H
#define FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

struct NeedlessLimits {
  uint64_t Pairs = 2000000;  ///< Pairs of accesses looked at.
  unsigned Questions = 1000; ///< Put to the solver.
  size_t Nodes = 2000;       ///< Of one region.
  uint64_t Steps = 10000000; ///< Blocks walked through for branches and fences.
};

/// NeedlessBarrier and NeedlessFence, in program order. \p Known is what else
/// was found. What a limit left out is said by one finding that is Unknown.
std::vector<Defect> findNeedless(sym::Analysis &Context,
                                 llvm::ArrayRef<Defect> Known,
                                 NeedlessLimits Limits = {});

} // namespace fencepost::check

#endif
