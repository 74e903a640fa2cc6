//===- Values.h - Values that may still depend on unresolved reads --------===//
// A thread runs on before it is known what its reads return: a register holds a
// node of this graph, whose leaves are constants and reads. Asking for the
// number behind a node follows each read to the write it was resolved to. What
// a value depends on (docs/model.md M11) is kept beside it, as a set. Both
// arenas only grow. Tested by unittests/Model/ValuesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_VALUES_H
#define FENCEPOST_LIB_MODEL_VALUES_H

#include "fencepost/Model/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace fencepost::model {

using ValueId = uint32_t;

enum class NodeKind : uint8_t { Number, Undef, Read, Operation, Modify };

struct ValueNode {
  NodeKind Kind = NodeKind::Number;
  ExpressionKind Operation = ExpressionKind::Constant;
  ModifyOp Modify = ModifyOp::Xchg;
  int32_t Number = 0; ///< Or the event, for a Read.
  ValueId A = 0, B = 0, C = 0;

  unsigned event() const { return static_cast<unsigned>(Number); }
};

/// The operators of docs/litmus.md, "A test" on two or three known values.
Value apply(ExpressionKind Kind, Value A, Value B, Value C);
Value apply(ModifyOp Op, Value Old, Value Operand);

class Values {
public:
  static constexpr ValueId Zero = 0; ///< The number 0.

  Values() { Nodes.push_back({}); }
  ValueId number(int32_t N);
  ValueId undef();
  ValueId read(unsigned Event);
  ValueId operation(ExpressionKind Kind, ValueId A, ValueId B, ValueId C);
  ValueId modify(ModifyOp Op, ValueId Old, ValueId Operand);
  const ValueNode &operator[](ValueId Id) const { return Nodes[Id]; }

private:
  ValueId add(const ValueNode &Node);
  bool isKnown(ValueId Id) const { return Nodes[Id].Kind <= NodeKind::Undef; }
  Value known(ValueId Id) const {
    const ValueNode &N = Nodes[Id];
    return N.Kind == NodeKind::Undef ? Value::undef() : Value::of(N.Number);
  }
  ValueId constant(Value V);

  std::vector<ValueNode> Nodes;
};

/// What something depends on: reads (by event) and barrier steps.
struct DependencySource {
  static constexpr uint32_t StepBit = 1u << 31;
  static uint32_t step(unsigned Wave, unsigned Step) {
    return StepBit | Wave << 16 | Step;
  }
  static bool isStep(uint32_t Source) { return Source & StepBit; }
  static unsigned waveOf(uint32_t Source) { return Source >> 16 & 0x7fff; }
  static unsigned stepOf(uint32_t Source) { return Source & 0xffff; }
};

using DependencyId = uint32_t;

class Dependencies {
public:
  static constexpr DependencyId Empty = 0;

  Dependencies() { Sets.emplace_back(); }
  DependencyId on(uint32_t Source);
  DependencyId join(DependencyId A, DependencyId B);
  llvm::ArrayRef<uint32_t> operator[](DependencyId Id) const {
    return Sets[Id];
  }

private:
  std::vector<llvm::SmallVector<uint32_t, 2>> Sets; ///< Sorted.
};

} // namespace fencepost::model

#endif
