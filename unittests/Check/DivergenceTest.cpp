//===- DivergenceTest.cpp - Barriers that not all threads reach -----------===//
// Each finding with its twin, the correct view.
//===----------------------------------------------------------------------===//
#include "Barriers/Divergence.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;

static std::vector<Defect> divergenceIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  return findDivergence(Context);
}

static std::vector<Defect> mismatchesIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  return findMismatches(Context);
}

/// if (Condition) barrier
static std::vector<Defect>
guarded(llvm::function_ref<Kernel::Id(Kernel &)> Condition,
        bool Uniform = false) {
  Kernel X(64, 32);
  Kernel::Id C = Condition(X);
  BlockId Entry = X.CurrentBlock, Then = X.block("then");
  X.barrier();
  BlockId Join = X.block("join");
  X.branch(Entry, C, Then, Join, Uniform);
  X.jump(Then, Join);
  X.barrier();
  return divergenceIn(X);
}

TEST(Divergence, BarrierUnderAThreadsCondition) {
  auto Found = guarded([](Kernel &X) { return X.op(K::ULt, X.tid(), 16); });
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Kind, DefectKind::DivergentBarrier);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error) << reasonOf(Found[0]);
  EXPECT_TRUE(Found[0].Evidence.has_value());
}

TEST(Divergence, ConditionOfAWholeWaveIsStillNotOfTheGroup) {
  auto Found = guarded([](Kernel &X) { return X.op(K::ULt, X.tid(), 32); });
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_FALSE(Found[0].Evidence->SameWave);
}

TEST(Divergence, ConditionsThatAllThreadsShare) {
  // Marked as divergent, but the solver shows that it is not.
  EXPECT_TRUE(
      guarded([](Kernel &X) { return X.op(K::ULt, X.tid(), 64); }).empty());
  EXPECT_TRUE(
      guarded([](Kernel &X) { return X.op(K::Eq, X.argument(0), 3); }).empty());
}

TEST(Divergence, ConditionFromMemoryIsPossible) {
  auto Found = guarded([](Kernel &X) { return X.unknown(false, 1); });
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Possible);
}

TEST(Divergence, WavesThatSwapTheirBarriers) {
  // if (wave 0) barrier; ...; if (wave 1) barrier: both pass one.
  for (bool Ping : {true, false}) {
    Kernel X(64, 32);
    Kernel::Id First = X.op(K::ULt, X.tid(), 32);
    BlockId Entry = X.CurrentBlock, Then = X.block("then");
    X.barrier();
    BlockId Join = X.block("join");
    X.branch(Entry, First, Then, Join, false);
    X.jump(Then, Join);
    Kernel::Id Second = X.op(K::ULe, X.constant(Ping ? 32 : 100), X.tid());
    BlockId Other = X.block("other");
    X.barrier();
    BlockId End = X.block("end");
    X.branch(Join, Second, Other, End, false);
    X.jump(Other, End);
    EXPECT_EQ(divergenceIn(X).empty(), Ping);
  }
}

TEST(Divergence, LoopBounds) {
  for (bool Same : {false, true}) {
    Kernel X(64, 32);
    BlockId Pre = X.CurrentBlock;
    Kernel::Id Zero = X.constant(0);
    X.loop();
    BlockId Body = X.block("body");
    X.jump(Pre, Body);
    Kernel::Id I = X.phi({{Pre, Zero}}, true);
    X.barrier();
    Kernel::Id Next = X.op(K::Add, I, 1);
    X.addIncoming(I, Body, Next);
    Kernel::Id Bound = Same ? X.constant(4) : X.op(K::And, X.tid(), 3);
    Kernel::Id More = X.op(K::ULt, Next, Bound);
    X.endLoop();
    BlockId Exit = X.block("exit");
    X.branch(Body, More, Body, Exit, Same);
    std::vector<Defect> Found = divergenceIn(X);
    ASSERT_EQ(Found.size(), Same ? 0u : 1u);
    if (!Same) {
      EXPECT_EQ(Found[0].Kind, DefectKind::LoopBoundsDiffer);
      EXPECT_EQ(Found[0].Certainty, Certainty::Error) << reasonOf(Found[0]);
    }
  }
}

TEST(Divergence, ExitBeforeABarrier) {
  Kernel X(64, 32);
  Kernel::Id Out = X.op(K::ULe, X.constant(60), X.tid());
  BlockId Entry = X.CurrentBlock, Rest = X.block("rest");
  X.barrier();
  BlockId End = X.block("end");
  X.branch(Entry, Out, End, Rest, false);
  X.jump(Rest, End);
  std::vector<Defect> Found = divergenceIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Kind, DefectKind::ExitBeforeBarrier);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error) << reasonOf(Found[0]);
}

TEST(Mismatches, SplitBarriers) {
  using B = BarrierOp;
  using Kinds = std::vector<DefectKind>;
  struct Row {
    std::vector<BarrierOp> Ops;
    Kinds Expected;
  };
  for (const Row &R : {
           Row{{B::Arrive, B::Wait}, {}},
           Row{{B::ArriveWait, B::Arrive, B::Wait, B::ArriveWait}, {}},
           Row{{B::Arrive, B::Arrive, B::Wait}, {DefectKind::SignalTwice}},
           Row{{B::Arrive, B::ArriveWait}, {DefectKind::SignalTwice}},
           Row{{B::Wait}, {DefectKind::WaitWithoutSignal}},
           Row{{B::Arrive, B::Wait, B::Wait}, {DefectKind::WaitWithoutSignal}},
           Row{{B::Arrive}, {DefectKind::SignalWithoutWait}},
       }) {
    Kernel X(64, 32);
    for (BarrierOp Op : R.Ops)
      X.barrierOp(Op);
    Kinds Found;
    for (const Defect &F : mismatchesIn(X)) {
      EXPECT_EQ(F.Certainty, Certainty::Error);
      Found.push_back(F.Kind);
    }
    EXPECT_EQ(Found, R.Expected);
  }
}

TEST(Mismatches, OnOnePathOnly) {
  // signal; if (Condition) wait
  for (bool Feasible : {true, false}) {
    Kernel X(64, 32);
    X.barrierOp(BarrierOp::Arrive);
    Kernel::Id C = Feasible ? X.op(K::ULt, X.tid(), 8) : X.unknown(true, 1);
    BlockId Entry = X.CurrentBlock, Then = X.block("then");
    X.barrierOp(BarrierOp::Wait);
    BlockId End = X.block("end");
    X.branch(Entry, C, Then, End, !Feasible);
    X.jump(Then, End);
    std::vector<Defect> Found = mismatchesIn(X);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Kind, DefectKind::SignalWithoutWait);
  }
}

} // namespace fencepost::check
