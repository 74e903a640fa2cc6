//===- OracleThread.h - One thread of a view, run for the oracle ----------===//
// Values are computed when they are asked for. Unknown values take numbers
// that a seed chooses: the same in all threads where the view says so, and one
// number for one place of memory that the kernel does not write. Shares nothing
// with lib/Check.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_ORACLE_ORACLETHREAD_H
#define FENCEPOST_UNITTESTS_ORACLE_ORACLETHREAD_H

#include "fencepost/View/SyncView.h"

namespace fencepost::oracle {

/// What all threads of one run have in common.
struct Setting {
  uint64_t Argument = 16;                               ///< Every argument, but
  std::vector<std::pair<uint32_t, uint64_t>> Arguments; ///< these.
  uint64_t Seed = 0;     ///< 0: all unknown values are 0.
  uint64_t Numbers = 16; ///< Unknown values are below this.
  uint64_t Group = 0;
  bool Extremes = false;    ///< Half of them have all bits set instead.
  unsigned MaxSteps = 4000; ///< Blocks and events of one thread.
};

/// One event that happened.
struct Happening {
  const view::Event *What;
  uint32_t Ordinal;             ///< Of the event among all of the view.
  uint64_t Address[2] = {0, 0}; ///< Of its memory and its destination.
  uint64_t Stored = 0;
};

struct Ran {
  std::vector<Happening> Done;
  bool Ended = false; ///< Otherwise there were too many steps.
};

/// All threads of a work-group, in their order.
std::vector<Ran> runThreads(const view::SyncView &View, const Setting &With);

} // namespace fencepost::oracle

#endif
