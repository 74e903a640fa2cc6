//===- ValueTableTest.cpp - Values are added once, and stay what they are -===//
// Whatever the table makes of an operator must compute to the same number.
//===----------------------------------------------------------------------===//
#include "fencepost/View/ValueTable.h"
#include "fencepost/View/Arithmetic.h"
#include "gtest/gtest.h"

using namespace fencepost::view;
using VK = ValueKind;

static constexpr unsigned Bits = 3, Limit = 1 << Bits;

/// \p Id where arguments 0 and 1 are \p X and \p Y.
static uint64_t evaluate(const ValueTable &Table, ValueId Id, uint64_t X,
                         uint64_t Y) {
  const Value &V = Table[Id];
  if (V.Kind == VK::Constant)
    return V.Number;
  if (V.Kind == VK::Argument)
    return truncated(V.Number ? Y : X, V.Bits);
  auto Operand = [&](ValueId Value) {
    return Value == None ? 0 : evaluate(Table, Value, X, Y);
  };
  return compute(V.Kind, V.Bits, Table.bits(V.A), Operand(V.A), Operand(V.B),
                 Operand(V.C));
}

namespace {
struct TableTest : testing::Test {
  std::vector<Value> Values;
  ValueTable Table{Values};

  ValueId argument(uint64_t Number, unsigned Width = Bits) {
    Leaf L;
    L.Bits = Width;
    L.Uniform = true;
    return Table.leaf(VK::Argument, Number, L);
  }
};
/// Every binary operator.
static std::vector<VK> binaryOperators() {
  std::vector<VK> All;
  for (unsigned K = unsigned(VK::Add); K != unsigned(VK::Select); ++K)
    All.push_back(VK(K));
  return All;
}

TEST_F(TableTest, OperatorsWithConstants) {
  ValueId X = argument(0);
  for (VK Kind : binaryOperators())
    for (uint64_t C = 0; C != Limit; ++C)
      for (bool ConstantFirst : {false, true}) {
        ValueId N = Table.constant(C, Bits);
        ValueId Id =
            Table.op(Kind, ConstantFirst ? N : X, ConstantFirst ? X : N);
        unsigned Width = Table.bits(Id);
        for (uint64_t V = 0; V != Limit; ++V)
          EXPECT_EQ(evaluate(Table, Id, V, 0),
                    compute(Kind, Width, Bits, ConstantFirst ? C : V,
                            ConstantFirst ? V : C))
              << unsigned(Kind) << " of " << V << " and " << C;
      }
}

TEST_F(TableTest, OperatorsOfTwoArguments) {
  for (VK Kind : binaryOperators())
    for (ValueId B : {argument(0), argument(1)}) {
      ValueId Id = Table.op(Kind, argument(0), B);
      for (uint64_t V = 0; V != Limit; ++V)
        for (uint64_t W = 0; W != Limit; ++W)
          EXPECT_EQ(
              evaluate(Table, Id, V, W),
              compute(Kind, Table.bits(Id), Bits, V, B == argument(0) ? V : W));
    }
}

// Sums and differences of constants in any order.
TEST_F(TableTest, NestedSums) {
  ValueId X = argument(0);
  for (uint64_t A = 0; A != Limit; ++A)
    for (uint64_t B = 0; B != Limit; ++B)
      for (VK Inner : {VK::Add, VK::Sub})
        for (VK Outer : {VK::Add, VK::Sub}) {
          ValueId Id =
              Table.op(Outer, Table.op(Inner, X, Table.constant(A, Bits)),
                       Table.constant(B, Bits));
          for (uint64_t V = 0; V != Limit; ++V)
            EXPECT_EQ(evaluate(Table, Id, V, 0),
                      compute(Outer, Bits, Bits,
                              compute(Inner, Bits, Bits, V, A), B));
          const Value &Made = Table[Id];
          EXPECT_TRUE(Id == X || (Made.Kind == VK::Add && Made.A == X));
        }
}

TEST_F(TableTest, Resizing) {
  ValueId X = argument(0);
  for (unsigned Middle = 1; Middle != 6; ++Middle)
    for (unsigned Last = 1; Last != 6; ++Last)
      for (bool First : {false, true})
        for (bool Second : {false, true}) {
          ValueId Id =
              Table.resize(Table.resize(X, Middle, First), Last, Second);
          for (uint64_t V = 0; V != Limit; ++V) {
            auto Step = [](uint64_t N, unsigned From, unsigned To,
                           bool Signed) {
              return truncated(Signed ? uint64_t(asSigned(N, From)) : N, To);
            };
            EXPECT_EQ(evaluate(Table, Id, V, 0),
                      Step(Step(V, Bits, Middle, First), Middle, Last, Second));
          }
        }
}

/// Sums of extended values, truncated, are sums of few bits: what counts up
/// stays recognizable.
TEST_F(TableTest, TruncatingWhatWasExtended) {
  ValueId X = argument(0), Y = argument(1);
  const unsigned Wide = 2 * Bits;
  for (VK Kind : {VK::Add, VK::Sub, VK::Mul, VK::And, VK::Or, VK::Xor, VK::UDiv,
                  VK::URem, VK::Shl, VK::LShr})
    for (bool Signed : {false, true})
      for (unsigned Last = 1; Last != Wide; ++Last) {
        ValueId A = Table.resize(X, Wide, Signed),
                B = Table.resize(Y, Wide, !Signed);
        ValueId Inner = Table.op(Kind, A, B);
        ValueId Id = Table.resize(
            Table.op(VK::Add, Inner, Table.constant(3, Wide)), Last);
        for (uint64_t V = 0; V != Limit; ++V)
          for (uint64_t W = 1; W != Limit; ++W) {
            auto Extend = [&](uint64_t N, bool Sign) {
              return truncated(Sign ? uint64_t(asSigned(N, Bits)) : N, Wide);
            };
            uint64_t Whole = compute(Kind, Wide, Wide, Extend(V, Signed),
                                     Extend(W, !Signed));
            EXPECT_EQ(evaluate(Table, Id, V, W), truncated(Whole + 3, Last));
          }
      }
  ValueId Sum = Table.add(Table.resize(X, Wide), Table.resize(Y, Wide));
  EXPECT_EQ(Table.resize(Sum, Bits), Table.add(X, Y));
}

TEST_F(TableTest, Selects) {
  ValueId C = argument(0, 1), X = argument(1);
  ValueId One = Table.constant(1, Bits);
  EXPECT_EQ(Table.op(VK::Select, C, X, X), X);
  EXPECT_EQ(Table.op(VK::Select, Table.constant(1, 1), X, One), X);
  EXPECT_EQ(Table.op(VK::Select, Table.constant(0, 1), X, One), One);
  ValueId Id = Table.op(VK::Select, C, X, One);
  EXPECT_EQ(Table[Id].Kind, VK::Select);
  EXPECT_EQ(evaluate(Table, Id, 1, 5), 5u);
  EXPECT_EQ(evaluate(Table, Id, 0, 5), 1u);
}

TEST_F(TableTest, EqualValuesAreOne) {
  ValueId X = argument(0), Y = argument(1);
  EXPECT_EQ(argument(0), X);
  EXPECT_EQ(Table.add(X, Y), Table.add(X, Y));
  EXPECT_EQ(Table.constant(Limit + 1, Bits), Table.constant(1, Bits));
  EXPECT_NE(Table.constant(1, Bits), Table.constant(1, Bits + 1));
  EXPECT_NE(Table.unknown(Leaf()), Table.unknown(Leaf()));
  EXPECT_NE(Table.phi(Leaf()), Table.phi(Leaf()));
}

// A value is known where the last of its operands is, and as uniform as they
// all are.
TEST_F(TableTest, PlacesAndUniformity) {
  Leaf InLoop;
  InLoop.Bits = Bits;
  InLoop.Block = 3;
  InLoop.WaveUniform = true;
  ValueId P = Table.phi(InLoop), X = argument(0);
  ValueId Sum = Table.add(X, P);
  EXPECT_EQ(Table[Sum].Block, 3u);
  EXPECT_FALSE(Table[Sum].Uniform);
  EXPECT_TRUE(Table[Sum].WaveUniform);
  EXPECT_EQ(Table[Table.add(X, X)].Block, None);
  EXPECT_TRUE(Table[Table.add(X, X)].Uniform);
}

TEST(UnusedValues, AreRemoved) {
  SyncView View;
  ValueTable Table(View.Values);
  ValueId Unused = Table.unknown(Leaf());
  ValueId Used = Table.unknown(Leaf());
  ValueId Phi = Table.phi(Leaf());
  ValueId Next = Table.addConstant(Phi, 1);
  Table.setIncoming(Phi, {{0, Used}, {1, Next}});
  View.Blocks.resize(2);
  Event E;
  E.Memory.Address = Phi;
  E.Result = Unused;
  View.Blocks[1].Events = {E, E};
  View.Blocks[1].Events[1].Result = Used;
  View.Blocks[1].Events[1].Memory.Address = None;
  removeUnusedValues(View);
  ASSERT_EQ(View.Values.size(), 4u);
  EXPECT_EQ(View.Blocks[1].Events[0].Result, None);
  ValueId NowUsed = View.Blocks[1].Events[1].Result;
  ASSERT_NE(NowUsed, None);
  EXPECT_EQ(View.Values[NowUsed].Kind, VK::Unknown);
  EXPECT_EQ(View.Values[NowUsed].Number, 0u);
  const Value &NowPhi = View.Values[View.Blocks[1].Events[0].Memory.Address];
  EXPECT_EQ(NowPhi.From[0].Value, NowUsed);
  EXPECT_EQ(View.Values[NowPhi.From[1].Value].Kind, VK::Add);
}

} // namespace
