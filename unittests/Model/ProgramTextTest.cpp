//===- ProgramTextTest.cpp - Instructions in the litmus language's words --===//
#include "fencepost/Model/ProgramText.h"
#include "gtest/gtest.h"

namespace fencepost::model {

namespace {
class Describe : public ::testing::Test {
protected:
  void SetUp() override {
    P.Locations.resize(3);
    P.Locations[0].Name = "x";
    P.Locations[1].Name = "a";
    P.Locations[1].IsArray = true;
    P.Locations[1].Size = 8;
    P.Locations[2].Name = "buf";
    P.Locations[2].Space = AddressSpace::Local;
    P.NamedBarriers = {"b"};
    P.Threads.resize(2);
    P.Threads[0].Name = "P0";
    P.Threads[1].Name = "P1";
    P.Threads[0].Registers = {"r0", "r1"};
  }

  unsigned constant(int32_t Value) {
    return node({ExpressionKind::Constant, Value, None, None, None});
  }
  unsigned reg(unsigned Number) {
    return node({ExpressionKind::Register, 0, Number, None, None});
  }
  unsigned binary(ExpressionKind Kind, unsigned A, unsigned B) {
    return node({Kind, 0, A, B, None});
  }
  unsigned node(Expression E) {
    P.Threads[0].Expressions.push_back(E);
    return P.Threads[0].Expressions.size() - 1;
  }
  std::string text(unsigned Node) {
    return describeExpression(P.Threads[0], Node);
  }
  ProgramPoint add(Instruction I) {
    I.Where.Line = 7;
    P.Threads[0].Code.push_back(I);
    return {0, static_cast<unsigned>(P.Threads[0].Code.size() - 1)};
  }

  Program P;
};
TEST_F(Describe, ExpressionsHaveOnlyTheParenthesesTheyNeed) {
  using enum ExpressionKind;
  unsigned A = reg(0), B = reg(1), One = constant(-1);
  EXPECT_EQ(text(binary(Sub, binary(Sub, A, B), One)), "r0 - r1 - -1");
  EXPECT_EQ(text(binary(Sub, A, binary(Sub, B, One))), "r0 - (r1 - -1)");
  EXPECT_EQ(text(binary(Mul, binary(Add, A, B), One)), "(r0 + r1) * -1");
  EXPECT_EQ(text(binary(And, A, binary(Eq, B, One))), "r0 & r1 == -1");
  EXPECT_EQ(text(binary(Eq, binary(And, A, B), One)), "(r0 & r1) == -1");
  EXPECT_EQ(text(node({Not, 0, binary(LogicalOr, A, B), None, None})),
            "!(r0 || r1)");
  EXPECT_EQ(text(node({Select, 0, A, B, One})), "(r0 ? r1 : -1)");
  EXPECT_EQ(text(binary(ULt, A, binary(LShr, B, One))), "r0 <u r1 >>u -1");
}

TEST_F(Describe, DeepExpressionsAreCut) {
  unsigned Node = reg(0);
  for (unsigned I = 0; I < 100000; ++I)
    Node = node({ExpressionKind::Not, 0, Node, None, None});
  EXPECT_NE(text(Node).find("!..."), std::string::npos);
  // Shared nodes: 2^150 leaves.
  Node = reg(0);
  for (unsigned I = 0; I < 150; ++I)
    Node = binary(ExpressionKind::Add, Node, Node);
  EXPECT_LT(text(Node).size(), 20000u);
}

TEST_F(Describe, Accesses) {
  Instruction I;
  I.Op = Opcode::Store;
  I.Memory = {0, None};
  I.Value = constant(1);
  EXPECT_EQ(describe(P, add(I)), "store x, 1");
  I.Available = true;
  I.Reach = {ScopeLevel::Agent, false};
  EXPECT_EQ(describe(P, add(I)), "store.av x, 1 agent");
  I.Available = false;
  I.Order = Ordering::Release;
  I.NoAv = true;
  EXPECT_EQ(describe(P, add(I)), "store atomic x, 1 release agent noav");
  EXPECT_EQ(describeBriefly(P, add(I)), "store atomic x");
  EXPECT_EQ(describePlace(P, add(I)), "P0, line 7");
  I.Op = Opcode::ReadModifyWrite;
  I.Memory = {1, reg(1)};
  I.Result = 0;
  EXPECT_EQ(describe(P, add(I)), "atomicrmw xchg a[r1], 1 release agent noav");
  I.Op = Opcode::CompareExchange;
  I.Compare = constant(2);
  I.Order = Ordering::AcquireRelease;
  I.FailureOrder = Ordering::Monotonic;
  I.NoAv = false;
  EXPECT_EQ(describe(P, add(I)), "cmpxchg a[r1], 2, 1 acq_rel monotonic agent");
}

TEST_F(Describe, TheRest) {
  Instruction Fence;
  Fence.Op = Opcode::Fence;
  Fence.Order = Ordering::SequentiallyConsistent;
  Fence.Reach = {ScopeLevel::System, true};
  Fence.Tags = {AddressSpace::Global, AddressSpace::Local};
  EXPECT_EQ(describe(P, add(Fence)),
            "fence seq_cst system-one-as local global");
  Instruction Barrier;
  Barrier.Op = Opcode::Barrier;
  Barrier.Barrier = BarrierOp::Arrive;
  Barrier.Object = BarrierId::named(1);
  Barrier.Value = constant(2);
  EXPECT_EQ(describe(P, add(Barrier)), "barrier.arrive b, 2");
  Barrier.Value = None;
  Barrier.Object = BarrierId::workgroupTrap();
  EXPECT_EQ(describe(P, add(Barrier)), "barrier.arrive trap");
  Barrier.Barrier = BarrierOp::Drop;
  Barrier.Object = BarrierId::null();
  EXPECT_EQ(describe(P, add(Barrier)), "barrier.leave");
  Instruction Async;
  Async.Op = Opcode::AsyncLoad;
  Async.Memory = {0, None};
  Async.Destination = {2, None};
  EXPECT_EQ(describe(P, add(Async)), "async.load x -> buf");
  Instruction Wait;
  Wait.Op = Opcode::AsyncWait;
  Wait.Value = constant(3);
  EXPECT_EQ(describe(P, add(Wait)), "wait.asyncmark 3");
}

TEST_F(Describe, CellsNameTheirWorkgroupOnlyWhereThereAreSeveral) {
  EXPECT_EQ(cellName(P, {0, 0, 0}), "x");
  EXPECT_EQ(cellName(P, {1, 2, 0}), "a[2]");
  EXPECT_EQ(cellName(P, {2, 0, 0}), "buf");
  P.Threads[1].Where.Workgroup = 5;
  EXPECT_EQ(cellName(P, {2, 0, 0}), "P0:buf");
  EXPECT_EQ(cellName(P, {2, 0, 1}), "P1:buf");
  EXPECT_EQ(cellName(P, {0, 0, 0}), "x");
}

TEST(DescribeNames, PredefinedBarriersParseBack) {
  Program P;
  for (int Operand = BarrierId::First; Operand <= 0; ++Operand) {
    BarrierId Id = *BarrierId::fromOperand(Operand);
    EXPECT_EQ(parsePredefinedBarrier(barrierName(P, Id)), Id);
  }
  EXPECT_FALSE(parsePredefinedBarrier("b"));
}

} // namespace
} // namespace fencepost::model
