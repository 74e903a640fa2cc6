//===- FlagSimulationTest.cpp - Work-groups run with memory and flags ----===//
// A mailbox between two waves: one stores a word and sets a flag, the other
// waits for it, loads the word and sets the flag back, three times. Every
// combination of orders at the four accesses of the flag, by the access itself
// or by a fence: there is a race exactly if a link is missing (docs/model.md
// M6), and it is the one between the accesses that this link is to order.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/FlagSimulation.h"
#include "../View/Kernel.h"
#include "SimulatedMemory.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::sim {
namespace {

enum class Link { None, Access, Fence, TooNarrow };
constexpr Link AllLinks[] = {Link::None, Link::Access, Link::Fence,
                             Link::TooNarrow};

struct Mailbox {
  Link Poll[2] = {Link::Access, Link::Access}; ///< Of the giver, the taker.
  Link Set[2] = {Link::Access, Link::Access};
  bool InitialFlag = true; ///< The flag has a value when the kernel starts.
  bool SetByAdding = false;

  bool orders(Link L) const { return L == Link::Access || L == Link::Fence; }
  bool givesInOrder() const { return orders(Set[0]) && orders(Poll[1]); }
  bool takesInOrder() const { return orders(Set[1]) && orders(Poll[0]); }
  std::optional<Witness> simulate(unsigned Steps = 100000);

private:
  void side(view::Kernel &K, unsigned Wave, view::BlockId End);
  view::Kernel::Id Place;
  uint32_t Box, Flag;
  view::BlockId First[2];
  view::AccessSite Data[2];
};

void Mailbox::side(view::Kernel &K, unsigned Wave, view::BlockId End) {
  using VK = view::ValueKind;
  auto Atomic = [&](view::Event &E, Link L, Ordering Order) {
    E.Op.Order =
        L == Link::Access || L == Link::TooNarrow ? Order : Ordering::Monotonic;
    E.Op.Reach.Level =
        L == Link::TooNarrow ? ScopeLevel::Wavefront : ScopeLevel::Workgroup;
  };
  K.loop();
  view::BlockId Head = K.block("head");
  view::Kernel::Id Step = K.phi({{First[Wave], K.constant(0)}}, false);
  view::Kernel::Id Wanted = K.op(VK::Add, K.op(VK::Mul, Step, 2), int(Wave));
  K.loop();
  view::BlockId Poll = K.block("poll");
  view::Kernel::Id Answer = K.unknown(false);
  view::Event &Read = K.load(Flag, Place);
  Atomic(Read, this->Poll[Wave], Ordering::Acquire);
  Read.Result = Answer;
  view::Kernel::Id Ready = K.op(VK::Eq, Answer, Wanted);
  K.endLoop();
  view::BlockId Body = K.block("body");
  if (this->Poll[Wave] == Link::Fence)
    K.fence(Ordering::Acquire);
  if (Wave == 0)
    K.store(Box, Place);
  else
    K.load(Box, Place);
  uint32_t Event = K.View.Blocks[Body].Events.size() - 1;
  Data[Wave] = {{Body, Event}, false};
  if (Set[Wave] == Link::Fence)
    K.fence(Ordering::Release);
  view::Kernel::Id Next = K.op(VK::Add, Wanted, 1);
  Atomic(SetByAdding ? K.atomicAdd(Flag, Place) : K.store(Flag, Place, Next),
         Set[Wave], Ordering::Release);
  view::Kernel::Id Again = K.op(VK::Add, Step, 1);
  K.addIncoming(Step, Body, Again);
  view::Kernel::Id More = K.op(VK::ULt, Again, 3);
  K.endLoop();
  K.jump(Head, Poll);
  K.branch(Poll, Ready, Body, Poll, false);
  K.branch(Body, More, Head, End, false);
  First[Wave] = Head;
}

std::optional<Witness> Mailbox::simulate(unsigned Steps) {
  view::Kernel K(128, 64);
  Box = K.object("box"), Flag = K.object("flag");
  view::BlockId Entry = K.CurrentBlock;
  Place = K.op(view::ValueKind::URem, K.tid(), 64);
  if (InitialFlag)
    K.store(Flag, Place, K.constant(0));
  K.barrier();
  view::Kernel::Id Gives = K.op(view::ValueKind::ULt, K.tid(), 64);
  const view::BlockId End = 7;
  First[0] = First[1] = Entry;
  side(K, 0, End);
  side(K, 1, End);
  EXPECT_EQ(K.block("end"), End);
  K.branch(Entry, Gives, First[0], First[1], false);
  const view::SyncView &View = K.finish();
  view::Boundaries Bounds{&View, {}, {}};
  ThreadInterpreter Runs(View, Bounds);
  Launch Launch;
  Launch.Size[0] = 128;
  ThreadId Giver{{5, 0, 0}}, Taker{{69, 0, 0}};
  return simulateFlags(View, Runs, Launch, {Giver, Taker}, Data[0], Data[1],
                       Steps);
}

TEST(FlagSimulation, EveryLinkOfAMailbox) {
  for (Link A : AllLinks)
    for (Link B : AllLinks)
      for (Link C : AllLinks)
        for (Link D : AllLinks) {
          Mailbox M;
          M.Poll[0] = A, M.Poll[1] = B, M.Set[0] = C, M.Set[1] = D;
          std::optional<Witness> Race = M.simulate();
          ASSERT_EQ(Race.has_value(), !M.givesInOrder() || !M.takesInOrder());
          if (!Race)
            continue;
          EXPECT_EQ(Race->Threads[0].Id[0], 5u);
          EXPECT_EQ(Race->Threads[1].Id[0], 69u);
          auto Iteration = [&](unsigned T) {
            return Race->Threads[T].Iterations.back().second;
          };
          EXPECT_EQ(Iteration(1), 0u);
          EXPECT_EQ(Iteration(0), M.givesInOrder() ? 1u : 0u);
        }
}

/// All lanes of a wave store a word each, one of them sets a flag for all; a
/// lane of another wave waits for it and loads the word of another lane.
std::optional<Witness> simulateSpeaker(bool Acquires) {
  using VK = view::ValueKind;
  view::Kernel K(128, 64);
  uint32_t Words = K.object("words"), Flag = K.object("flag");
  auto Atomic = [](view::Event &E, Ordering Order) {
    E.Op.Order = Order;
    E.Op.Reach.Level = ScopeLevel::Workgroup;
  };
  view::BlockId Entry = K.CurrentBlock;
  K.store(Flag, K.constant(0), K.constant(0));
  K.barrier();
  view::Kernel::Id Gives = K.op(VK::ULt, K.tid(), 64);
  view::BlockId Give = K.block("give");
  K.store(Words, K.tid());
  view::Kernel::Id Speaks = K.op(VK::Eq, K.tid(), 0);
  view::BlockId Speak = K.block("speak");
  Atomic(K.store(Flag, K.constant(0), K.constant(1)), Ordering::Release);
  K.loop();
  view::BlockId Poll = K.block("poll");
  view::Kernel::Id Answer = K.unknown(false);
  view::Event &Read = K.load(Flag, K.constant(0));
  Atomic(Read, Acquires ? Ordering::Acquire : Ordering::Monotonic);
  Read.Result = Answer;
  view::Kernel::Id Ready = K.op(VK::Eq, Answer, 1);
  K.endLoop();
  view::BlockId Take = K.block("take");
  K.load(Words, K.op(VK::Sub, K.constant(127), K.tid()));
  view::BlockId End = K.block("end");
  K.branch(Entry, Gives, Give, Poll, false);
  K.branch(Give, Speaks, Speak, End, false);
  K.jump(Speak, End);
  K.branch(Poll, Ready, Take, Poll, false);
  K.jump(Take, End);
  const view::SyncView &View = K.finish();
  view::Boundaries Bounds{&View, {}, {}};
  ThreadInterpreter Runs(View, Bounds);
  Launch Launch;
  Launch.Size[0] = 128;
  ThreadId Giver{{5, 0, 0}}, Taker{{122, 0, 0}};
  return simulateFlags(View, Runs, Launch, {Giver, Taker}, {{Give, 0}, false},
                       {{Take, 0}, false}, 100000);
}

TEST(FlagSimulation, OneLaneActsForItsWave) {
  EXPECT_FALSE(simulateSpeaker(true).has_value());
  EXPECT_TRUE(simulateSpeaker(false).has_value());
}

TEST(FlagSimulation, NoAnswerWithAnUnknownFlag) {
  Mailbox M;
  M.Set[0] = Link::None;
  ASSERT_TRUE(M.simulate().has_value());
  M.InitialFlag = false;
  EXPECT_FALSE(M.simulate().has_value());
  M.InitialFlag = true;
  M.SetByAdding = true;
  EXPECT_FALSE(M.simulate().has_value());
}

/// Against a list of the last store to each byte.
TEST(SimulatedMemory, KnowsWhatWasStoredLast) {
  struct Store {
    uint64_t Address, Value;
    uint32_t Bytes;
    bool IsKnown;
  };
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 200; ++Round) {
    SimulatedMemory Memory;
    std::vector<Store> Stores;
    std::map<uint64_t, size_t> Last; // By byte.
    for (unsigned Step = 0; Step < 30; ++Step) {
      uint32_t Bytes = 1u << Random() % 4;
      Store S{Random() % 24, Random() % 100, Bytes, Random() % 4 != 0};
      Memory.store(S.Address, Bytes,
                   S.IsKnown ? std::optional(S.Value) : std::nullopt);
      for (uint32_t B = 0; B < Bytes; ++B)
        Last[S.Address + B] = Stores.size();
      Stores.push_back(S);
      for (uint64_t Address = 0; Address < 32; ++Address)
        for (uint32_t Width : {1, 2, 4, 8}) {
          std::optional<uint64_t> Expected;
          if (auto It = Last.find(Address); It != Last.end()) {
            const Store &Newest = Stores[It->second];
            bool IsWhole = Newest.IsKnown && Newest.Address == Address &&
                           Newest.Bytes == Width;
            for (uint32_t B = 0; B < Width; ++B)
              IsWhole &=
                  Last.count(Address + B) && Last[Address + B] == It->second;
            if (IsWhole)
              Expected = Newest.Value;
          }
          ASSERT_EQ(Memory.load(Address, Width), Expected)
              << Round << ", " << Step << ": " << Width << " at " << Address;
        }
    }
  }
}

TEST(FlagSimulation, NoAnswerAfterTooManySteps) {
  Mailbox M;
  M.Set[0] = Link::None;
  EXPECT_FALSE(M.simulate(100).has_value());
}

} // namespace
} // namespace fencepost::sim
