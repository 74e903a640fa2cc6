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

#include "fencepost/Target/Processor.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <vector>

namespace fencepost::lower {

enum class AsyncEventKind : uint8_t {
  Operation, ///< Increments Counted by Count when issued, completes in order.
  Mark,
  Wait, ///< Until at most Marks marks are outstanding.
  /// Whatever may issue operations on Counted, nobody knows how many: a call,
  /// whose operations a later mark covers though its marks are not seen here,
  /// and the beginning of a function that is not a kernel, for its caller's.
  /// It never lets a wait wait for less.
  Unknown,
};

struct AsyncEvent {
  AsyncEventKind Kind = AsyncEventKind::Operation;
  Counter Counted = Counter::Vm; ///< Operation, Unknown.
  uint16_t Count = 1; ///< Operation: how many hardware operations it is.
  uint16_t Marks = 0; ///< Wait.

  static AsyncEvent operation(Counter Counted, uint16_t Count = 1) {
    return {AsyncEventKind::Operation, Counted, Count, 0};
  }
  static AsyncEvent mark() { return {AsyncEventKind::Mark, Counter::Vm, 0, 0}; }
  static AsyncEvent wait(uint16_t Marks) {
    return {AsyncEventKind::Wait, Counter::Vm, 0, Marks};
  }
  static AsyncEvent unknown(Counter Counted) {
    return {AsyncEventKind::Unknown, Counted, 0, 0};
  }
};

struct AsyncBlock {
  std::vector<AsyncEvent> Events;
  llvm::SmallVector<unsigned, 2> Successors; ///< Block numbers.
};

/// Block 0 is the entry, with no marks made. Blocks may be unreachable.
struct AsyncGraph {
  std::vector<AsyncBlock> Blocks;
};

/// A wait that leaves more marks outstanding is taken as one that leaves this
/// many: it waits for more, never for less. (LLVM stops at 16.)
inline constexpr uint16_t MostAsyncMarks = 255;

/// What one Wait event becomes.
struct AsyncWaitAnswer {
  unsigned Block, Event;
  /// Counter values to wait for, in the order of the enumeration; empty if the
  /// wait never blocks and may be removed. A counter that is not named needs
  /// no wait on any path.
  llvm::SmallVector<std::pair<Counter, unsigned>, 2> Values;
  bool Limited = false; ///< MostAsyncMarks had a say in Values.
};

struct AsyncAnswer {
  std::vector<AsyncWaitAnswer> Waits; ///< By block and event; reachable ones.
  /// Marks (block, event) from which no wait that blocks can be reached:
  /// removing them changes no answer. By block and event.
  std::vector<std::pair<unsigned, unsigned>> UselessMarks;
};

/// The largest value to wait for on \p C, which \p Family must have. All bits
/// set is "no wait" in s_waitcnt, so one less, as LLVM does (SIInsertWaitcnts).
/// Where no public source says how wide a counter is, it is taken to be as
/// narrow as the family's narrowest.
unsigned largestWait(const FamilyFacts &Family, Counter C);

/// \p Family says how high its counters count; it must have every counter that
/// \p Graph names.
AsyncAnswer analyzeAsyncMarks(const AsyncGraph &Graph,
                              const FamilyFacts &Family);

} // namespace fencepost::lower

#endif
