//===- ViewElements.cpp - Vectors, and pointers to elements --------------===//
// Vectors are translated element by element, so that what only moves elements
// about makes no values.
//===----------------------------------------------------------------------===//
#include "ViewTranslate.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace fencepost::ir {

using view::None;
using VK = view::ValueKind;
using Elements = Translator::Elements;
using ValueId = view::ValueId;

/// Elements lie in order, the first in the lowest bits.
Elements Translator::bitcast(const llvm::User &U) {
  const Elements &From = elements(*U.getOperand(0));
  unsigned Count = count(*U.getType());
  unsigned Bits = width(*U.getType()->getScalarType());
  if (From.empty() || Table.bits(From[0]) * From.size() != Bits * Count)
    return unknownOf(U);
  if (From.size() == Count)
    return From;
  unsigned Part = Table.bits(From[0]);
  if (std::max(Part, Bits) % std::min(Part, Bits) != 0)
    return unknownOf(U);
  Elements Result;
  for (unsigned I = 0; I != Count; ++I) {
    unsigned Begin = I * Bits;
    ValueId Whole = Table.resize(From[Begin / Part], std::max(Part, Bits));
    if (Part > Bits)
      Whole = Table.op(VK::LShr, Whole, Table.constant(Begin % Part, Part));
    for (unsigned J = 1; J < Bits / Part; ++J) {
      ValueId Next = Table.resize(From[Begin / Part + J], Bits);
      Whole = Table.op(VK::Or, Whole,
                       Table.op(VK::Shl, Next, Table.constant(J * Part, Bits)));
    }
    Result.push_back(Table.resize(Whole, Bits));
  }
  return Result;
}

/// Indices wrap at the width that the address space has for them, which for
/// buffers is less than that of an address.
Elements Translator::elementPointer(const llvm::GEPOperator &G) {
  unsigned Count = count(*G.getType());
  unsigned Bits = width(*G.getType()->getScalarType());
  unsigned IndexBits =
      std::min(64u, Layout.getIndexSizeInBits(G.getPointerAddressSpace()));
  auto Element = [&](const llvm::Value &V, unsigned I) {
    const Elements &All = elements(V);
    return All.empty() ? None : All[All.size() == 1 ? 0 : I];
  };
  Elements Result;
  for (unsigned I = 0; I != Count; ++I) {
    ValueId Sum = Table.constant(0, IndexBits);
    for (auto It = llvm::gep_type_begin(G), E = llvm::gep_type_end(G); It != E;
         ++It) {
      if (llvm::StructType *Struct = It.getStructTypeOrNull()) {
        auto *Field = llvm::cast<llvm::Constant>(It.getOperand());
        unsigned Number = Field->getUniqueInteger().getZExtValue();
        Sum = Table.addConstant(
            Sum, Layout.getStructLayout(Struct)->getElementOffset(Number));
        continue;
      }
      ValueId Index = Element(*It.getOperand(), I);
      llvm::TypeSize Stride = It.getSequentialElementStride(Layout);
      if (Index == None || Stride.isScalable())
        return unknownOf(G);
      Sum =
          Table.add(Sum, Table.mulConstant(Table.resize(Index, IndexBits, true),
                                           Stride.getFixedValue()));
    }
    ValueId Base = Element(*G.getPointerOperand(), I);
    if (Base == None)
      return unknownOf(G);
    Result.push_back(Table.add(Base, Table.resize(Sum, Bits, true)));
  }
  return Result;
}

Elements Translator::vectorOperation(const llvm::User &U, unsigned Opcode) {
  const Elements &First = elements(*U.getOperand(0));
  if (First.empty())
    return unknownOf(U);
  if (Opcode == llvm::Instruction::ShuffleVector) {
    const Elements &Second = elements(*U.getOperand(1));
    Elements Result, Other = unknownOf(U);
    for (auto [I, Mask] : llvm::enumerate(
             llvm::cast<llvm::ShuffleVectorInst>(U).getShuffleMask()))
      Result.push_back(Mask < 0 ? Other[I]
                       : Mask < int(First.size())
                           ? First[Mask]
                           : Second[Mask - First.size()]);
    return Result;
  }
  bool Insert = Opcode == llvm::Instruction::InsertElement;
  auto *Index = llvm::dyn_cast<llvm::ConstantInt>(U.getOperand(Insert ? 2 : 1));
  if (!Index || Index->getValue().uge(First.size()))
    return unknownOf(U);
  if (!Insert)
    return {First[Index->getZExtValue()]};
  Elements Result = First;
  Result[Index->getZExtValue()] = elements(*U.getOperand(1))[0];
  return Result;
}

/// Tokens made of several numbers have a width that no stored value has, so
/// that nobody takes them for one. They are computed from the elements alone:
/// where tokens differ, so do the values.
static constexpr unsigned TokenBits = 63;

/// A number wider than 64 bits, a structure, a vector with many elements.
ValueId Translator::wideToken(const llvm::Value &V) {
  auto [It, New] = Tokens.try_emplace(&V, None);
  if (!New)
    return It->second;
  auto *Number = llvm::dyn_cast<llvm::ConstantInt>(&V);
  if (Number && Number->getValue().getActiveBits() < TokenBits)
    return It->second = Table.constant(Number->getZExtValue(), TokenBits);
  view::Leaf L = computedLeaf(V);
  L.Bits = TokenBits;
  return It->second = Table.unknown(L);
}

ValueId Translator::token(const llvm::Value &V) {
  if (ValueId Id = value(V); Id != None)
    return Id;
  if (llvm::isa<llvm::UndefValue>(V))
    return None;
  const Elements &All = elements(V);
  if (All.empty())
    return wideToken(V);
  // One unknown element is sufficient to distinguish values.
  for (ValueId Id : All)
    if (Table[Id].Kind == VK::Unknown && !Table[Id].Uniform)
      return Id;
  ValueId Result = Table.resize(All[0], TokenBits);
  for (ValueId Id : llvm::drop_begin(All)) {
    ValueId Shifted = Table.mulConstant(Result, 5);
    Result = Table.add(Shifted, Table.resize(Id, TokenBits));
  }
  return Result;
}

ValueId Translator::answer(const llvm::Instruction &I) {
  if (ValueId Id = value(I); Id != None || !Needed.contains(&I))
    return Id;
  ValueId Id = token(I);
  return Id != None && Table[Id].Kind == VK::Unknown ? Id : None;
}

} // namespace fencepost::ir
