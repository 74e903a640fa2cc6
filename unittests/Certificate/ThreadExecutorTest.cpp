//===- ThreadExecutorTest.cpp - One thread of an execution, run as it is --===//
#include "fencepost/Certificate/ThreadExecutor.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

// Simulate/ThreadInterpreter.h is another interpreter for the same.
TEST(ThreadExecutor, AgreesWithTheCheckersMachine) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::string Text = place::randomShape(Seed, 3 + Seed % 10);
    view::SyncView View = place::shape(Text);
    view::Boundaries Bounds{&View, {}, std::nullopt};
    sim::ThreadInterpreter Other(View, Bounds);
    for (uint64_t Number : {0, 1, 3})
      for (uint32_t Thread : {0, 7, 15}) {
        BoundExecution Execution;
        Execution.Size[0] = 16;
        sim::Launch Same;
        Same.Size[0] = 16;
        Same.AllArguments = Number;
        for (uint32_t A = 0; A < 8; ++A)
          Execution.Arguments[A] = Number;
        ThreadExecution Mine =
            ThreadExecutor(View).run(Execution, Thread, 1000);
        sim::Trace Theirs =
            Other.run(Same, sim::threadAt(Same, Thread), {}, {}, 1000);
        EXPECT_EQ(Mine.Blocks, Theirs.Path) << Text;
        EXPECT_EQ(Mine.HasEnded, Theirs.Ended) << Text;
        std::vector<uint64_t> A, B;
        for (const ExecutedAccess &P : Mine.Accesses)
          A.push_back(P.Address);
        for (const sim::AccessRecord &H : Theirs.Accesses)
          if (View.Objects[H.Site.in(View).Object].Space == AddressSpace::Local)
            B.push_back(H.Address);
        EXPECT_EQ(A, B) << Text;
      }
  }
}

TEST(ThreadExecutor, OutcomesAreGivenOneByOne) {
  view::SyncView View = place::shape("loop{if{wA}}");
  BoundExecution Execution;
  Execution.Size[0] = 16;
  Execution.Arguments[7] = 3;
  ThreadExecution Never = ThreadExecutor(View).run(Execution, 0, 100);
  EXPECT_TRUE(Never.Accesses.empty());
  ASSERT_EQ(Never.Unknowns.size(), 3u);
  Execution.Outcomes.push_back({Never.Unknowns[1].Value, 1, 1});
  ThreadExecution Once = ThreadExecutor(View).run(Execution, 0, 100);
  EXPECT_EQ(Once.Accesses.size(), 1u);
  EXPECT_TRUE(Once.HasEnded);
  EXPECT_FALSE(ThreadExecutor(View).run(Execution, 0, 2).HasEnded);
}

TEST(ThreadExecutor, WhatCollides) {
  view::SyncView View = place::shape("wA rA aA aA");
  auto ValueAt = [](uint32_t Event, uint64_t Address) {
    return ExecutedAccess{{{0, Event}, false}, Address, std::nullopt, 0};
  };
  EXPECT_TRUE(collide(View, ValueAt(0, 8), ValueAt(1, 8)));
  EXPECT_TRUE(collide(View, ValueAt(0, 8), ValueAt(1, 11)));
  EXPECT_FALSE(collide(View, ValueAt(0, 8), ValueAt(1, 12)));
  EXPECT_FALSE(collide(View, ValueAt(1, 8), ValueAt(1, 8)));
  EXPECT_FALSE(collide(View, ValueAt(2, 8), ValueAt(3, 8)));
  EXPECT_TRUE(collide(View, ValueAt(2, 8), ValueAt(0, 8)));
}

} // namespace
} // namespace fencepost::certificate
