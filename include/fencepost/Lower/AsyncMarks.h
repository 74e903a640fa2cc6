//===- AsyncMarks.h - What a wait for async marks must wait for -----------===//
// spec/003 over a control-flow graph that knows nothing but asynchronous
// operations, marks and waits. For each wait the answer is a value per hardware
// counter: the largest that is sound on every path, so that whatever the wait
// completes is complete and no more is waited for than some path requires. Also
// says which marks no wait ever needs and which waits never block (spec/003,
// "Optimization"). Used for LLVM IR and for litmus tests. Tested by
// unittests/Lower/AsyncMarksTest.cpp: all small graphs against a walk of every
// path.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_ASYNCMARKS_H
#define FENCEPOST_LOWER_ASYNCMARKS_H

#include "fencepost/Sync/Counter.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace fencepost::lower {

enum class AsyncEventKind : uint8_t {
  Operation, ///< Increments Counted by Count when issued, completes in order.
  Mark,
  Wait, ///< Until at most Marks marks are outstanding.
  /// Anything that may increment Counted an unknown number of times, such as
  /// a call: it never lets a wait wait for less.
  Unknown,
};

struct AsyncEvent {
  AsyncEventKind Kind = AsyncEventKind::Operation;
  Counter Counted = Counter::Vm;
  uint16_t Count = 1; ///< Operation: how many hardware operations it is.
  uint16_t Marks = 0; ///< Wait.
};

struct AsyncBlock {
  std::vector<AsyncEvent> Events;
  llvm::SmallVector<unsigned, 2> Successors; ///< Block numbers.
};

/// Block 0 is the entry.
struct AsyncGraph {
  std::vector<AsyncBlock> Blocks;
};

/// What one Wait event becomes.
struct AsyncWaitAnswer {
  unsigned Block, Event;
  /// Counter values to wait for, in the order of the enumeration; empty if the
  /// wait never blocks and may be removed.
  llvm::SmallVector<std::pair<Counter, unsigned>, 2> Values;
};

struct AsyncAnswer {
  std::vector<AsyncWaitAnswer> Waits; ///< By block and event; reachable ones.
  /// Marks (block, event) that no wait can complete on any path: removing them
  /// changes no answer.
  std::vector<std::pair<unsigned, unsigned>> UselessMarks;
};

AsyncAnswer analyzeAsyncMarks(const AsyncGraph &Graph);

} // namespace fencepost::lower

#endif
