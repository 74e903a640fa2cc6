//===- Tickets.h - Numbers that a counter gives to one thread each -------===//
// An atomic that adds to a counter in LDS gives every thread that executes it
// another value, a *ticket*: slots of a queue are handed out like that, and who
// does something once is elected. All tickets of a counter are different if
// nothing but atomics that add the same number writes it once the first is
// taken. Whatever else writes it must not follow an atomic on any way, and must
// be no atomic itself: then it comes before all of them, or the kernel has a
// race that is found, and ordered, as any other.
//
// A counter is taken not to come back to a value that it had if that takes 2^28
// tickets or more.
// Tested by unittests/Symbolic/TicketsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_TICKETS_H
#define FENCEPOST_SYMBOLIC_TICKETS_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::sym {

struct Ticket {
  uint32_t Counter = 0; ///< Tickets of one counter are different.
  /// How far apart two of them are at most; 0: not known.
  uint64_t Farthest = 0;
};

/// By unknown.
using Tickets = llvm::DenseMap<view::ValueId, Ticket>;

Tickets findTickets(const view::SyncView &View);

} // namespace fencepost::sym

#endif
