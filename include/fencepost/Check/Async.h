//===- Async.h - Transfers that are used before they are complete --------===//
// An async load or store is complete only after a wait for a mark that follows
// it (spec/003; docs/model.md M19, M20). Until then its thread may neither
// access the transfer's destination nor write its source. Other waves are
// ordered after it only by a barrier whose signal follows that wait: a wait
// after the barrier completes the transfers of its own wave alone.
//
// All threads of a work-group are run concretely (ThreadInterpreter.h) in a few
// launches that differ in their arguments, and every two accesses to a common
// byte are compared. So counts are exact around back edges, and a ring buffer
// that reads one slot while the next is filled gives no finding. A finding is
// an error or possible, depending on how many launches show it and on what the
// addresses and the path conditions depend on. Accesses that would be unordered
// even if transfers completed at once are a race (Races.h) and are not reported
// again.
//
// LDS DMA that is not async needs none of this: LLVM inserts the waits
// (spec/002, "Memory Model"). Waits of the machine count as well:
// s_wait_asynccnt, s_wait_tensorcnt, and s_waitcnt with vmcnt 0.
//
// The descriptor that says where the tensor data mover reads and writes is not
// decoded. LDS that is read and that nothing else in the kernel writes must be
// filled by tensor loads: it is read too early if no earlier tensor load is
// complete.
//
// Not seen: which of several tensor loads fills which LDS; transfers of waves
// that only named or cluster barriers order; other work-groups.
// Tested by unittests/Check/AsyncTest.cpp and TensorTest.cpp, and on random
// views against a naive interpreter by unittests/Check/RandomAsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_ASYNC_H
#define FENCEPOST_CHECK_ASYNC_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"
#include "fencepost/View/Transfers.h"

namespace fencepost::check {

/// AsyncNotComplete, at most one per access that comes too early, in the order
/// of these; if there is no error among them, AsyncNeedless.
std::vector<Defect> findAsync(sym::Analysis &Context);

/// AsyncNotComplete: First is the access that is too early, Second the
/// transfer.
std::vector<Defect> findNotComplete(sym::Analysis &Context);

/// AsyncNeedless: waits that never block, and marks that no such wait follows.
std::vector<Defect> findNeedlessAsync(const view::SyncView &View);

/// AsyncNotComplete of tensor transfers, whose access ranges are unknown.
std::vector<Defect> findTensorNotComplete(sym::Analysis &Context);

} // namespace fencepost::check

#endif
