//===- SimulatedRacesTest.cpp - Races across different barriers ----------===//
// Kernels whose waves have different roles, right and wrong, written by hand;
// then random ones, on which the errors of both analyses together must be
// exactly the races of all threads run one by one (Oracle.h).
//===----------------------------------------------------------------------===//
#include "Races/SimulatedRaces.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "Oracle.h"
#include "Races/Races.h"
#include "fencepost/Check/Check.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::check {
namespace {

using V = view::ValueKind;
using Part = llvm::function_ref<void(view::Kernel &)>;

/// A kernel of two waves of four lanes; the first does \p First.
struct Roles {
  view::Kernel K{8, 4};
  uint32_t Lds = K.object("tile");
  view::Kernel::Id Lane = K.lane();

  Roles(Part First, Part Second) { part(First, Second); }
  Roles() = default;

  void part(Part First, Part Second) {
    view::Kernel::Id IsFirst = K.op(V::ULt, K.tid(), 4);
    view::BlockId Start = K.CurrentBlock, One = K.block("one");
    First(K);
    view::BlockId OneEnd = K.CurrentBlock, Two = K.block("two");
    Second(K);
    view::BlockId TwoEnd = K.CurrentBlock, Join = K.block("join");
    K.branch(Start, IsFirst, One, Two, false);
    K.jump(OneEnd, Join);
    K.jump(TwoEnd, Join);
  }
  std::vector<Defect> check() { return checkKernel(K.finish()); }
};

/// The one finding that there is.
Defect only(std::vector<Defect> Found) {
  EXPECT_EQ(Found.size(), 1u);
  return Found.empty() ? Defect() : Found[0];
}

void expectRace(std::vector<Defect> Found, view::ConflictKind Conflict) {
  Defect F = only(std::move(Found));
  EXPECT_EQ(F.Kind, DefectKind::LdsRace);
  EXPECT_EQ(F.Certainty, Certainty::Error) << reasonOf(F);
  EXPECT_EQ(F.Conflict, Conflict);
  ASSERT_TRUE(F.Evidence);
  EXPECT_FALSE(F.Evidence->SameWave);
  EXPECT_NE(F.Evidence->Threads[0].Id[0] / 4, F.Evidence->Threads[1].Id[0] / 4);
}

/// The first wave writes, the second reads after its own barrier.
std::vector<Defect> handOver(bool WritesAgain, bool Meets) {
  Roles R;
  auto Write = [&](view::Kernel &K) { K.store(R.Lds, R.Lane); };
  R.part(
      [&](view::Kernel &K) {
        Write(K);
        K.barrier();
        if (Meets)
          K.barrier();
        if (WritesAgain)
          Write(K);
      },
      [&](view::Kernel &K) {
        K.barrier();
        K.load(R.Lds, R.Lane);
        if (Meets)
          K.barrier();
      });
  return R.check();
}

TEST(SimulatedRaces, WriteAfterTheOtherBarrier) {
  EXPECT_TRUE(handOver(false, false).empty());
  EXPECT_TRUE(handOver(true, true).empty());
  expectRace(handOver(true, false), view::ConflictKind::WriteRead);
}

/// A loop on each side, with \p Barriers in each iteration and \p Buffers that
/// are filled one after the other.
std::vector<Defect> pipeline(int Barriers, int Buffers) {
  Roles R;
  auto Place = [&](view::Kernel &K, view::Kernel::Id I) {
    view::Kernel::Id Buffer = K.op(V::Mul, K.op(V::URem, I, Buffers), 4);
    return K.op(V::Add, Buffer, R.Lane);
  };
  R.part(
      [&](view::Kernel &K) {
        view::countedLoop(K, 5, [&](view::Kernel::Id I) {
          K.store(R.Lds, Place(K, I));
          for (int B = 0; B < Barriers; ++B)
            K.barrier();
        });
      },
      [&](view::Kernel &K) {
        view::countedLoop(K, 5, [&](view::Kernel::Id I) {
          K.barrier();
          K.load(R.Lds, Place(K, I));
          for (int B = 1; B < Barriers; ++B)
            K.barrier();
        });
      });
  return R.check();
}

TEST(SimulatedRaces, TheNextIterationWritesWhatIsStillRead) {
  expectRace(pipeline(1, 1), view::ConflictKind::WriteRead);
  EXPECT_TRUE(pipeline(2, 1).empty());
  EXPECT_TRUE(pipeline(1, 2).empty());
  EXPECT_TRUE(pipeline(1, 3).empty());
}

/// Waves swap two halves of LDS at a barrier of their own.
std::vector<Defect> swappedHalves(bool Swaps) {
  Roles R;
  auto Use = [&](view::Kernel &K, int Half) {
    view::Kernel::Id At = K.op(V::Add, R.Lane, 4 * Half);
    K.load(R.Lds, At);
    K.store(R.Lds, At);
  };
  auto Wave = [&](int Number) {
    return [&, Number](view::Kernel &K) {
      Use(K, Number);
      K.barrier();
      Use(K, Swaps ? 1 - Number : 0);
      K.barrier();
      Use(K, Number);
    };
  };
  R.part(Wave(0), Wave(1));
  return R.check();
}

TEST(SimulatedRaces, PingPong) {
  EXPECT_TRUE(swappedHalves(true).empty());
  std::vector<Defect> Found = swappedHalves(false);
  EXPECT_EQ(Found.size(), 3u); // Load and store, store and load, two stores.
  for (const Defect &F : Found)
    EXPECT_EQ(F.Certainty, Certainty::Error) << reasonOf(F);
}

/// After the join the waves have come from different barriers.
TEST(SimulatedRaces, AfterTheJoin) {
  for (bool Meets : {false, true}) {
    Roles R([](view::Kernel &K) { K.barrier(); },
            [](view::Kernel &K) { K.barrier(); });
    R.K.store(R.Lds, R.K.tid(), R.K.tid());
    if (Meets)
      R.K.barrier();
    R.K.load(R.Lds, R.K.op(V::Xor, R.K.tid(), 4));
    if (Meets)
      EXPECT_TRUE(R.check().empty());
    else
      expectRace(R.check(), view::ConflictKind::WriteRead);
  }
}

/// The hand-over after a first barrier of each wave, with fences of a kind
/// around both second ones.
Defect fenced(std::optional<ScopeLevel> Level) {
  Roles R;
  auto Meet = [&](view::Kernel &K) {
    if (Level)
      K.fence(Ordering::Release, *Level);
    K.barrierOp(BarrierOp::ArriveWait);
    if (Level)
      K.fence(Ordering::Acquire, *Level);
  };
  R.part(
      [&](view::Kernel &K) {
        K.barrier();
        K.store(R.Lds, R.Lane);
        Meet(K);
      },
      [&](view::Kernel &K) {
        K.barrier();
        Meet(K);
        K.load(R.Lds, R.Lane);
      });
  return only(R.check());
}

TEST(SimulatedRaces, FencesAroundBothBarriers) {
  Defect F = fenced(std::nullopt);
  EXPECT_EQ(F.Kind, DefectKind::BarrierWithoutFence);
  EXPECT_EQ(F.Certainty, Certainty::Error);
  EXPECT_EQ(F.Fences.Release, FenceFault::Absent);
  EXPECT_EQ(F.Fences.Acquire, FenceFault::Absent);
  F = fenced(ScopeLevel::Wavefront);
  EXPECT_EQ(F.Kind, DefectKind::FenceTooNarrow);
  EXPECT_EQ(F.Certainty, Certainty::Error);
  ASSERT_TRUE(F.Barrier);
  EXPECT_EQ(F.Barrier->Block, 1u);
}

/// A read at an unknown address, or on an unknown path.
TEST(SimulatedRaces, UnknownValuesArePossible) {
  for (bool Address : {false, true}) {
    Roles R;
    R.part(
        [&](view::Kernel &K) {
          K.barrier();
          K.store(R.Lds, R.Lane);
        },
        [&](view::Kernel &K) {
          K.barrier();
          if (Address) {
            K.load(R.Lds, K.op(V::Add, K.unknown(false), 77));
            return;
          }
          view::Kernel::Id Skips = K.op(V::Ne, K.unknown(false), 0);
          view::BlockId Start = K.CurrentBlock, Reads = K.block("reads");
          K.load(R.Lds, R.Lane);
          view::BlockId End = K.block("end");
          K.branch(Start, Skips, End, Reads, false);
          K.jump(Reads, End);
        });
    Defect F = only(R.check());
    EXPECT_EQ(F.Kind, DefectKind::LdsRace);
    EXPECT_EQ(F.Certainty, Certainty::Possible);
    EXPECT_EQ(F.Reason, Reason::UnknownAddressOrCondition);
  }
}

TEST(SimulatedRaces, WhatDependsOnArgumentsIsPossible) {
  Roles R;
  view::Kernel::Id N = R.K.argument(0);
  R.part(
      [&](view::Kernel &K) {
        K.barrier();
        K.store(R.Lds, R.Lane);
      },
      [&](view::Kernel &K) {
        K.barrier();
        view::Kernel::Id Reads = K.op(V::Eq, N, 8);
        view::BlockId Start = K.CurrentBlock, Then = K.block("reads");
        K.load(R.Lds, R.Lane);
        view::BlockId End = K.block("end");
        K.branch(Start, Reads, Then, End, true);
        K.jump(Then, End);
      });
  Defect F = only(R.check());
  EXPECT_EQ(F.Certainty, Certainty::Possible);
  EXPECT_EQ(F.Reason, Reason::DependsOnArguments);
}

/// Never silent where nothing was simulated.
TEST(SimulatedRaces, TooMuchToRunIsReported) {
  Roles R;
  auto Wave = [&](view::Kernel &K) {
    view::countedLoop(K, 20000, [&](view::Kernel::Id) { K.barrier(); });
  };
  R.part(Wave, Wave);
  std::vector<Defect> Found;
  for (Defect &F : R.check())
    if (F.Kind == DefectKind::NotUnderstood)
      Found.push_back(F);
  Defect F = only(Found);
  EXPECT_EQ(F.Certainty, Certainty::Unknown);
  EXPECT_EQ(F.Reason, Reason::SimulationTooLarge);
}

TEST(SimulatedRaces, OnlyWavesThatMayDiverge) {
  auto Parts = [](unsigned WaveSize, V Kind) {
    view::Kernel K(8, WaveSize);
    view::Kernel::Id Wave = K.op(V::UDiv, K.tid(), 4);
    view::Kernel::Id Condition = K.op(Kind, Wave, 2);
    view::BlockId Start = K.CurrentBlock, One = K.block("one");
    K.barrier();
    view::BlockId Two = K.block("two");
    K.barrier();
    view::BlockId Join = K.block("join");
    K.branch(Start, Condition, One, Two, false);
    K.jump(One, Join);
    K.jump(Two, Join);
    K.finish();
    sym::Analysis Context(K.View);
    return findDivergentBarrier(Context).has_value();
  };
  EXPECT_FALSE(Parts(8, V::URem)); // One wave.
  EXPECT_TRUE(Parts(4, V::URem));
  EXPECT_FALSE(Parts(4, V::ULt)); // All take the same path.
}

/// Sequences of accesses and barriers, some of them by wave: both paths have
/// the same number of barriers.
class RandomRoles {
public:
  explicit RandomRoles(unsigned Seed)
      : K(8, Seed % 3 == 0 ? 4 : 2), Random(Seed) {
    Objects[0] = K.object("a");
    Objects[1] = K.object("b");
    Wave = K.op(V::UDiv, K.tid(), int(K.View.WaveSize));
    for (unsigned I = 1 + pick(3); I > 0; --I)
      pick(4) ? part() : stretch(pick(2), view::None);
    K.finish();
  }
  view::Kernel K;

private:
  unsigned pick(unsigned Below) { return Random() % Below; }

