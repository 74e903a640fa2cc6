//===- RacesTest.cpp - Races on views written by hand --------------------===//
// Every rule with a racy view and its fixed twin. Where the view has no
// unknowns, the answer is also compared with all threads run (Oracle.h).
//===----------------------------------------------------------------------===//
#include "Races/Races.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "Oracle.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;

static std::vector<Defect> racesIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  Boundaries Bounds{&Kernel.View, {}, {}};
  return findRaces(Context, Bounds);
}

/// Errors agree with the oracle, and nothing else is said.
static std::vector<Defect> checked(Kernel &Kernel) {
  std::vector<Defect> Found = racesIn(Kernel);
  std::set<SitePair> Errors;
  for (const Defect &F : Found) {
    EXPECT_EQ(F.Certainty, Certainty::Error) << reasonOf(F);
    EXPECT_TRUE(F.Evidence.has_value());
    Errors.insert(std::minmax(F.First, F.Second));
  }
  EXPECT_EQ(Errors, racesByRunning(Kernel.View));
  return Found;
}

TEST(Races, NeighbourReadNeedsBarrier) {
  for (bool Barrier : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.tid());
    if (Barrier)
      X.barrier();
    X.load(Lds, X.op(K::Xor, X.tid(), 1));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Barrier ? 0u : 1u);
    if (!Barrier) {
      EXPECT_EQ(Found[0].Kind, DefectKind::LdsRace);
      EXPECT_EQ(Found[0].Conflict, ConflictKind::WriteRead);
    }
  }
}

TEST(Races, OwnElementIsNoRace) {
  Kernel X(256, 64);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.load(Lds, X.tid());
  X.store(Lds, X.tid());
  EXPECT_TRUE(checked(X).empty());
}

TEST(Races, WiderThanStride) {
  for (unsigned Bytes : {4, 8}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.tid(), None, Bytes);
    X.load(Lds, X.tid(), Bytes);
    std::vector<Defect> Found = racesIn(X);
    EXPECT_EQ(Found.size(), Bytes == 4 ? 0u : 2u);
  }
}

TEST(Races, AllWavesWriteOnePlace) {
  for (bool SameValue : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.constant(0), SameValue ? X.constant(7) : X.tid());
    EXPECT_EQ(checked(X).size(), SameValue ? 0u : 1u);
  }
}

/// One instruction, but which lane stores last is not said.
TEST(Races, OneWaveWritingOnePlace) {
  for (bool SameValue : {false, true}) {
    Kernel X(32, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.constant(0), SameValue ? X.constant(7) : X.tid());
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), SameValue ? 0u : 1u);
    if (!SameValue) {
      EXPECT_TRUE(Found[0].Evidence->SameWave);
    }
  }
}

/// Of one instruction, lanes read what was there before.
TEST(Races, OneInstructionOfAWaveReadsBeforeItWrites) {
  Kernel X(32, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.op(K::LShr, X.tid(), 1), X.op(K::LShr, X.tid(), 1));
  EXPECT_TRUE(checked(X).empty());
}

TEST(Races, LanesOfOneWaveNeedAFence) {
  for (bool Fence : {false, true}) {
    Kernel X(32, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.tid());
    if (Fence)
      X.fence(Ordering::AcquireRelease, ScopeLevel::Wavefront);
    X.load(Lds, X.op(K::Xor, X.tid(), 1));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Fence ? 0u : 1u);
    if (!Fence) {
      EXPECT_TRUE(Found[0].Evidence->SameWave);
    }
  }
}

TEST(Races, AWaveFenceDoesNotOrderWaves) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.fence(Ordering::AcquireRelease, ScopeLevel::Workgroup);
  X.load(Lds, X.op(K::Xor, X.tid(), 32));
  EXPECT_EQ(checked(X).size(), 1u);
}

TEST(Races, AtomicsAgainstPlain) {
  for (bool Plain : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    X.atomicAdd(Lds, X.constant(3));
    if (Plain)
      X.load(Lds, X.constant(3));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Plain ? 1u : 0u);
    if (Plain) {
      EXPECT_EQ(Found[0].Conflict, ConflictKind::AtomicPlain);
    }
  }
}

TEST(Races, TransferAgainstRead) {
  for (bool Barrier : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds"),
             Index = X.object("in", AddressSpace::Global);
    X.transfer(Index, X.tid(), Lds, X.tid());
    if (Barrier)
      X.barrier();
    X.load(Lds, X.op(K::Xor, X.tid(), 63));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Barrier ? 0u : 1u);
    if (!Barrier) {
      EXPECT_EQ(Found[0].Conflict, ConflictKind::Dma);
    }
  }
}

