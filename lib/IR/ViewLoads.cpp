//===- ViewLoads.cpp - Values that a kernel reads from memory ------------===//
// Arguments and sizes are what they are; memory that does not change gives one
// value for one address; everything else is unknown each time.
//===----------------------------------------------------------------------===//
#include "ViewTranslate.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"

namespace fencepost::ir {

using view::None;
using Elements = Translator::Elements;
using ValueId = view::ValueId;

/// Whether nothing can change what \p I reads while the kernel runs.
static bool isInvariant(const llvm::LoadInst &I, const llvm::Value &Base) {
  if (!I.isSimple())
    return false;
  if (I.getPointerAddressSpace() == unsigned(AddressSpace::Constant) ||
      I.hasMetadata(llvm::LLVMContext::MD_invariant_load))
    return true;
  if (auto *V = llvm::dyn_cast<llvm::GlobalVariable>(&Base))
    return V->isConstant();
  auto *A = llvm::dyn_cast<llvm::Argument>(&Base);
  return A && A->hasNoAliasAttr() && A->onlyReadsMemory();
}

/// A number or pointer that \p I takes from the arguments at \p Place.
Elements Translator::argumentPart(ArgumentPlace Place,
                                  const llvm::Instruction &I) {
  unsigned Bits = width(*I.getType());
  if (const llvm::Argument *A = wholeArgument(Place, I))
    return elements(*A);
  if (I.getType()->isPointerTy())
    return {Table.constant(Objects.base(Objects.of(Place, I)), Bits)};
  return {outside(1 << 30 | uint64_t(Place.Argument + 1) << 32 |
                      (Place.Offset & 0x3fffffff),
                  Bits)};
}

Elements Translator::load(const llvm::LoadInst &I) {
  unsigned Bits = width(*I.getType()->getScalarType());
  if (std::optional<IdQuery> Query = idQuery(I, Layout))
    return {id(*Query, Bits)};
  if (count(*I.getType()) != 1 || I.getType()->isVectorTy())
    return unknownOf(I);
  if (std::optional<ArgumentPlace> Place = argumentPlace(I, Layout))
    return argumentPart(*Place, I);
  ValueId Address = value(*I.getPointerOperand());
  const llvm::Value *Base = I.getPointerOperand()->stripInBoundsOffsets();
  if (Address == None || !isInvariant(I, *Base))
    return unknownOf(I);
  auto [It, New] = Invariant.try_emplace({Address, Bits}, None);
  if (New) {
    view::Leaf L = computedLeaf(I);
    L.Block = Table[Address].Block;
    It->second = Table.unknown(L);
  }
  return {It->second};
}

} // namespace fencepost::ir
