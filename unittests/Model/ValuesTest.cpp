//===- ValuesTest.cpp - Arithmetic, and sets of dependencies --------------===//
#include "Execution/Values.h"
#include "ReferenceExpression.h"
#include "fencepost/Model/ProgramText.h"
#include "gtest/gtest.h"

namespace fencepost::model {

namespace {

Value of(int32_t N) { return Value::of(N); }

Value binary(ExpressionKind Kind, int32_t A, int32_t B) {
  return apply(Kind, of(A), of(B), of(0));
}

TEST(Values, ArithmeticWrapsAndShiftsAreModulo32) {
  EXPECT_EQ(binary(ExpressionKind::Add, INT32_MAX, 1), of(INT32_MIN));
  EXPECT_EQ(binary(ExpressionKind::Sub, INT32_MIN, 1), of(INT32_MAX));
  EXPECT_EQ(binary(ExpressionKind::Mul, 1 << 20, 1 << 20), of(0));
  EXPECT_EQ(binary(ExpressionKind::Shl, 1, 33), of(2));
  EXPECT_EQ(binary(ExpressionKind::Shr, -8, 1), of(-4));
  EXPECT_EQ(binary(ExpressionKind::LShr, -8, 1), of(0x7ffffffc));
  EXPECT_EQ(binary(ExpressionKind::Lt, -1, 0), of(1));
  EXPECT_EQ(binary(ExpressionKind::ULt, -1, 0), of(0));
  EXPECT_EQ(binary(ExpressionKind::LogicalAnd, 2, 4), of(1));
}

/// Both ends of every range, and what shifts and signs turn on.
constexpr int32_t Corners[] = {0,
                               1,
                               -1,
                               2,
                               -2,
                               5,
                               -5,
                               31,
                               32,
                               33,
                               -8,
                               0xffff,
                               1 << 16,
                               0x55555555,
                               1 << 30,
                               -(1 << 30),
                               INT32_MAX,
                               INT32_MIN,
                               INT32_MAX - 1,
                               INT32_MIN + 1,
                               -31,
                               -32,
                               -33};

TEST(Values, OperatorsAgreeWithTheReference) {
  Thread T;
  T.Expressions.resize(3);
  T.Expressions[0].Kind = T.Expressions[1].Kind = ExpressionKind::Constant;
  T.Expressions[2].A = 0;
  T.Expressions[2].B = 1;
  for (unsigned K = 0; K != numEnumerators<ExpressionKind>(); ++K) {
    auto Kind = static_cast<ExpressionKind>(K);
    if (!findOperator(Kind))
      continue;
    T.Expressions[2].Kind = Kind;
    for (int32_t A : Corners)
      for (int32_t B : Corners) {
        T.Expressions[0].Value = A;
        T.Expressions[1].Value = B;
        EXPECT_EQ(binary(Kind, A, B), naive::evaluate(T, 2, {}).V)
            << A << " " << findOperator(Kind)->Spelling.str() << " " << B;
      }
  }
}

TEST(Values, UpdatesAgreeWithTheReference) {
  for (unsigned M = 0; M != NumModifyOps; ++M) {
    auto Op = static_cast<ModifyOp>(M);
    if (!isModelled(Op))
      continue;
    for (int32_t A : Corners)
      for (int32_t B : Corners)
        EXPECT_EQ(apply(Op, of(A), of(B)), naive::modify(Op, of(A), of(B)))
            << modifyOpName(Op).str() << " " << A << " " << B;
  }
}

TEST(Values, UndefOperandsGiveUndef) {
  Value U = Value::undef();
  EXPECT_EQ(apply(ExpressionKind::Add, U, of(1), of(0)), U);
  EXPECT_EQ(apply(ExpressionKind::LogicalAnd, of(0), U, of(0)), U);
  EXPECT_EQ(apply(ExpressionKind::Mul, of(0), U, of(0)), U);
  EXPECT_EQ(apply(ExpressionKind::Not, U, of(0), of(0)), U);
  EXPECT_EQ(apply(ExpressionKind::Select, of(1), of(3), U), of(3));
  EXPECT_EQ(apply(ExpressionKind::Select, of(0), of(3), U), U);
  EXPECT_EQ(apply(ModifyOp::Add, U, of(1)), U);
  EXPECT_EQ(apply(ModifyOp::Xchg, U, of(1)), of(1));
}

TEST(Values, ReadModifyWriteOperators) {
  EXPECT_EQ(apply(ModifyOp::Max, of(-1), of(1)), of(1));
  EXPECT_EQ(apply(ModifyOp::UMax, of(-1), of(1)), of(-1));
  EXPECT_EQ(apply(ModifyOp::Min, of(-1), of(1)), of(-1));
  EXPECT_EQ(apply(ModifyOp::UMin, of(-1), of(1)), of(1));
  EXPECT_EQ(apply(ModifyOp::Sub, of(INT32_MIN), of(1)), of(INT32_MAX));
  EXPECT_EQ(apply(ModifyOp::And, of(6), of(3)), of(2));
  EXPECT_EQ(apply(ModifyOp::Or, of(6), of(3)), of(7));
  EXPECT_EQ(apply(ModifyOp::Xor, of(6), of(3)), of(5));
}

TEST(Values, KnownOperandsFold) {
  Values V;
  ValueId Sum = V.operation(ExpressionKind::Add, V.number(2), V.number(3), 0);
  EXPECT_EQ(V[Sum].Kind, NodeKind::Number);
  EXPECT_EQ(V[Sum].Number, 5);
  ValueId Open = V.operation(ExpressionKind::Add, V.read(7), V.number(3), 0);
  EXPECT_EQ(V[Open].Kind, NodeKind::Operation);
  EXPECT_EQ(V[V.modify(ModifyOp::Xchg, V.read(7), Sum)].Number, 5);
}

TEST(Dependencies, JoinIsAUnionWithoutCopies) {
  Dependencies D;
  DependencyId A = D.on(1), B = D.on(5), AB = D.join(A, B);
  EXPECT_EQ(D[AB], llvm::ArrayRef<uint32_t>({1, 5}));
  EXPECT_EQ(D.join(AB, A), AB);
  EXPECT_EQ(D.join(B, AB), AB);
  EXPECT_EQ(D.join(Dependencies::Empty, B), B);
  EXPECT_EQ(D.join(B, Dependencies::Empty), B);
  uint32_t Step = DependencySource::step(3, 12);
  EXPECT_TRUE(DependencySource::isStep(Step));
  EXPECT_EQ(DependencySource::waveOf(Step), 3u);
  EXPECT_EQ(DependencySource::stepOf(Step), 12u);
}

} // namespace

} // namespace fencepost::model
