//===- RegionsTest.cpp - Closed forms and regions -------------------------===//
// The contents of regions; values in their copies of the code are those of the
// iterations that the copies represent.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Regions.h"
#include "../View/Kernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include <gtest/gtest.h>

namespace fencepost::sym {

using namespace view;
using K = ValueKind;

/// In iteration Number of loop 0, the value of \p V in copy 0.
static uint64_t valueAt(Analysis &Context, Kernel::Id V, uint64_t Number) {
  TermId T = Context.Eval.value(V, RootCopy);
  return Context.Terms.evaluated(T, [&](TermId Id) {
    EXPECT_EQ(Context.Terms[Id].Sym.Kind, SymbolKind::Iteration);
    return Number;
  });
}

TEST(Recurrences, ClosedForms) {
  Kernel X(8, 4);
  BlockId Pre = X.CurrentBlock, Latch = None;
  Kernel::Id Three = X.constant(3), One = X.constant(1), Far = X.constant(64);
  Kernel::Id Down, Ring, Half, Swap, Swap2, NextDown, NextRing, NextHalf;
  countedLoop(X, 9, [&](Kernel::Id) {
    Down = X.phi({{Pre, Far}}, true);
    Ring = X.phi({{Pre, One}}, true);
    Half = X.phi({{Pre, Far}}, true);
    Swap = X.phi({{Pre, Three}}, true);
    Swap2 = X.phi({{Pre, One}}, true);
    NextDown = X.op(K::Sub, Down, 5);
    NextRing = X.op(K::URem, X.op(K::Add, Ring, 1), 3);
    NextHalf = X.op(K::LShr, Half, 1);
    Latch = X.CurrentBlock;
  });
  X.addIncoming(Down, Latch, NextDown);
  X.addIncoming(Ring, Latch, NextRing);
  X.addIncoming(Half, Latch, NextHalf);
  X.addIncoming(Swap, Latch, Swap2);
  X.addIncoming(Swap2, Latch, Swap);
  Analysis Context(X.finish());
  for (uint64_t I = 0; I < 9; ++I) {
    EXPECT_EQ(valueAt(Context, Down, I), truncated(64 - 5 * I, 32));
    EXPECT_EQ(valueAt(Context, Ring, I), (I + 1) % 3);
    EXPECT_EQ(valueAt(Context, Half, I), 64u >> I);
    EXPECT_EQ(valueAt(Context, Swap, I), I % 2 ? 1u : 3u);
    EXPECT_EQ(valueAt(Context, Swap2, I), I % 2 ? 3u : 1u);
  }
}

/// The value of a phi that starts as an argument, and every time becomes
/// `Phi Kind Distance`, in iteration \p Number.
static uint64_t shifted(K Kind, int Distance, unsigned Bits, uint64_t Start,
                        uint64_t Number) {
  Kernel X(8, 4);
  BlockId Pre = X.CurrentBlock, Latch = None;
  Kernel::Id From = X.argument(0), Phi, Next;
  X.View.Values[From].Bits = Bits;
  countedLoop(X, 99, [&](Kernel::Id) {
    Phi = X.phi({{Pre, From}}, true, Bits);
    Next = X.op(Kind, Phi, Distance);
    Latch = X.CurrentBlock;
  });
  X.addIncoming(Phi, Latch, Next);
  Analysis Context(X.finish());
  return Context.Terms.evaluated(
      Context.Eval.value(Phi, RootCopy), [&](TermId Id) {
        SymbolKind Kind = Context.Terms[Id].Sym.Kind;
        EXPECT_NE(Kind, SymbolKind::Phi);
        return Kind == SymbolKind::Iteration ? Number : Start;
      });
}

TEST(Recurrences, ShiftsFromWhateverComesIn) {
  struct Row {
    K Kind;
    int Distance;
  };
  for (Row R :
       {Row{K::LShr, 1}, Row{K::LShr, 3}, Row{K::Shl, 2}, Row{K::AShr, 1},
        Row{K::AShr, 5}, Row{K::Mul, 4}, Row{K::UDiv, 2}})
    for (unsigned Bits : {8, 32, 64})
      for (uint64_t Start : {uint64_t(1), ~uint64_t(0), uint64_t(0x96)}) {
        uint64_t Expected = truncated(Start, Bits);
        for (uint64_t Turn = 0; Turn < 70; ++Turn) {
          EXPECT_EQ(
              shifted(R.Kind, R.Distance, Bits, truncated(Start, Bits), Turn),
              Expected)
              << int(R.Kind) << " by " << R.Distance << " of " << Bits
              << " bits in " << Turn;
          Expected = compute(R.Kind, Bits, Bits, Expected, R.Distance, 0);
        }
      }
}

TEST(Recurrences, BoundsOfIterationsCount) {
  Kernel X(8, 4);
  countedLoop(X, 5, [&](Kernel::Id) {});
  X.View.Loops.front().TripCount = None;
  X.View.Loops.front().MostTrips = 7;
  Analysis Context(X.finish());
  EXPECT_EQ(
      Context.Terms[Context.Eval.iteration(LoopId(0), RootCopy)].Limits.High,
      7u);
}

static Region regionOf(Analysis &Context, Boundaries &Bounds, unsigned Start) {
  RegionBuilder Builder(Context.Eval, Bounds);
  return Builder.build(Builder.starts()[Start]);
}

TEST(Regions, EntryEndsAtTheFirstWait) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());              // 0
  X.barrierOp(BarrierOp::Arrive);     // 1
  X.load(Lds, X.tid());               // 2
  X.barrierOp(BarrierOp::Wait);       // 3
  X.load(Lds, X.tid());               // 4
  X.barrierOp(BarrierOp::ArriveWait); // 5
  X.load(Lds, X.tid());               // 6
  Analysis Context(X.finish());
  Boundaries Bounds{&Context.View, {}, {}};
  Region Entry = regionOf(Context, Bounds, 0);
  ASSERT_EQ(Entry.Nodes.size(), 1u);
  EXPECT_EQ(Entry.Nodes[0].First, 0u);
  EXPECT_EQ(Entry.Nodes[0].End, 3u);
  Region Split = regionOf(Context, Bounds, 1);
  EXPECT_EQ(Split.Nodes[0].First, 2u);
  EXPECT_EQ(Split.Nodes[0].End, 5u);
  Region Joint = regionOf(Context, Bounds, 2);
  EXPECT_EQ(Joint.Nodes[0].First, 6u);
  EXPECT_EQ(Joint.Nodes[0].End, 7u);
  Bounds.Transparent = {{0, 1}, {0, 3}};
  EXPECT_EQ(regionOf(Context, Bounds, 0).Nodes[0].End, 5u);
}