  void access(view::Kernel::Id Counter) {
    view::Kernel::Id At = pick(2) ? K.tid() : K.lane();
    if (Counter != view::None && pick(2))
      At = K.op(V::Add, At, K.op(V::Mul, K.op(V::And, Counter, 1), 4));
    if (pick(3) == 0)
      At = K.op(V::Xor, At, 1 << pick(3));
    if (pick(3) == 0)
      At = K.op(V::Add, At, int(pick(9)));
    uint32_t Object = Objects[pick(2)];
    switch (pick(5)) {
    case 0:
      K.atomicAdd(Object, At);
      break;
    case 1:
      K.store(Object, At, K.tid());
      break;
    case 2:
      K.store(Object, At, view::None, pick(3) ? 4 : 8);
      break;
    default:
      K.load(Object, At);
    }
  }

  void some(view::Kernel::Id Counter) {
    for (unsigned I = pick(3); I > 0; --I)
      access(Counter);
  }

  void stretch(unsigned Barriers, view::Kernel::Id Counter) {
    some(Counter);
    for (unsigned I = 0; I < Barriers; ++I) {
      K.fence(Ordering::Release);
      K.barrierOp(Split ? BarrierOp::Arrive : BarrierOp::ArriveWait);
      if (Split) {
        some(Counter);
        K.barrierOp(BarrierOp::Wait);
      }
      K.fence(Ordering::Acquire);
      some(Counter);
    }
  }

