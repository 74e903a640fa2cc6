//===- SmallProgramTest.cpp - Test programs lower and print as meant ------===//
#include "SmallProgram.h"
#include "fencepost/Model/Explore.h"
#include "gtest/gtest.h"

namespace fencepost::model {

static SmallProgram everyShape() {
  SmallProgram S;
  S.Locations = {globalLocation("x"), localLocation("buf")};
  S.NumBarriers = 1;
  SmallExpression R1 = SmallExpression::reg(1);
  S.Threads.push_back(
      {Place(),
       {loadAtomic(1, 0, Ordering::Acquire, ScopeLevel::Agent),
        ifThen(SmallExpression::binary(1, ExpressionKind::Eq, 1),
               {store(0, R1)}, {fence(Ordering::Release)}),
        whileDo(R1, {load(1, 0)}), call({asyncLoad(0, 1), asyncMark()}),
        asyncWait(0), barrier(BarrierOp::Init, BarrierId::named(1), 2),
        compareExchange(None, 0, 0, 1, Ordering::Monotonic,
                        Ordering::Monotonic)}});
  S.Observed = {{0, 0, 0}};
  return S;
}

TEST(SmallProgram, LowersToAUsableProgram) {
  Program P = everyShape().lower();
  EXPECT_EQ(checkProgram(P), "");
  EXPECT_EQ(P.Threads[0].Registers, std::vector<std::string>{"r1"});
  EXPECT_EQ(P.Threads[0].NumLoops, 1u);
  EXPECT_EQ(everyShape().numStatements(), 12u);
}

TEST(SmallProgram, PrintsAsLitmusText) {
  EXPECT_EQ(everyShape().text("every-shape"), R"(AMDGPU every-shape
{ global x = 0; local buf; barrier b0; }
thread P0 @ agent 0 cluster 0 workgroup 0 wavefront 0 {
  r1 = load atomic x acquire agent
  if (r1 == 1) {
    store x, r1
  } else {
    fence release system
  }
  while (r1) {
    r1 = load x
  }
  // A call begins.
    async.load x -> buf
    asyncmark
  // The call ends.
  wait.asyncmark 0
  barrier.init b0, 2
  cmpxchg x, 0, 1 monotonic monotonic system
}
exists (race \/ ub \/ [x] = 1)
)");
}

} // namespace fencepost::model
