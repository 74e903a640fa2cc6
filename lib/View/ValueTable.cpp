//===- ValueTable.cpp - The values of a sync view, without duplicates -----===//
#include "fencepost/View/ValueTable.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::view {

using VK = ValueKind;

static uint64_t ones(unsigned Bits) { return truncated(~uint64_t(0), Bits); }

static bool isComparison(VK Kind) { return Kind >= VK::Eq && Kind <= VK::SLe; }

ValueId ValueTable::insert(Value V) {
  Key K = {uint64_t(V.Kind) | uint64_t(V.Bits) << 8, V.A,
           uint64_t(V.B) | uint64_t(V.C) << 32, V.Number, V.Block};
  auto [It, New] = Known.try_emplace(K, Values.size());
  if (New)
    Values.push_back(std::move(V));
  return It->second;
}

ValueId ValueTable::constant(uint64_t Number, unsigned Bits) {
  Value V;
  V.Bits = Bits;
  V.Number = truncated(Number, Bits);
  V.Uniform = V.WaveUniform = true;
  return insert(std::move(V));
}

std::optional<uint64_t> ValueTable::constantOf(ValueId Id) const {
  if (Id == None || Values[Id].Kind != VK::Constant)
    return std::nullopt;
  return Values[Id].Number;
}

static Value leafValue(VK Kind, uint64_t Number, const Leaf &Leaf) {
  Value V;
  V.Kind = Kind;
  V.Number = Number;
  V.Bits = Leaf.Bits;
  V.Uniform = Leaf.Uniform;
  V.WaveUniform = Leaf.WaveUniform || Leaf.Uniform;
  V.Block = Leaf.Block;
  V.Name = Leaf.Name;
  V.Plain = Leaf.Plain;
  V.Sources = Leaf.Sources;
  return V;
}

ValueId ValueTable::leaf(VK Kind, uint64_t Number, const Leaf &Leaf) {
  return insert(leafValue(Kind, Number, Leaf));
}

ValueId ValueTable::unknown(const Leaf &Leaf) {
  return insert(leafValue(VK::Unknown, NextUnknown++, Leaf));
}

ValueId ValueTable::phi(const Leaf &Leaf) {
  Values.push_back(leafValue(VK::Phi, 0, Leaf));
  return Values.size() - 1;
}

void ValueTable::setIncoming(ValueId Phi, llvm::ArrayRef<Incoming> From) {
  Values[Phi].From.assign(From.begin(), From.end());
}

ValueId ValueTable::make(VK Kind, unsigned Bits, ValueId A, ValueId B,
                         ValueId C) {
  Value V;
  V.Kind = Kind;
  V.Bits = Bits;
  V.A = A;
  V.B = B;
  V.C = C;
  V.Uniform = V.WaveUniform = true;
  bool AllConstant = true;
  uint64_t Numbers[3] = {};
  for (unsigned I = 0, E = numOperands(Kind); I != E; ++I) {
    const Value &Operand = Values[I == 0 ? A : I == 1 ? B : C];
    V.Uniform &= Operand.Uniform;
    V.WaveUniform &= Operand.WaveUniform;
    // The blocks of the operands dominate one another: the value belongs to the
    // last one.
    if (V.Block == None || (Operand.Block != None && Operand.Block > V.Block))
      V.Block = Operand.Block;
    AllConstant &= Operand.Kind == VK::Constant;
    Numbers[I] = Operand.Number;
  }
  if (AllConstant)
    return constant(
        compute(Kind, Bits, Values[A].Bits, Numbers[0], Numbers[1], Numbers[2]),
        Bits);
  return insert(std::move(V));
}

static bool isCommutative(VK Kind) {
  return Kind == VK::Add || Kind == VK::Mul || Kind == VK::And ||
         Kind == VK::Or || Kind == VK::Xor || Kind == VK::Eq || Kind == VK::Ne;
}

