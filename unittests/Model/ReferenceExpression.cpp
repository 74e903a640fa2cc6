//===- ReferenceExpression.cpp - Values of expressions, once more ---------===//
// docs/litmus.md says what operators do to integers, so they are computed on
// integers: 64 bits hold every sum, product and shift of two 32-bit numbers,
// and the result is brought back into range at the end. Shifts are
// multiplication and division by powers of two, bits are remainders,
// comparisons are signs of differences. Nothing here wraps, and nothing is
// taken from lib/Model/Values.
//===----------------------------------------------------------------------===//
#include "ReferenceExpression.h"
#include "llvm/Support/ErrorHandling.h"
#include <utility>

namespace fencepost::model::naive {

using Integer = int64_t;

static constexpr Integer Modulus = Integer(1) << 32;

/// \p N / \p Divisor, rounded down.
static Integer divide(Integer N, Integer Divisor) {
  Integer Remainder = (N % Divisor + Divisor) % Divisor;
  return (N - Remainder) / Divisor;
}

/// The number from 0 to 2^32 - 1 that is \p N modulo 2^32.
static Integer natural(Integer N) { return N - divide(N, Modulus) * Modulus; }

/// The number from -2^31 to 2^31 - 1 that is \p N modulo 2^32.
static int32_t inRange(Integer N) {
  Integer M = natural(N);
  return static_cast<int32_t>(M < Modulus / 2 ? M : M - Modulus);
}

/// 2 to the power of \p Exponent modulo 32.
static Integer powerOfTwo(Integer Exponent) {
  Integer Power = 1;
  for (Integer I = natural(Exponent) % 32; I != 0; --I)
    Power *= 2;
  return Power;
}

/// The number whose bit is set wherever the two bits of \p A and \p B add up to
/// one of \p Sums.
static Integer combineBits(Integer A, Integer B,
                           std::initializer_list<Integer> Sums) {
  Integer Result = 0;
  for (unsigned Bit = 0; Bit != 32; ++Bit) {
    Integer Power = powerOfTwo(Bit);
    Integer Sum = divide(natural(A), Power) % 2 + divide(natural(B), Power) % 2;
    for (Integer Wanted : Sums)
      Result += Sum == Wanted ? Power : 0;
  }
  return Result;
}

static Integer binary(ExpressionKind Kind, Integer A, Integer B) {
  switch (Kind) {
  case ExpressionKind::Add:
    return A + B;
  case ExpressionKind::Sub:
    return A - B;
  case ExpressionKind::Mul:
    return A * B;
  case ExpressionKind::And:
    return combineBits(A, B, {2});
  case ExpressionKind::Or:
    return combineBits(A, B, {1, 2});
  case ExpressionKind::Xor:
    return combineBits(A, B, {1});
  case ExpressionKind::Shl:
    return A * powerOfTwo(B);
  case ExpressionKind::Shr:
    return divide(A, powerOfTwo(B));
  case ExpressionKind::LShr:
    return divide(natural(A), powerOfTwo(B));
  case ExpressionKind::Eq:
    return A - B == 0;
  case ExpressionKind::Ne:
    return A - B != 0;
  case ExpressionKind::Lt:
    return A - B < 0;
  case ExpressionKind::Le:
    return A - B <= 0;
  case ExpressionKind::Gt:
    return A - B > 0;
  case ExpressionKind::Ge:
    return A - B >= 0;
  case ExpressionKind::ULt:
    return natural(A) - natural(B) < 0;
  case ExpressionKind::LogicalAnd:
    return A != 0 ? B != 0 : 0;
  case ExpressionKind::LogicalOr:
    return A != 0 ? 1 : B != 0;
  default:
    llvm_unreachable("not a binary operator");
  }
}

namespace {
/// One evaluation: a walk over the tree, operands first.
class Evaluator {
public:
  Evaluator(const Thread &T, const std::vector<Operand> &Registers)
      : T(T), Registers(Registers) {}

  Value visit(unsigned Node) {
    const Expression &E = T.Expressions[Node];
    switch (E.Kind) {
    case ExpressionKind::Constant:
      return Value::of(E.Value);
    case ExpressionKind::Undef:
      return Value::undef();
    case ExpressionKind::Register:
      DependsOn |= Registers[E.A].DependsOn;
      return Registers[E.A].V;
    case ExpressionKind::Not: {
      Value A = visit(E.A);
      return A.IsUndef ? A : Value::of(A.Number == 0);
    }
    case ExpressionKind::Select: {
      // Both sides are evaluated: the result depends on what they depend on.
      Value Condition = visit(E.A), Then = visit(E.B), Else = visit(E.C);
      if (Condition.IsUndef)
        return Condition;
      return Condition.Number == 0 ? Else : Then;
    }
    default:
      Value A = visit(E.A), B = visit(E.B);
      if (A.IsUndef || B.IsUndef)
        return Value::undef();
      return Value::of(inRange(binary(E.Kind, A.Number, B.Number)));
    }
  }

  decltype(Operand::DependsOn) DependsOn = {};

private:
  const Thread &T;
  const std::vector<Operand> &Registers;
};
} // namespace

Operand evaluate(const Thread &T, unsigned Node,
                 const std::vector<Operand> &Registers) {
  Evaluator Walk(T, Registers);
  Value V = Walk.visit(Node);
  return {V, Walk.DependsOn};
}

/// The smaller and the larger of two numbers.
static std::pair<Integer, Integer> sorted(Integer A, Integer B) {
  return A - B < 0 ? std::pair(A, B) : std::pair(B, A);
}

static Integer update(ModifyOp Op, Integer Old, Integer New) {
  switch (Op) {
  case ModifyOp::Add:
    return binary(ExpressionKind::Add, Old, New);
  case ModifyOp::Sub:
    return binary(ExpressionKind::Sub, Old, New);
  case ModifyOp::And:
    return binary(ExpressionKind::And, Old, New);
  case ModifyOp::Or:
    return binary(ExpressionKind::Or, Old, New);
  case ModifyOp::Xor:
    return binary(ExpressionKind::Xor, Old, New);
  case ModifyOp::Max:
    return sorted(Old, New).second;
  case ModifyOp::Min:
    return sorted(Old, New).first;
  case ModifyOp::UMax:
    return sorted(natural(Old), natural(New)).second;
  case ModifyOp::UMin:
    return sorted(natural(Old), natural(New)).first;
  default:
    llvm_unreachable("no update of two numbers");
  }
}

Value modify(ModifyOp Op, Value Old, Value New) {
  if (Op == ModifyOp::Xchg)
    return New;
  if (Old.IsUndef || New.IsUndef)
    return Value::undef();
  return Value::of(inRange(update(Op, Old.Number, New.Number)));
}

} // namespace fencepost::model::naive
