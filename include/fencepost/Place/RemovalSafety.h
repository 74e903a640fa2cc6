//===- RemovalSafety.h - What an existing barrier orders besides LDS ------===//
// New barriers are placed for LDS. A barrier that is removed may also have
// ordered global memory among the waves of its work-group, or have passed on
// what another work-group released. So where barriers may be removed, accesses
// to global memory count like accesses to LDS, pointers that may alias are
// assumed to, and kernels that synchronize with other work-groups are refused.
// But two accesses to global memory that the kernel itself leaves unordered on
// a path need not be ordered: the programmer knows more about the pointers.
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
