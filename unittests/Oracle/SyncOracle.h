//===- SyncOracle.h - All threads run, all accesses compared --------------===//
// The naive meaning of a race in a work-group: every thread of the view is run,
// and any two accesses of different threads to a common byte, one of which
// writes, race unless something orders them. What orders them is a barrier that
// one thread arrives at after a release fence that follows its access, and that
// the other waits for before an acquire fence that precedes its own, where the
// fences reach the work-group and the memory (docs/model.md M7, M4). Lanes of a
// wave are ordered as well by fences and barriers in between (docs/model.md
// B1), and by executing one instruction. A transfer that completes later is an
// access from its beginning to the wait for its mark (docs/model.md M19, M20),
// to its own thread as well.
//
// Shares nothing with lib/Check. Not seen: other work-groups, named and cluster
// barriers, transfers whose bytes are in a descriptor.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_ORACLE_SYNCORACLE_H
#define FENCEPOST_UNITTESTS_ORACLE_SYNCORACLE_H

#include "OracleThread.h"
#include <set>

namespace fencepost::oracle {

/// Two accesses, by their numbers among the accesses of the view.
using Race = std::pair<uint32_t, uint32_t>;

/// \p Threads: what runThreads() says.
std::set<Race> findRaces(const view::SyncView &View,
                         const std::vector<Ran> &Threads);

/// Barriers by the sequence of operations that the threads of a work-group
/// come to: whether all sequences are the same.
bool agreeOnBarriers(const std::vector<Ran> &Threads);

/// Why the oracle is no judge of \p View; empty: it is.
std::string whyNoJudge(const view::SyncView &View);

} // namespace fencepost::oracle

#endif
