//===- RemovalSafety.h - What an existing barrier orders besides LDS ------===//
// New barriers are placed for LDS. A barrier that is taken away may also have
// ordered global memory among the waves of its work-group, or have passed on
// what another work-group released. So where barriers may go, accesses to
// global memory count as accesses to LDS do, pointers that may point to the
// same memory are taken to do so, and kernels that synchronize with other
// work-groups are refused. But what the kernel does not order in global memory,
// on the way from one access to the other, need not be ordered: it knows of its
// pointers what cannot be seen.
// Tested by unittests/Place/RemovalSafetyTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_REMOVALSAFETY_H
#define FENCEPOST_PLACE_REMOVALSAFETY_H

#include "fencepost/View/FlowGraph.h"

namespace fencepost::place {

/// An access of \p View, or a fence, by which work-groups may synchronize.
std::optional<view::Site> findInterGroupSync(const view::SyncView &View);

/// \p View with all memory in LDS.
view::SyncView withAllMemoryInLds(const view::SyncView &View);

/// The objects of withAllMemoryInLds() that are in global memory.
std::vector<bool> findGlobalObjects(const view::SyncView &View);

/// Whether a barrier may have global memory of \p View to order.
bool mayOrderGlobalMemory(const view::SyncView &View);

} // namespace fencepost::place

#endif
