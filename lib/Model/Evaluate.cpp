//===- Evaluate.cpp - The numbers behind values ---------------------------===//
#include "Interpreter.h"

namespace fencepost::model {

/// Values form chains at most as long as the program; beyond this depth a value
/// depends on itself.
static constexpr unsigned MaxValueDepth = 4000;

std::optional<Value> evaluate(const State &S, ValueId Id, unsigned Depth) {
  const ValueNode &N = S.Numbers[Id];
  if (Depth > MaxValueDepth)
    return std::nullopt;
  switch (N.Kind) {
  case NodeKind::Number:
    return Value::of(N.Number);
  case NodeKind::Undef:
    return Value::undef();
  case NodeKind::Read: {
    const ReadState &R = S.Reads[N.event()];
    if (R.How == Resolution::Open)
      return std::nullopt;
    if (R.How == Resolution::Undef)
      return Value::undef();
    return evaluate(S, S.Events[R.Source].Written, Depth + 1);
  }
  case NodeKind::Operation: {
    auto A = evaluate(S, N.A, Depth + 1), B = evaluate(S, N.B, Depth + 1),
         C = evaluate(S, N.C, Depth + 1);
    if (!A || !B || !C)
      return std::nullopt;
    return apply(N.Operation, *A, *B, *C);
  }
  case NodeKind::Modify: {
    auto A = evaluate(S, N.A, Depth + 1), B = evaluate(S, N.B, Depth + 1);
    if (!A || !B)
      return std::nullopt;
    return apply(N.Modify, *A, *B);
  }
  }
  llvm_unreachable("every kind of node is handled");
}

static unsigned openRead(const State &S, ValueId Id, unsigned Depth) {
  const ValueNode &N = S.Numbers[Id];
  if (N.Kind <= NodeKind::Undef || Depth > MaxValueDepth)
    return None;
  if (N.Kind == NodeKind::Read) {
    const ReadState &R = S.Reads[N.event()];
    if (R.How == Resolution::Open)
      return N.event();
    return R.How == Resolution::Undef
               ? None
               : openRead(S, S.Events[R.Source].Written, Depth + 1);
  }
  for (ValueId Part : {N.A, N.B, N.C})
    if (unsigned R = openRead(S, Part, Depth + 1); R != None)
      return R;
  return None;
}

unsigned openRead(const State &S, ValueId Id) { return openRead(S, Id, 0); }

} // namespace fencepost::model
