//===- IRGlobals.cpp - The locations and named barriers of a module -------===//
// Arrays, vectors and structures are taken apart down to their elements, which
// all have to be of one kind.
//===----------------------------------------------------------------------===//
#include "IRGlobals.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Model/Limits.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace fencepost {

static constexpr llvm::StringLiteral BarrierType = "amdgcn.named.barrier";

namespace {
/// The elements that a type is made of: one type, so many times. The count
/// stops just above the limit.
struct Elements {
  llvm::Type *Element = nullptr; ///< Null if there are none.
  uint64_t Count = 0;

  bool add(Elements More, uint64_t Times) {
    if (Element && More.Element && Element != More.Element)
      return false;
    Element = Element ? Element : More.Element;
    uint64_t Limit = model::MaxArraySize + 1;
    Count = std::min(Count + More.Count * std::min(Times, Limit), Limit);
    return true;
  }
};
} // namespace

/// None if the elements are of different types.
static std::optional<Elements> elementsOf(llvm::Type *T) {
  Elements Found;
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
    std::optional<Elements> Inner = elementsOf(Array->getElementType());
    return Inner && Found.add(*Inner, Array->getNumElements())
               ? std::optional(Found)
               : std::nullopt;
  }
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T))
    return Elements{Vector->getElementType(), Vector->getNumElements()};
  auto *Struct = llvm::dyn_cast<llvm::StructType>(T);
  if (!Struct)
    return Elements{T, 1};
  for (llvm::Type *Field : Struct->elements()) {
    std::optional<Elements> Inner = elementsOf(Field);
    if (!Inner || !Found.add(*Inner, 1))
      return std::nullopt;
  }
  return Found;
}

namespace {
/// The initial values of the elements of a constant.
struct InitialValues {
  std::vector<int32_t> Numbers;
  bool AnyUndef = false;
  bool AllNumbers = true;

  void add(const llvm::Constant *C) {
    llvm::Type *T = C->getType();
    if (llvm::isa<llvm::UndefValue>(C)) { // poison too
      AnyUndef = true;
    } else if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(C)) {
      Numbers.push_back(static_cast<int32_t>(Number->getSExtValue()));
    } else if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T)) {
      addParts(C, Vector->getNumElements());
    } else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
      addParts(C, Array->getNumElements());
    } else if (auto *Struct = llvm::dyn_cast<llvm::StructType>(T)) {
      addParts(C, Struct->getNumElements());
    } else {
      AllNumbers = false;
    }
  }

private:
  void addParts(const llvm::Constant *C, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I)
      if (const llvm::Constant *Part = C->getAggregateElement(I))
        add(Part);
      else
        AllNumbers = false;
  }
};
} // namespace

static IRGlobal unusable(const llvm::Twine &Why) {
  IRGlobal G;
  G.Unusable = Why.str();
  return G;
}

static bool isBarrier(const llvm::Type *T) {
  auto *Target = llvm::dyn_cast<llvm::TargetExtType>(T);
  return Target && Target->getName() == BarrierType;
}

IRGlobals::IRGlobals(const llvm::Module &M, model::Program &P) {
  for (const llvm::GlobalVariable &V : M.globals())
    Known[&V] = add(V, P);
}

IRGlobal IRGlobals::add(const llvm::GlobalVariable &V, model::Program &P) {
  if (!V.hasName() || V.getName().starts_with("llvm."))
    return unusable("is no location of a test");
  if (V.isThreadLocal())
    return unusable("is thread_local");
  std::optional<Elements> Parts = elementsOf(V.getValueType());
  bool Barrier = Parts && Parts->Element && isBarrier(Parts->Element);
  if (!Barrier &&
      (!Parts || !Parts->Element || !Parts->Element->isIntegerTy(32)))
    return unusable("is of type " + typeName(V.getValueType()) +
                    "; a location is an i32 or an array of them");
  if (Parts->Count == 0)
    return unusable("has no elements");
  if (Parts->Count > model::MaxArraySize)
    return unusable("has more than " + llvm::Twine(model::MaxArraySize) +
                    " elements");
  return Barrier ? addBarriers(V, Parts->Count, P)
                 : addLocation(V, Parts->Count, P);
}

IRGlobal IRGlobals::addBarriers(const llvm::GlobalVariable &V, uint64_t Count,
                                model::Program &P) {
  if (V.getAddressSpace() != static_cast<unsigned>(AddressSpace::Local))
    return unusable("is a named barrier outside of addrspace(3)");
  if (P.NamedBarriers.size() + Count > model::MaxNamedBarriers)
    return unusable("is one named barrier too many: there are " +
                    llvm::Twine(model::MaxNamedBarriers));
  IRGlobal G;
  G.IsBarrier = true;
  G.First = P.NamedBarriers.size();
  G.Size = Count;
  const llvm::DataLayout &Layout = V.getParent()->getDataLayout();
  G.ElementBytes = Layout.getTypeAllocSize(V.getValueType()) / Count;
  bool One = !V.getValueType()->isArrayTy();
  for (unsigned I = 0; I < Count; ++I)
    P.NamedBarriers.push_back(
        One ? V.getName().str()
            : (V.getName() + "[" + llvm::Twine(I) + "]").str());
  return G;
}

IRGlobal IRGlobals::addLocation(const llvm::GlobalVariable &V, uint64_t Count,
                                model::Program &P) {
  unsigned Space = V.getAddressSpace();
  bool Local = Space == static_cast<unsigned>(AddressSpace::Local);
  if (Space > 1 && !Local)
    return unusable("lies in addrspace(" + llvm::Twine(Space) +
                    "); a location is global (1) or local (3)");
  InitialValues Initial;
  if (V.hasInitializer())
    Initial.add(V.getInitializer());
  if (!Initial.AllNumbers)
    return unusable("does not begin as a number");
  if (Initial.AnyUndef && !Initial.Numbers.empty())
    return unusable("begins with some elements undefined and others not");
  IRGlobal G;
  G.First = P.Locations.size();
  G.Size = Count;
  P.Locations.push_back(
      {V.getName().str(), Local ? AddressSpace::Local : AddressSpace::Global,
       !V.getValueType()->isIntegerTy(), G.Size, std::move(Initial.Numbers)});
  return G;
}

} // namespace fencepost
