//===- BarrierFences.h - Races caused by missing fences of barriers -------===//
// A barrier alone orders execution, not memory: an access before it is ordered
// with one after it only by a release fence before the signal and an acquire
// fence after the wait, at work-group scope and for the address space of the
// data (docs/model.md M7, M4). Barriers that lack these fences on some path,
// for one address space, are made transparent, and races (Races.h) are searched
// again in that space; the replay counts exactly which fences lie between. A
// race that is found only then is caused by the missing fences of a barrier,
// which the finding names.
//
// Explicit waits of the program (s.waitcnt) are not fences.
// Tested by unittests/Check/BarrierFencesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_BARRIERFENCES_H
#define FENCEPOST_CHECK_BARRIERFENCES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// The fences of a barrier for one address space.
struct BarrierFences : sim::FenceState {
  bool complete() const { return Released && Acquired; }
};

/// The operations on the work-group barrier: every signal with the waits that
/// may belong to it, in program order.
std::vector<std::set<view::Site>> findBarrierGroups(const view::SyncView &View);

/// For every operation on the work-group barrier; the operations of a split
/// barrier share one answer.
std::map<view::Site, BarrierFences> findFences(const view::SyncView &View,
                                               AddressSpace Space);

/// Races that are not in \p Known and that fences would prevent.
std::vector<Defect> findFenceFaults(sym::Analysis &Context,
                                    llvm::ArrayRef<Defect> Known);

} // namespace fencepost::check

#endif
