//===- ReferenceExpression.h - Values of expressions, once more -----------===//
// 32 bits, wrapping, signed, undef spreading (docs/litmus.md, "A test"),
// together with the reads a value depends on (M11). Part of the naive reference
// of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEEXPRESSION_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEEXPRESSION_H

#include "fencepost/Model/Outcome.h"

namespace fencepost::model::naive {

/// A value and the acts of its thread that it depends on, as bits.
struct Operand {
  Value V;
  uint64_t DependsOn = 0;
};

Operand evaluate(const Thread &T, unsigned Node,
                 const std::vector<Operand> &Registers);

/// What an atomicrmw writes.
Value modify(ModifyOp Op, Value Old, Value New);

} // namespace fencepost::model::naive

#endif