/// \p A operated with the constant \p B, if that is something simpler.
ValueId ValueTable::simplifyConstant(VK Kind, ValueId A, uint64_t B) {
  unsigned Bits = bits(A);
  uint64_t Ones = ones(Bits);
  switch (Kind) {
  case VK::Sub:
    return op(VK::Add, A, constant(-B, Bits));
  case VK::Add:
    if (Values[A].Kind == VK::Add)
      if (auto Inner = constantOf(Values[A].B))
        return op(VK::Add, Values[A].A, constant(*Inner + B, Bits));
    return B == 0 ? A : None;
  case VK::Or:
    return B == 0 ? A : B == Ones ? constant(Ones, Bits) : None;
  case VK::Xor:
  case VK::Shl:
  case VK::LShr:
  case VK::AShr:
    return B == 0 ? A : None;
  case VK::And:
    return B == 0 ? constant(0, Bits) : B == Ones ? A : None;
  case VK::Mul:
    return B == 0 ? constant(0, Bits) : B == 1 ? A : None;
  case VK::UDiv:
  case VK::SDiv:
    return B == 1 ? A : None;
  case VK::URem:
    return B == 1 ? constant(0, Bits) : None;
  default:
    return None;
  }
}

ValueId ValueTable::simplify(VK Kind, ValueId A, ValueId B, ValueId C) {
  if (Kind == VK::Select) {
    if (auto Known = constantOf(A))
      return *Known ? B : C;
    return B == C ? B : None;
  }
  if (auto Number = constantOf(B))
    return simplifyConstant(Kind, A, *Number);
  if (A != B)
    return None;
  if (isComparison(Kind))
    return constant(Kind == VK::Eq || Kind == VK::ULe || Kind == VK::SLe, 1);
  if (Kind == VK::Sub || Kind == VK::Xor)
    return constant(0, bits(A));
  return Kind == VK::And || Kind == VK::Or ? A : None;
}

ValueId ValueTable::op(VK Kind, ValueId A, ValueId B, ValueId C) {
  assert(numOperands(Kind) >= 2 && "resize() extends and truncates");
  if (isCommutative(Kind) && constantOf(A))
    std::swap(A, B);
  bool BothConstant = constantOf(A) && constantOf(B);
  if (Kind == VK::Select || !BothConstant)
    if (ValueId Simple = simplify(Kind, A, B, C); Simple != None)
      return Simple;
  unsigned Bits = isComparison(Kind) ? 1 : bits(Kind == VK::Select ? B : A);
  return make(Kind, Bits, A, B, C);
}

/// True for operators whose low bits follow from the low bits of their
/// operands.
static bool dependsOnLowBits(VK Kind) {
  return Kind == VK::Add || Kind == VK::Sub || Kind == VK::Mul ||
         Kind == VK::And || Kind == VK::Or || Kind == VK::Xor;
}

/// True if \p Id is computed from extended values, in more bits than these
/// have, so that a truncation of it can be computed in fewer bits.
bool ValueTable::isNarrow(ValueId Id, unsigned Depth) const {
  const Value &V = Values[Id];
  auto IsNarrow = [&](ValueId Operand) {
    VK Kind = Values[Operand].Kind;
    return Kind == VK::Constant || Kind == VK::ZExt || Kind == VK::SExt ||
           isNarrow(Operand, Depth - 1);
  };
  return Depth > 0 && dependsOnLowBits(V.Kind) && IsNarrow(V.A) &&
         IsNarrow(V.B);
}

ValueId ValueTable::resize(ValueId Id, unsigned Bits, bool Signed) {
  const Value &V = Values[Id];
  if (V.Bits == Bits)
    return Id;
  if (V.Bits < Bits)
    return make(Signed ? VK::SExt : VK::ZExt, Bits, Id, None, None);
  bool Extended = V.Kind == VK::ZExt || V.Kind == VK::SExt;
  if (Extended || V.Kind == VK::Trunc)
    if (Extended ? Values[V.A].Bits >= Bits : true)
      return resize(V.A, Bits);
  if (isNarrow(Id, 4)) {
    VK Kind = V.Kind;
    ValueId A = V.A, B = V.B;
    ValueId NarrowA = resize(A, Bits), NarrowB = resize(B, Bits);
    return op(Kind, NarrowA, NarrowB);
  }
  return make(VK::Trunc, Bits, Id, None, None);
}

} // namespace fencepost::view