TEST(Regions, AroundALoopIsTheNextIteration) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  Kernel::Id I = None;
  countedLoop(X, 5, [&](Kernel::Id Counter) {
    I = Counter;
    X.store(Lds, X.tid());
    X.barrierOp(BarrierOp::ArriveWait);
    X.load(Lds, X.tid());
  });
  Analysis Context(X.finish());
  Boundaries Bounds{&Context.View, {}, {}};
  Region R = regionOf(Context, Bounds, 1);
  // After the barrier, the next iteration up to it, and the exit.
  ASSERT_EQ(R.Nodes.size(), 3u);
  EXPECT_EQ(R.Around.size(), 1u);
  const RegionNode *Next = nullptr;
  for (const RegionNode &N : R.Nodes)
    if (N.Copy != RootCopy)
      Next = &N;
  ASSERT_NE(Next, nullptr);
  TermId Difference = Context.Terms.sub(Context.Eval.value(I, Next->Copy),
                                        Context.Eval.value(I, RootCopy));
  EXPECT_EQ(Context.Terms.constantOf(Difference), 1u);
}

TEST(Regions, ALoopWithoutWaitIsInSomeIteration) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  countedLoop(X, 5, [&](Kernel::Id I) {
    X.store(Lds, X.op(K::Add, X.op(K::Mul, I, 64), X.tid()));
  });
  Analysis Context(X.finish());
  Boundaries Bounds{&Context.View, {}, {}};
  RegionBuilder Builder(Context.Eval, Bounds);
  Region R = Builder.build(std::nullopt);
  ASSERT_EQ(R.Nodes.size(), 3u);
  EXPECT_TRUE(R.Nodes[1].IsHeader);
  EXPECT_EQ(
      Context.Terms[Context.Eval.iteration(LoopId(0), RootCopy)].Limits.High,
      4u);
}

} // namespace fencepost::sym
