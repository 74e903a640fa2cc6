//===- ReferenceExpression.cpp - Values of expressions, once more ---------===//
// See ReferenceExpression.h.
//===----------------------------------------------------------------------===//
#include "ReferenceExpression.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace fencepost::model::naive {

static int32_t wrap(uint64_t N) { return static_cast<int32_t>(N); }

static int32_t apply(ExpressionKind Kind, int32_t A, int32_t B) {
  auto UA = static_cast<uint32_t>(A), UB = static_cast<uint32_t>(B);
  switch (Kind) {
  case ExpressionKind::Add:
    return wrap(UA + UB);
  case ExpressionKind::Sub:
    return wrap(UA - UB);
  case ExpressionKind::Mul:
    return wrap(uint64_t(UA) * UB);
  case ExpressionKind::And:
    return wrap(UA & UB);
  case ExpressionKind::Or:
    return wrap(UA | UB);
  case ExpressionKind::Xor:
    return wrap(UA ^ UB);
  case ExpressionKind::Shl:
    return wrap(UA << (UB % 32));
  case ExpressionKind::Shr:
    return A >> (UB % 32);
  case ExpressionKind::LShr:
    return wrap(UA >> (UB % 32));
  case ExpressionKind::Eq:
    return A == B;
  case ExpressionKind::Ne:
    return A != B;
  case ExpressionKind::Lt:
    return A < B;
  case ExpressionKind::Le:
    return A <= B;
  case ExpressionKind::Gt:
    return A > B;
  case ExpressionKind::Ge:
    return A >= B;
  case ExpressionKind::ULt:
    return UA < UB;
  case ExpressionKind::LogicalAnd:
    return A && B;
  case ExpressionKind::LogicalOr:
    return A || B;
  default:
    llvm_unreachable("not a binary operator");
  }
}

static Operand select(const Operand &A, const Operand &B, const Operand &C) {
  const Operand &Chosen = A.V.Number ? B : C;
  Value V = A.V.IsUndef ? Value::undef() : Chosen.V;
  return {V, A.DependsOn | B.DependsOn | C.DependsOn};
}

Operand evaluate(const Thread &T, unsigned Node,
                 const std::vector<Operand> &Registers) {
  const Expression &E = T.Expressions[Node];
  switch (E.Kind) {
  case ExpressionKind::Constant:
    return {Value::of(E.Value), 0};
  case ExpressionKind::Undef:
    return {Value::undef(), 0};
  case ExpressionKind::Register:
    return Registers[E.A];
  case ExpressionKind::Not: {
    Operand A = evaluate(T, E.A, Registers);
    if (!A.V.IsUndef)
      A.V.Number = !A.V.Number;
    return A;
  }
  case ExpressionKind::Select:
    return select(evaluate(T, E.A, Registers), evaluate(T, E.B, Registers),
                  evaluate(T, E.C, Registers));
  default:
    break;
  }
  Operand A = evaluate(T, E.A, Registers), B = evaluate(T, E.B, Registers);
  Value V = A.V.IsUndef || B.V.IsUndef
                ? Value::undef()
                : Value::of(apply(E.Kind, A.V.Number, B.V.Number));
  return {V, A.DependsOn | B.DependsOn};
}

Value modify(ModifyOp Op, Value Old, Value New) {
  if (Op == ModifyOp::Xchg)
    return New;
  if (Old.IsUndef || New.IsUndef)
    return Value::undef();
  auto A = static_cast<uint32_t>(Old.Number);
  auto B = static_cast<uint32_t>(New.Number);
  switch (Op) {
  case ModifyOp::Add:
    return Value::of(wrap(A + B));
  case ModifyOp::Sub:
    return Value::of(wrap(A - B));
  case ModifyOp::And:
    return Value::of(wrap(A & B));
  case ModifyOp::Or:
    return Value::of(wrap(A | B));
  case ModifyOp::Xor:
    return Value::of(wrap(A ^ B));
  case ModifyOp::Max:
    return std::max(Old, New);
  case ModifyOp::Min:
    return std::min(Old, New);
  case ModifyOp::UMax:
    return Value::of(wrap(std::max(A, B)));
  case ModifyOp::UMin:
    return Value::of(wrap(std::min(A, B)));
  default:
    llvm_unreachable("programs cannot say it");
  }
}

} // namespace fencepost::model::naive
