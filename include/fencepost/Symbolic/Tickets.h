//===- Tickets.h - Counter values that are unique to a thread -------------===//
// An atomic that adds to a counter in LDS returns a different value, a
// *ticket*, to every thread that executes it: kernels distribute the slots of a
// queue, or elect a thread, in this way. All tickets of a counter are different
// if only atomics that add the same number write it once the first is taken.
// Any other write must follow no atomic on any path and must not be atomic
// itself: then it precedes all of them, or the kernel has a race that is found
// like any other.
//
// A counter is assumed not to wrap within 2^28 tickets.
// Tested by unittests/Symbolic/TicketsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_TICKETS_H
#define FENCEPOST_SYMBOLIC_TICKETS_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::sym {

struct Ticket {
  uint32_t Counter = 0; ///< Tickets of one counter are different.
  /// The largest difference of two tickets; 0: unknown.
  uint64_t Farthest = 0;
};

/// By unknown.
using Tickets = llvm::DenseMap<view::ValueId, Ticket>;

Tickets findTickets(const view::SyncView &View);

} // namespace fencepost::sym

#endif
