//===- Values.cpp - Arithmetic and the arenas of values -------------------===//
#include "Values.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

namespace fencepost::model {

static int32_t wrap(uint32_t N) { return static_cast<int32_t>(N); }

/// \p A and \p B as unsigned numbers, so that overflow wraps.
static int32_t compute(ExpressionKind Kind, int32_t A, int32_t B) {
  auto UA = static_cast<uint32_t>(A), UB = static_cast<uint32_t>(B);
  switch (Kind) {
  case ExpressionKind::Not:
    return !A;
  case ExpressionKind::Add:
    return wrap(UA + UB);
  case ExpressionKind::Sub:
    return wrap(UA - UB);
  case ExpressionKind::Mul:
    return wrap(UA * UB);
  case ExpressionKind::And:
    return A & B;
  case ExpressionKind::Or:
    return A | B;
  case ExpressionKind::Xor:
    return A ^ B;
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
    llvm_unreachable("not an operator on two numbers");
  }
}

Value apply(ExpressionKind Kind, Value A, Value B, Value C) {
  if (A.IsUndef)
    return Value::undef();
  if (Kind == ExpressionKind::Select)
    return A.Number ? B : C;
  if (B.IsUndef)
    return Value::undef();
  return Value::of(compute(Kind, A.Number, B.Number));
}

Value apply(ModifyOp Op, Value Old, Value Operand) {
  if (Op == ModifyOp::Xchg)
    return Operand;
  if (Old.IsUndef || Operand.IsUndef)
    return Value::undef();
  int32_t A = Old.Number, B = Operand.Number;
  auto UA = static_cast<uint32_t>(A), UB = static_cast<uint32_t>(B);
  switch (Op) {
  case ModifyOp::Add:
    return Value::of(wrap(UA + UB));
  case ModifyOp::Sub:
    return Value::of(wrap(UA - UB));
  case ModifyOp::And:
    return Value::of(A & B);
  case ModifyOp::Or:
    return Value::of(A | B);
  case ModifyOp::Xor:
    return Value::of(A ^ B);
  case ModifyOp::Max:
    return Value::of(std::max(A, B));
  case ModifyOp::Min:
    return Value::of(std::min(A, B));
  case ModifyOp::UMax:
    return Value::of(wrap(std::max(UA, UB)));
  case ModifyOp::UMin:
    return Value::of(wrap(std::min(UA, UB)));
  default:
    llvm_unreachable("programs cannot say it");
  }
}

ValueId Values::add(const ValueNode &Node) {
  Nodes.push_back(Node);
  return Nodes.size() - 1;
}

ValueId Values::number(int32_t N) {
  if (N == 0)
    return Zero;
  ValueNode Node;
  Node.Number = N;
  return add(Node);
}

ValueId Values::undef() {
  ValueNode Node;
  Node.Kind = NodeKind::Undef;
  return add(Node);
}

ValueId Values::constant(Value V) {
  return V.IsUndef ? undef() : number(V.Number);
}

ValueId Values::read(unsigned Event) {
  ValueNode Node;
  Node.Kind = NodeKind::Read;
  Node.Number = static_cast<int32_t>(Event);
  return add(Node);
}

ValueId Values::operation(ExpressionKind Kind, ValueId A, ValueId B,
                          ValueId C) {
  if (isKnown(A) && isKnown(B) && isKnown(C))
    return constant(apply(Kind, known(A), known(B), known(C)));
  ValueNode Node;
  Node.Kind = NodeKind::Operation;
  Node.Operation = Kind;
  Node.A = A;
  Node.B = B;
  Node.C = C;
  return add(Node);
}

ValueId Values::modify(ModifyOp Op, ValueId Old, ValueId Operand) {
  if (Op == ModifyOp::Xchg)
    return Operand;
  if (isKnown(Old) && isKnown(Operand))
    return constant(apply(Op, known(Old), known(Operand)));
  ValueNode Node;
  Node.Kind = NodeKind::Modify;
  Node.Modify = Op;
  Node.A = Old;
  Node.B = Operand;
  return add(Node);
}

DependencyId Dependencies::on(uint32_t Source) {
  Sets.push_back({Source});
  return Sets.size() - 1;
}

DependencyId Dependencies::join(DependencyId A, DependencyId B) {
  if (A == B || B == Empty)
    return A;
  if (A == Empty)
    return B;
  llvm::SmallVector<uint32_t, 2> Union;
  std::set_union(Sets[A].begin(), Sets[A].end(), Sets[B].begin(), Sets[B].end(),
                 std::back_inserter(Union));
  if (Union.size() == Sets[A].size())
    return A;
  if (Union.size() == Sets[B].size())
    return B;
  Sets.push_back(std::move(Union));
  return Sets.size() - 1;
}

} // namespace fencepost::model