TEST(Races, GuardedByThread) {
  // if (tid == 0) lds[0] = 1; read of lds[0] by all.
  for (bool Barrier : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    Kernel::Id Zero = X.op(K::Eq, X.tid(), 0);
    BlockId Entry = X.CurrentBlock, Then = X.block("then");
    X.store(Lds, X.constant(0), X.constant(1));
    BlockId Join = X.block("join");
    X.branch(Entry, Zero, Then, Join, false);
    X.jump(Then, Join);
    if (Barrier)
      X.barrier();
    X.load(Lds, X.constant(0));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Barrier ? 0u : 1u);
    if (!Barrier) {
      EXPECT_EQ(Found[0].Evidence->Threads[0].Id[0], 0u);
      EXPECT_EQ(Found[0].Evidence->Threads[0].Path.size(), 2u);
    }
  }
}

TEST(Races, LoopCarriedRewrite) {
  // loop { store; barrier; load other; [barrier] }
  for (bool Second : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    countedLoop(X, 4, [&](Kernel::Id) {
      X.store(Lds, X.tid());
      X.barrier();
      X.load(Lds, X.op(K::Xor, X.tid(), 32));
      if (Second)
        X.barrier();
    });
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Second ? 0u : 1u);
    if (!Second) {
      EXPECT_EQ(Found[0].Conflict, ConflictKind::ReadWrite);
      const sim::Witness &W = *Found[0].Evidence;
      EXPECT_EQ(W.Threads[0].Iterations[0].second + 1,
                W.Threads[1].Iterations[0].second);
    }
  }
}

/// loop i { store ring[i % Slots]; barrier; load ring[(i + Slots - After) %
/// Slots] of another thread }: one barrier per iteration is sufficient if the
/// slot that is read is not the one that is written next.
static unsigned ringRaces(int Slots, int Behind) {
  Kernel X(8, 4);
  uint32_t Lds = X.object("lds");
  countedLoop(X, 9, [&](Kernel::Id I) {
    Kernel::Id Slot = X.op(K::URem, I, Slots);
    X.store(Lds, X.op(K::Add, X.op(K::Mul, Slot, 8), X.tid()));
    X.barrier();
    Kernel::Id Old = X.op(K::URem, X.op(K::Add, I, Slots - Behind), Slots);
    Kernel::Id Other = X.op(K::Xor, X.tid(), 4);
    X.load(Lds, X.op(K::Add, X.op(K::Mul, Old, 8), Other));
  });
  return checked(X).size();
}

TEST(Races, RingBuffers) {
  EXPECT_EQ(ringRaces(1, 0), 1u);
  EXPECT_EQ(ringRaces(2, 0), 0u);
  EXPECT_EQ(ringRaces(2, 1), 1u);
  EXPECT_EQ(ringRaces(3, 0), 0u);
  EXPECT_EQ(ringRaces(3, 1), 0u);
  EXPECT_EQ(ringRaces(3, 2), 1u);
}

TEST(Races, ToggledBuffer) {
  for (bool Toggle : {false, true}) {
    Kernel X(8, 4);
    uint32_t Lds = X.object("lds");
    Kernel::Id Zero = X.constant(0), Phi = None, Next = None;
    BlockId Pre = X.CurrentBlock, Header = None;
    countedLoop(X, 6, [&](Kernel::Id) {
      Header = X.CurrentBlock;
      Phi = X.phi({{Pre, Zero}}, true);
      X.store(Lds, X.op(K::Add, X.op(K::Mul, Phi, 8), X.tid()));
      X.barrier();
      X.load(Lds, X.op(K::Add, X.op(K::Mul, Phi, 8), X.op(K::Xor, X.tid(), 7)));
      Next = X.op(K::Xor, Phi, Toggle ? 1 : 0);
    });
    X.addIncoming(Phi, Header, Next);
    EXPECT_EQ(checked(X).size(), Toggle ? 0u : 1u);
  }
}

/// for (s = 32; s > 0; s >>= 1) { if (tid < s) lds[tid] += lds[tid + s];
/// barrier }
static std::vector<Defect> treeReduction(bool Barrier) {
  Kernel X(64, 16);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.barrier();
  BlockId Pre = X.CurrentBlock;
  Kernel::Id Start = X.constant(32);
  X.loop();
  BlockId Header = X.block("header");
  X.jump(Pre, Header);
  Kernel::Id S = X.phi({{Pre, Start}}, true);
  Kernel::Id Block = X.op(K::ULt, X.tid(), S);
  BlockId Then = X.block("then");
  X.load(Lds, X.op(K::Add, X.tid(), S));
  X.load(Lds, X.tid());
  X.store(Lds, X.tid());
  BlockId Latch = X.block("latch");
  X.branch(Header, Block, Then, Latch, false);
  X.jump(Then, Latch);
  if (Barrier)
    X.barrier();
  Kernel::Id Next = X.op(K::LShr, S, 1);
  X.addIncoming(S, Latch, Next);
  Kernel::Id More = X.op(K::Ne, Next, 0);
  X.endLoop();
  BlockId Exit = X.block("exit");
  X.branch(Latch, More, Header, Exit, true);
  X.load(Lds, X.constant(0));
  return checked(X);
}

