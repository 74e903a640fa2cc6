//===- StepCountsTest.cpp - Counting steps and lines ----------------------===//
#include "fencepost/Lower/StepCounts.h"
#include "fencepost/Lower/Lower.h"
#include "fencepost/Lower/OperationText.h"
#include "gtest/gtest.h"
#include <limits>

using namespace fencepost;
using namespace fencepost::lower;

static StepCounts countOf(llvm::StringRef Text, llvm::StringRef Cpu) {
  Operation Op = llvm::cantFail(parseOperation(Text));
  Mode M = llvm::cantFail(Mode::parse(Cpu, ""));
  return countSteps(llvm::cantFail(lower::lower(Op, M, Dialect::Spec)), Op);
}

TEST(StepCounts, StepsByTheirKind) {
  // write-back, wait, access, wait, invalidate
  EXPECT_EQ(countOf("atomicrmw add acq_rel agent global", "gfx942"),
            (StepCounts{2, 1, 1, 0, 1}));
  EXPECT_EQ(countOf("barrier", "gfx1201"), (StepCounts{0, 0, 0, 2, 0}));
  EXPECT_EQ(countOf("load global", "gfx942"), StepCounts());
  // A load and a store, not an atomic.
  EXPECT_EQ(countOf("atomicrmw add monotonic agent private", "gfx942"),
            StepCounts());
}

TEST(StepCounts, LinesByTheirMnemonic) {
  EXPECT_EQ(countLine("s_waitcnt vmcnt(0)"), (StepCounts{1, 0, 0, 0, 0}));
  EXPECT_EQ(countLine("  s_wait_loadcnt_dscnt 0x0"),
            (StepCounts{1, 0, 0, 0, 0}));
  EXPECT_EQ(countLine("buffer_wbl2 sc1"), (StepCounts{0, 1, 0, 0, 0}));
  EXPECT_EQ(countLine("global_wb scope:SCOPE_DEV"),
            (StepCounts{0, 1, 0, 0, 0}));
  EXPECT_EQ(countLine("global_wbinv scope:SCOPE_SYS"),
            (StepCounts{0, 1, 1, 0, 0}));
  EXPECT_EQ(countLine("buffer_wbinvl1_vol"), (StepCounts{0, 0, 1, 0, 0}));
  EXPECT_EQ(countLine("buffer_gl0_inv"), (StepCounts{0, 0, 1, 0, 0}));
  EXPECT_EQ(countLine("s_barrier_signal -1"), (StepCounts{0, 0, 0, 1, 0}));
  EXPECT_EQ(countLine("flat_atomic_add v0, v1"), (StepCounts{0, 0, 0, 0, 1}));
  EXPECT_EQ(countLine("v_mov_b32 v0, 1"), StepCounts());
  EXPECT_EQ(countLine("; s_waitcnt 0"), StepCounts());
  EXPECT_EQ(countLine(""), StepCounts());
}

TEST(StepCounts, SumsStopAtTheLargestNumber) {
  StepCounts Sum, One = {1, 2, 3, 4, 5};
  Sum.add(One, 10);
  Sum.add(One);
  EXPECT_EQ(Sum, (StepCounts{11, 22, 33, 44, 55}));
  for (int I = 0; I < 3; ++I)
    Sum.add(One, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(Sum.Waits, uint64_t(std::numeric_limits<int64_t>::max()));
  EXPECT_EQ(Sum.Atomics, uint64_t(std::numeric_limits<int64_t>::max()));
}
