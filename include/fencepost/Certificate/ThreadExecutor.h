//===- ThreadExecutor.h - Concrete execution of one thread ----------------===//
// The simplest possible interpreter: every value of a block is computed when
// the block is entered; arguments and outcomes of unknown values are given. It
// records the blocks that the thread enters and its accesses of LDS. Accesses
// outside their object are ignored.
// Tested by unittests/Certificate/ThreadExecutorTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_THREADEXECUTOR_H
#define FENCEPOST_CERTIFICATE_THREADEXECUTOR_H

#include "fencepost/Certificate/Certificate.h"

namespace fencepost::certificate {

/// An access of LDS of which the bytes are known.
struct ExecutedAccess {
  view::AccessSite Site;
  uint64_t Address = 0;
  std::optional<uint64_t> Stored; ///< If that is known.
  uint32_t Step = 0;              ///< Of Play::Blocks.
};

struct ThreadExecution {
  std::vector<view::BlockId> Blocks;
  std::vector<ExecutedAccess> Accesses;
  /// Unknown values that were asked for: in which order, and how often.
  std::vector<UnknownOutcome> Unknowns;
  bool HasEnded = false;
};

class ThreadExecutor {
public:
  explicit ThreadExecutor(const view::SyncView &View);
  /// Runs thread number \p Thread for at most \p MaxSteps blocks.
  ThreadExecution run(const BoundExecution &Execution, uint32_t Thread,
                      uint32_t MaxSteps) const;

private:
  class Run;
  const view::SyncView &View;
  /// Values by the block they are computed in; the last are those of none.
  std::vector<std::vector<view::ValueId>> ByBlock;
};

/// Whether the two access a common byte so that their order matters: one of
/// them writes, not both are atomic, and they do not store the same.
bool collide(const view::SyncView &View, const ExecutedAccess &A,
             const ExecutedAccess &B);

} // namespace fencepost::certificate

#endif