  void side(unsigned Trips, unsigned Barriers) {
    if (Trips < 2 || pick(4) == 0) {
      for (unsigned I = 0; I < Trips; ++I)
        stretch(Barriers, view::None);
      return;
    }
    view::countedLoop(K, Trips,
                      [&](view::Kernel::Id I) { stretch(Barriers, I); });
  }

  void part() {
    Split = pick(4) == 0;
    unsigned Trips = 1 + pick(3), Barriers = 1 + pick(2);
    view::Kernel::Id Condition =
        pick(2) ? K.op(V::ULt, Wave, 1) : K.op(V::Eq, K.op(V::And, Wave, 1), 0);
    view::BlockId Start = K.CurrentBlock, One = K.block("one");
    side(Trips, Barriers);
    view::BlockId OneEnd = K.CurrentBlock, Two = K.block("two");
    side(Trips, Barriers);
    view::BlockId TwoEnd = K.CurrentBlock, Join = K.block("join");
    K.branch(Start, Condition, One, Two, false);
    K.jump(OneEnd, Join);
    K.jump(TwoEnd, Join);
    Split = false;
  }

  std::mt19937 Random;
  view::Kernel::Id Wave;
  uint32_t Objects[2];
  bool Split = false;
};

TEST(SimulatedRaces, ErrorsAreExactlyTheRaces) {
  unsigned Races = 0, Simulated = 0, Silent = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    RandomRoles Made(Seed);
    const view::SyncView &View = Made.K.View;
    sym::Analysis Context(View);
    view::Boundaries Bounds{&View, {}, {}};
    std::vector<Defect> Found = findRaces(Context, Bounds);
    for (Defect &F : findSimulatedRaces(Context, Found))
      Found.push_back(std::move(F));
    std::set<SitePair> Errors, Truth = racesByRunning(View);
    for (const Defect &F : Found) {
      EXPECT_NE(F.Certainty, Certainty::Unknown) << reasonOf(F);
      if (F.Certainty != Certainty::Error)
        continue;
      EXPECT_EQ(F.Kind, DefectKind::LdsRace) << "seed " << Seed;
      EXPECT_TRUE(Errors.insert(std::minmax(F.First, F.Second)).second);
      Simulated += F.IsSimulated;
    }
    ASSERT_EQ(Errors, Truth) << "seed " << Seed;
    Races += Truth.size();
    Silent += Truth.empty();
  }
  EXPECT_GT(Races, 1000u);
  EXPECT_GT(Simulated, 200u);
  EXPECT_GT(Silent, 20u);
}

} // namespace
} // namespace fencepost::check
