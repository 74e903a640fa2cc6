//===- ThreadBuilder.cpp - Writing down the instructions of a thread ------===//
// Folding serves addresses: an index that is known is checked when the test is
// read.
//===----------------------------------------------------------------------===//
#include "ThreadBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cassert>

namespace fencepost {

using model::ExpressionKind;
using model::Opcode;

unsigned ThreadBuilder::addRegister(const llvm::Twine &Name) {
  std::string Unique = Name.str();
  while (!Names.insert(Unique).second)
    Unique += '.';
  T.Registers.push_back(std::move(Unique));
  return T.Registers.size() - 1;
}

unsigned ThreadBuilder::add(model::Expression E) {
  T.Expressions.push_back(E);
  return T.Expressions.size() - 1;
}

unsigned ThreadBuilder::constant(int32_t Value) {
  return add({ExpressionKind::Constant, Value});
}

unsigned ThreadBuilder::reg(unsigned Register) {
  return add({ExpressionKind::Register, 0, Register});
}

unsigned ThreadBuilder::undef() { return add({ExpressionKind::Undef}); }

unsigned ThreadBuilder::logicalNot(unsigned A) {
  return add({ExpressionKind::Not, 0, A});
}

std::optional<int32_t> ThreadBuilder::constantOf(unsigned Node) const {
  const model::Expression &E = T.Expressions[Node];
  return E.Kind == ExpressionKind::Constant ? std::optional(E.Value)
                                            : std::nullopt;
}

std::optional<unsigned> ThreadBuilder::registerOf(unsigned Node) const {
  const model::Expression &E = T.Expressions[Node];
  return E.Kind == ExpressionKind::Register ? std::optional(E.A) : std::nullopt;
}

/// The sum or product of two numbers, wrapping.
static int32_t fold(ExpressionKind Kind, int32_t A, int32_t B) {
  auto X = static_cast<uint32_t>(A), Y = static_cast<uint32_t>(B);
  return static_cast<int32_t>(Kind == ExpressionKind::Add ? X + Y : X * Y);
}

unsigned ThreadBuilder::binary(ExpressionKind Kind, unsigned A, unsigned B) {
  bool Adds = Kind == ExpressionKind::Add;
  if (Adds || Kind == ExpressionKind::Mul) {
    int32_t Neutral = Adds ? 0 : 1;
    std::optional<int32_t> X = constantOf(A), Y = constantOf(B);
    if (X && Y)
      return constant(fold(Kind, *X, *Y));
    if (X == Neutral)
      return B;
    if (Y == Neutral)
      return A;
  }
  return add({Kind, 0, A, B});
}

unsigned ThreadBuilder::select(unsigned Condition, unsigned Then,
                               unsigned Else) {
  return add({ExpressionKind::Select, 0, Condition, Then, Else});
}

bool ThreadBuilder::reads(unsigned Node, unsigned Register) const {
  const model::Expression &E = T.Expressions[Node];
  if (E.Kind == ExpressionKind::Register)
    return E.A == Register;
  return llvm::any_of(std::array{E.A, E.B, E.C}, [&](unsigned Operand) {
    return Operand != model::None && reads(Operand, Register);
  });
}

model::Instruction &ThreadBuilder::emit(Opcode Op, model::SourcePoint Where) {
  model::Instruction &I = T.Code.emplace_back();
  I.Op = Op;
  I.Where = Where;
  return I;
}

void ThreadBuilder::assign(unsigned Register, unsigned Value,
                           model::SourcePoint Where) {
  if (registerOf(Value) == Register)
    return;
  model::Instruction &I = emit(Opcode::Assign, Where);
  I.Result = Register;
  I.Value = Value;
}

unsigned ThreadBuilder::addLabel() {
  Places.push_back(model::None);
  return Places.size() - 1;
}

void ThreadBuilder::branch(unsigned Value, unsigned Else, unsigned Join,
                           BranchKind Kind, model::SourcePoint Where) {
  model::Instruction &I = emit(Opcode::Branch, Where);
  I.Value = Value;
  I.Target = Else;
  I.Join = Join;
  I.LoopCondition = Kind == BranchKind::LoopCondition;
}

void ThreadBuilder::jump(unsigned Label, model::SourcePoint Where) {
  emit(Opcode::Jump, Where).Target = Label;
}

/// A jump to what comes next anyway is left out.
void ThreadBuilder::finish() {
  // For each place, the first instruction from there on that stays; from the
  // end, so that a jump knows what is left between it and its target.
  std::vector<unsigned> Next(T.Code.size() + 1, T.Code.size());
  for (unsigned I = T.Code.size(); I-- > 0;) {
    model::Instruction &Inst = T.Code[I];
    bool Idle = Inst.Op == Opcode::Jump && Places[Inst.Target] > I &&
                Next[Places[Inst.Target]] == Next[I + 1];
    Next[I] = Idle ? Next[I + 1] : I;
  }
  std::vector<unsigned> Moved(T.Code.size() + 1);
  std::vector<model::Instruction> Kept;
  for (unsigned I = 0; I < T.Code.size(); ++I) {
    Moved[I] = Kept.size();
    if (Next[I] == I)
      Kept.push_back(T.Code[I]);
  }
  Moved.back() = Kept.size();
  for (model::Instruction &I : Kept) {
    if (I.Op != Opcode::Branch && I.Op != Opcode::Jump)
      continue;
    assert(Places[I.Target] != model::None && "every label is placed");
    I.Target = Moved[Places[I.Target]];
    if (I.Op == Opcode::Branch)
      I.Join = Moved[Places[I.Join]];
  }
  T.Code = std::move(Kept);
}

} // namespace fencepost
