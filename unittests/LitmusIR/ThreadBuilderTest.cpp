//===- ThreadBuilderTest.cpp - Writing down the instructions of a thread --===//
#include "../../lib/LitmusIR/ThreadBuilder.h"
#include "fencepost/Model/ProgramText.h"
#include "gtest/gtest.h"

namespace fencepost {
namespace {

using model::ExpressionKind;
using model::Opcode;

struct ThreadBuilderTest : testing::Test {
  model::Thread T;
  ThreadBuilder Build{T};

  std::string text(unsigned Node) { return describeExpression(T, Node); }
};

TEST_F(ThreadBuilderTest, RegistersHaveNamesOfTheirOwn) {
  EXPECT_EQ(Build.addRegister("r"), 0u);
  EXPECT_EQ(Build.addRegister("r"), 1u);
  EXPECT_EQ(Build.addRegister("r."), 2u);
  EXPECT_EQ(T.Registers, (std::vector<std::string>{"r", "r.", "r.."}));
}

TEST_F(ThreadBuilderTest, SumsAndProductsAreFolded) {
  unsigned R = Build.reg(Build.addRegister("r"));
  unsigned Max = Build.constant(INT32_MAX), One = Build.constant(1);
  unsigned Zero = Build.constant(0), Two = Build.constant(2);
  EXPECT_EQ(Build.binary(ExpressionKind::Add, R, Zero), R);
  EXPECT_EQ(Build.binary(ExpressionKind::Add, Zero, R), R);
  EXPECT_EQ(Build.binary(ExpressionKind::Mul, R, One), R);
  EXPECT_EQ(Build.binary(ExpressionKind::Mul, One, R), R);
  EXPECT_EQ(text(Build.binary(ExpressionKind::Add, Max, One)), "-2147483648");
  EXPECT_EQ(text(Build.binary(ExpressionKind::Mul, Max, Two)), "-2");
  EXPECT_EQ(text(Build.binary(ExpressionKind::Add, R, One)), "r + 1");
  EXPECT_EQ(text(Build.binary(ExpressionKind::Sub, R, Zero)), "r - 0");
}

TEST_F(ThreadBuilderTest, SaysWhatAnExpressionReads) {
  unsigned A = Build.reg(Build.addRegister("a"));
  unsigned B = Build.reg(Build.addRegister("b"));
  unsigned S = Build.select(Build.logicalNot(A), Build.undef(),
                            Build.binary(ExpressionKind::Sub, A, A));
  EXPECT_TRUE(Build.reads(S, 0));
  EXPECT_FALSE(Build.reads(S, 1));
  EXPECT_TRUE(Build.reads(B, 1));
  EXPECT_EQ(Build.registerOf(B), 1u);
  EXPECT_EQ(Build.registerOf(S), std::nullopt);
}

TEST_F(ThreadBuilderTest, AnAssignmentToItselfIsNone) {
  unsigned A = Build.addRegister("a");
  Build.assign(A, Build.reg(A), {});
  EXPECT_TRUE(T.Code.empty());
}

TEST_F(ThreadBuilderTest, JumpsToWhatComesNextAreLeftOut) {
  unsigned Next = Build.addLabel(), End = Build.addLabel();
  unsigned Start = Build.addLabel(), Empty = Build.addLabel();
  Build.place(Start);
  Build.branch(Build.constant(1), Empty, End, ThreadBuilder::BranchKind::Plain,
               {}); // 0
  Build.jump(Next, {});
  Build.jump(Next, {});
  Build.place(Next);
  Build.emit(Opcode::AsyncMark, {}); // 1
  Build.place(Empty);
  Build.jump(End, {});   // 2
  Build.jump(Start, {}); // 3
  Build.place(End);
  Build.finish();
  ASSERT_EQ(T.Code.size(), 4u);
  EXPECT_EQ(T.Code[0].Target, 2u);
  EXPECT_EQ(T.Code[0].Join, 4u);
  EXPECT_EQ(T.Code[1].Op, Opcode::AsyncMark);
  EXPECT_EQ(T.Code[2].Target, 4u);
  EXPECT_EQ(T.Code[3].Target, 0u);
}

} // namespace
} // namespace fencepost
