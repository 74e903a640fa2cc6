//===- Async.h - Transfers that are used before they are complete --------===//
// An async load or store is complete only behind a wait for a mark that follows
// it (spec/003; docs/model.md M19, M20). Until then its thread may not touch
// what it writes nor write what it reads; and other waves are ordered behind it
// only by a barrier whose signal comes after that wait: a wait behind the
// barrier completes the transfers of its own wave alone.
//
// All threads of a work-group are run concretely (ThreadInterpreter.h) with a
// few launches that differ in their arguments, and every two touches of a
// common byte are compared; so counts are exact around back edges, and a ring
// buffer that reads one slot while the next is filled is none. Whether a
// finding is an error is judged by how many launches show it, and by what the
// addresses and the way there depend on. What a barrier does not order even if
// transfers complete at once is a race (Races.h), and is not told again.
//
// LDS DMA that is not async needs none of this: LLVM inserts the waits
// (spec/002, "Memory Model"). Waits of the machine count as well:
// s_wait_asynccnt, s_wait_tensorcnt, and s_waitcnt with vmcnt 0.
//
// Where the tensor data mover reads and writes is in a descriptor that is not
// looked into. LDS that is read and that nothing else in the kernel fills must
// be what tensor loads fill: it is read too early if none of those that come
// before is complete.
//
// Not seen: which of several tensor loads fills what; transfers of waves that
// only named or cluster barriers order; other work-groups.
// Tested by unittests/Check/AsyncTest.cpp and TensorTest.cpp, and on random
// views against a naive interpreter by unittests/Check/RandomAsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_ASYNC_H
#define FENCEPOST_CHECK_ASYNC_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// AsyncNotComplete, at most one per access that comes too early, in the order
/// of these; if there is no error among them, AsyncNeedless.
std::vector<Defect> findAsync(sym::Analysis &Context);

/// AsyncNotComplete: First is the access that is too early, Second the
/// transfer.
std::vector<Defect> findNotComplete(sym::Analysis &Context);

/// AsyncNeedless: waits that never block, and marks that no such wait follows.
std::vector<Defect> findNeedlessAsync(const view::SyncView &View);

/// AsyncNotComplete of tensor transfers, whose bytes are not known.
std::vector<Defect> findTensorNotComplete(sym::Analysis &Context);

/// Whether \p E is a transfer that only marks and waits complete.
bool isAsyncTransfer(const view::Event &E);

/// Whether the tensor data mover does it: its bytes are in a descriptor.
bool isTensorTransfer(const view::Event &E);

/// What a wait of the machine does to transfers that are not complete.
struct MachineWaitEffect {
  bool Async = false, Tensor = false; ///< Which it waits for.
  uint32_t Left = 0;                  ///< So many of these stay outstanding.
  bool InDoubt = false;               ///< It may wait for more of them.
};

/// s_wait_asynccnt, s_wait_tensorcnt, s_wait_idle, s_waitcnt with vmcnt; no
/// effect for others.
MachineWaitEffect effectOf(llvm::StringRef MachineWait);

} // namespace fencepost::check

#endif
