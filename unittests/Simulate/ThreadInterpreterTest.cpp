//===- ThreadInterpreterTest.cpp - Threads run concretely ----------------===//
// Traces of a small kernel, the rule of order between accesses, and overlap.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "../View/Kernel.h"
#include <gtest/gtest.h>

namespace fencepost::sim {

using namespace view;
using K = ValueKind;

TEST(ThreadInterpreter, TraceOfALoop) {
  Kernel X(8, 4);
  uint32_t Lds = X.object("lds");
  countedLoop(X, 3, [&](Kernel::Id I) {
    X.store(Lds, X.op(K::Add, X.op(K::Mul, I, 8), X.tid()), I);
    X.barrier();
  });
  Boundaries Bounds{&X.finish(), {}, {}};
  ThreadInterpreter M(X.View, Bounds);
  Launch Launch;
  Launch.Size[0] = 8;
  Trace T = M.run(Launch, {{5, 0, 0}}, {}, {}, 100);
  EXPECT_TRUE(T.Ended);
  EXPECT_EQ(T.Path, (std::vector<BlockId>{0, 1, 1, 1, 2}));
  ASSERT_EQ(T.Accesses.size(), 3u);
  for (unsigned I = 0; I < 3; ++I) {
    const AccessRecord &H = T.Accesses[I];
    EXPECT_EQ(H.Address, X.View.Objects[Lds].Base + 4 * (8 * I + 5));
    EXPECT_EQ(H.Signals, I);
    EXPECT_EQ(H.Waits, I);
    EXPECT_EQ(H.Epoch, 3 * I);
    EXPECT_EQ(H.Stored, I);
    EXPECT_EQ(H.Iterations[0].second, I);
  }
  EXPECT_FALSE(M.run(Launch, {{5, 0, 0}}, {}, {}, 3).Ended);
}

TEST(ThreadInterpreter, OrderByBarriers) {
  // (signals, waits) before each: see Regions.h.
  auto Unordered = [](uint32_t SA, uint32_t WA, uint32_t SB, uint32_t WB) {
    AccessRecord A, B;
    A.Signals = SA, A.Waits = WA, B.Signals = SB, B.Waits = WB;
    bool Result = isUnordered(A, B, false);
    EXPECT_EQ(Result, isUnordered(B, A, false));
    return Result;
  };
  EXPECT_TRUE(Unordered(0, 0, 0, 0));
  EXPECT_FALSE(Unordered(0, 0, 1, 1));
  EXPECT_TRUE(Unordered(0, 0, 1, 0)); // B between signal and wait.
  EXPECT_TRUE(Unordered(1, 0, 1, 1));
  EXPECT_TRUE(Unordered(1, 0, 2, 1)); // Both between, one iteration apart.
  EXPECT_FALSE(Unordered(1, 0, 2, 2));
}

TEST(ThreadInterpreter, CommonByte) {
  EXPECT_EQ(commonByte(100, 4, 102, 4), 102u);
  EXPECT_EQ(commonByte(102, 4, 100, 4), 102u);
  EXPECT_EQ(commonByte(100, 4, 104, 4), std::nullopt);
  EXPECT_EQ(commonByte(100, 8, 104, 1), 104u);
  EXPECT_EQ(commonByte(0, 1, ~uint64_t(0), 1), std::nullopt);
}

} // namespace fencepost::sim