TEST(Races, TreeReduction) {
  EXPECT_TRUE(treeReduction(true).empty());
  EXPECT_EQ(treeReduction(false).size(), 2u);
}

TEST(Races, SplitBarrier) {
  // store; signal; [other work on own data]; wait; load other: silent. A load
  // between signal and wait is not ordered.
  for (bool Early : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    X.store(Lds, X.tid());
    X.barrierOp(BarrierOp::Arrive);
    if (Early)
      X.load(Lds, X.op(K::Xor, X.tid(), 32));
    X.barrierOp(BarrierOp::Wait);
    X.load(Lds, X.op(K::Xor, X.tid(), 32));
    EXPECT_EQ(checked(X).size(), Early ? 1u : 0u);
  }
}

TEST(Races, SplitBarrierInLoopReachesTwoIterations) {
  for (bool Early : {false, true}) {
    Kernel X(64, 32);
    uint32_t Lds = X.object("lds");
    countedLoop(X, 4, [&](Kernel::Id I) {
      Kernel::Id Half = X.op(K::Mul, X.op(K::And, I, 1), 64);
      X.store(Lds, X.op(K::Add, Half, X.tid()));
      X.barrierOp(BarrierOp::Arrive);
      if (Early) // Reads the other half, which is filled one iteration before.
        X.load(Lds,
               X.op(K::Add, X.op(K::Xor, Half, 64), X.op(K::Xor, X.tid(), 32)));
      X.barrierOp(BarrierOp::Wait);
    });
    checked(X);
  }
}

TEST(Races, ConditionalBarrierInLoop) {
  // loop { store; if (i & 1) barrier; load other }
  Kernel X(8, 4);
  uint32_t Lds = X.object("lds");
  countedLoop(X, 6, [&](Kernel::Id I) {
    X.store(Lds, X.op(K::Add, X.op(K::Mul, I, 8), X.tid()));
    BlockId Before = X.CurrentBlock, Then = X.block("then");
    X.barrier();
    BlockId Join = X.block("join");
    X.branch(Before, X.op(K::And, I, 1), Then, Join, true);
    X.jump(Then, Join);
    X.load(Lds, X.op(K::Add, X.op(K::Mul, I, 8), X.op(K::Xor, X.tid(), 7)));
  });
  checked(X);
}

TEST(Races, GlobalNeighbours) {
  for (bool Barrier : {false, true}) {
    Kernel X(64, 32);
    uint32_t Out = X.object("out", AddressSpace::Global);
    X.store(Out, X.tid());
    if (Barrier)
      X.barrier();
    X.load(Out, X.op(K::Xor, X.tid(), 1));
    std::vector<Defect> Found = checked(X);
    ASSERT_EQ(Found.size(), Barrier ? 0u : 1u);
    if (!Barrier) {
      EXPECT_EQ(Found[0].Kind, DefectKind::GlobalRace);
    }
  }
}

TEST(Races, GuardByArgumentIsStillAnError) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  Kernel::Id Block = X.op(K::ULt, X.tid(), X.argument(0));
  BlockId Entry = X.CurrentBlock, Then = X.block("then");
  X.store(Lds, X.tid());
  X.load(Lds, X.op(K::Xor, X.tid(), 1));
  BlockId Exit = X.block("exit");
  X.branch(Entry, Block, Then, Exit, false);
  X.jump(Then, Exit);
  std::vector<Defect> Found = racesIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error) << reasonOf(Found[0]);
}

TEST(Races, StrideByArgumentIsPossible) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.op(K::Mul, X.tid(), X.argument(0)), X.tid());
  std::vector<Defect> Found = racesIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Possible);
}

TEST(Races, IndexFromMemoryIsPossible) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.unknown(false), X.tid());
  std::vector<Defect> Found = racesIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Possible);
}

TEST(Races, NamedBarrierMakesItPossible) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.barrierOp(BarrierOp::Arrive, BarrierId::named(1));
  X.barrierOp(BarrierOp::Wait, BarrierId::named(1));
  X.load(Lds, X.op(K::Xor, X.tid(), 32));
  std::vector<Defect> Found = racesIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Possible);
}

} // namespace fencepost::check
