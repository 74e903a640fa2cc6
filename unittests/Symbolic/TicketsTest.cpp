//===- TicketsTest.cpp - Numbers that a counter gives to one thread each -===//
// What makes values of a counter different, and what does not.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Tickets.h"
#include "../View/Kernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include <gtest/gtest.h>

namespace fencepost::sym {

using namespace view;
using K = ValueKind;

namespace {
/// A kernel of two waves with a counter and a queue.
struct Queue : Kernel {
  Queue()
      : Kernel(64, 32), Counter(object("counter")), Slots(object("slots")) {}

  Id start(uint32_t Object) { return constant(View.Objects[Object].Base, 64); }
  Event &reset() {
    Event &E = store(Counter, constant(0), constant(0));
    E.Memory.Address = start(Counter);
    return E;
  }
  Event &take(uint64_t Added = 1) {
    Id Ticket = unknown(false), Address = start(Counter);
    Event &E = atomicAdd(Counter, constant(0));
    E.Memory.Address = Address;
    E.Memory.Added = Added;
    E.Op.Reach.Level = ScopeLevel::Workgroup;
    E.Result = Ticket;
    return E;
  }
  /// Whether what is stored to the slot of a ticket may meet what another
  /// thread stores there.
  Answer meets() {
    Analysis Context(finish());
    Boundaries Bounds{&Context.View, {}, {}};
    RegionBuilder Builder(Context.Eval, Bounds);
    Region R = Builder.build(Builder.starts().back());
    RegionOverlap Pairs(Context.Eval, R);
    RegionAccess Last =
        Pairs.access({{R.Nodes[0].Block, R.Nodes[0].End - 1}, false}, 0);
    PairQuestion Q = Pairs.ask(Last, Last);
    if (Q.ProvedApart)
      return Answer::No;
    return Context.Solve.ask(Context.Terms.both(Q.Reached, Q.Overlaps));
  }

  uint32_t Counter, Slots;
};
} // namespace

TEST(Tickets, AreDifferentBehindAReset) {
  Queue X;
  X.reset();
  X.barrier();
  Kernel::Id Ticket = X.take().Result;
  X.store(X.Slots, Ticket);
  EXPECT_EQ(X.meets(), Answer::No);
  Tickets Found = findTickets(X.View);
  ASSERT_TRUE(Found.count(Ticket));
  EXPECT_EQ(Found[Ticket].Farthest, 63u);
}

TEST(Tickets, OfTwoCountersMayBeEqual) {
  Queue X;
  Kernel::Id First = X.take().Result;
  X.Counter = X.object("other");
  Kernel::Id Second = X.take().Result;
  Tickets Found = findTickets(X.finish());
  EXPECT_NE(Found[First].Counter, Found[Second].Counter);
}

/// With 32 bits 4 * ticket wraps; that takes more tickets than there are.
TEST(Tickets, AreNearEachOther) {
  Queue X;
  Kernel::Id Ticket = X.take().Result;
  Event &E = X.store(X.Slots, X.constant(0));
  Kernel::Id Scaled = X.op(K::Mul, Ticket, 4);
  E.Memory.Address = X.op(K::Add, Scaled, int(X.View.Objects[X.Slots].Base));
  EXPECT_EQ(X.meets(), Answer::No);
}

TEST(Tickets, AreEqualIfNothingIsAdded) {
  Queue X;
  X.store(X.Slots, X.take(0).Result);
  EXPECT_EQ(X.meets(), Answer::Yes);
}

TEST(Tickets, AreEqualToThoseBeforeAnotherReset) {
  Queue X;
  Kernel::Id Ticket = X.take().Result;
  X.reset();
  X.store(X.Slots, Ticket);
  EXPECT_EQ(X.meets(), Answer::Yes);
}

/// An atomic may reset the counter while tickets are taken, and is no race.
TEST(Tickets, AreEqualIfAnAtomicResets) {
  Queue X;
  Event &E = X.reset();
  E.Op.Order = Ordering::Monotonic;
  E.Op.Reach.Level = ScopeLevel::Workgroup;
  X.store(X.Slots, X.take().Result);
  EXPECT_EQ(X.meets(), Answer::Yes);
}

TEST(Tickets, AreEqualIfWavesDoNotSeeEachOther) {
  Queue X;
  Event &E = X.take();
  E.Op.Reach.Level = ScopeLevel::Wavefront;
  X.store(X.Slots, E.Result);
  EXPECT_EQ(X.meets(), Answer::Yes);
}

TEST(Tickets, AreNotKnownIfOtherNumbersAreAdded) {
  Queue X;
  Kernel::Id Ticket = X.take().Result;
  X.take(uint64_t(-1));
  X.store(X.Slots, Ticket);
  EXPECT_EQ(X.meets(), Answer::Yes);
}

TEST(Tickets, AreNotKnownIfAnyLdsMayBeWritten) {
  Queue X;
  Kernel::Id Ticket = X.take().Result;
  X.store(X.Slots, X.tid()).Memory.Object = None;
  EXPECT_TRUE(findTickets(X.finish()).empty());
  EXPECT_EQ(X.View.Values[Ticket].Kind, K::Unknown);
}

/// In a loop with the reset, one follows the other.
TEST(Tickets, AreEqualInOtherTurnsOfAReset) {
  Queue X;
  countedLoop(X, 3, [&](Kernel::Id) {
    X.reset();
    X.barrier();
    X.take();
    X.barrier();
  });
  EXPECT_TRUE(findTickets(X.finish()).empty());
}

/// Without a bound there are taken to be less than come around once; a step
/// that comes around early is none.
TEST(Tickets, MayBeTakenInLoops) {
  Queue X;
  Kernel::Id Ticket = None, Coarse = None;
  countedLoop(X, 3, [&](Kernel::Id) {
    Ticket = X.take().Result;
    X.Counter = X.object("coarse");
    Coarse = X.take(uint64_t(1) << 30).Result;
  });
  X.View.Loops.front().TripCount = None;
  Tickets Found = findTickets(X.finish());
  ASSERT_TRUE(Found.count(Ticket));
  EXPECT_EQ(Found[Ticket].Farthest, 0u);
  EXPECT_FALSE(Found.count(Coarse));
}

} // namespace fencepost::sym
