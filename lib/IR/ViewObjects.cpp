//===- ViewObjects.cpp - The memory that a kernel's pointers point into ---===//
#include "ViewObjects.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace fencepost::ir {

using view::None;
using view::Object;
using view::ObjectKind;

static constexpr uint64_t SmallestGap = uint64_t(1) << 24;
static constexpr uint64_t OtherGap = uint64_t(1) << 40;
static constexpr unsigned LdsSpace = 3;

ObjectTable::ObjectTable(const llvm::Function &Kernel, const Recognizer &Names,
                         std::vector<Object> &Objects)
    : Layout(Kernel.getParent()->getDataLayout()), Names(Names),
      Objects(Objects), Gap(SmallestGap), NextOther(OtherGap) {
  constexpr uint64_t Enough = uint64_t(1) << 31;
  for (const llvm::GlobalVariable &V : Kernel.getParent()->globals())
    if (V.getAddressSpace() == LdsSpace && V.getValueType()->isSized()) {
      uint64_t Size = Layout.getTypeAllocSize(V.getValueType());
      Gap = std::max(Gap, llvm::bit_ceil(2 * std::min(Enough, Size)));
    }
  NextLds = Gap;
}

uint32_t ObjectTable::add(Object New) {
  uint64_t &Next = New.Space == AddressSpace::Local ? NextLds : NextOther;
  New.Base = Next;
  if (New.Space == AddressSpace::Local) {
    Next += Gap;
    Exhausted |= Next > uint64_t(1) << 32;
    New.Base &= 0xffffffff;
  } else {
    Next += OtherGap;
  }
  Objects.push_back(std::move(New));
  return Objects.size() - 1;
}

uint32_t ObjectTable::of(const llvm::GlobalVariable &V) {
  auto [It, New] = Known.try_emplace(&V, None);
  if (!New)
    return It->second;
  Object O;
  O.Space = addressSpaceFromNumber(V.getAddressSpace())
                .value_or(AddressSpace::Global);
  bool IsLds = O.Space == AddressSpace::Local;
  O.Kind = IsLds ? ObjectKind::Lds : ObjectKind::Global;
  O.Name = V.getName().str();
  O.NoAlias = true;
  if (V.getValueType()->isSized())
    O.Size = Layout.getTypeAllocSize(V.getValueType());
  if (std::optional<unsigned> Number = Names.namedBarrier(V)) {
    O.Kind = ObjectKind::NamedBarrier;
    O.Barrier = *Number;
  }
  bool IsDynamic = IsLds && O.Size == 0;
  if (IsDynamic && Dynamic != None)
    return It->second = Dynamic;
  It->second = add(std::move(O));
  if (IsDynamic)
    Dynamic = It->second;
  return It->second;
}

static Object argumentObject(unsigned Space, std::string Name) {
  Object O;
  O.Space = addressSpaceFromNumber(Space).value_or(AddressSpace::Global);
  // No generic pointer from outside of a kernel points to LDS.
  if (O.Space == AddressSpace::Generic)
    O.Space = AddressSpace::Global;
  O.Kind = O.Space == AddressSpace::Local ? ObjectKind::LdsArgument
                                          : ObjectKind::Argument;
  O.Name = std::move(Name);
  return O;
}

std::string argumentName(const llvm::Argument &A) {
  if (A.hasName())
    return A.getName().str();
  // OpenCL, with -cl-kernel-arg-info.
  if (const llvm::MDNode *Names = A.getParent()->getMetadata("kernel_arg_name"))
    if (A.getArgNo() < Names->getNumOperands())
      if (auto *Name =
              llvm::dyn_cast<llvm::MDString>(Names->getOperand(A.getArgNo())))
        return Name->getString().str();
  return "arg" + std::to_string(A.getArgNo());
}

uint32_t ObjectTable::of(const llvm::Argument &A) {
  auto [It, New] = Known.try_emplace(&A, None);
  if (!New)
    return It->second;
  Object O =
      argumentObject(A.getType()->getPointerAddressSpace(), argumentName(A));
  O.NoAlias = A.hasNoAliasAttr() || O.Kind == ObjectKind::LdsArgument;
  return It->second = add(std::move(O));
}

uint32_t ObjectTable::of(ArgumentPlace Place, const llvm::Instruction &I) {
  if (const llvm::Argument *A = wholeArgument(Place, I))
    return of(*A);
  auto [It, New] = Members.try_emplace(Place, None);
  if (!New)
    return It->second;
  std::string Name =
      Place.Argument < 0 ? "args" : "arg" + std::to_string(Place.Argument);
  Object O = argumentObject(I.getType()->getPointerAddressSpace(),
                            Name + "+" + std::to_string(Place.Offset));
  return It->second = add(std::move(O));
}

/// The argument at \p Offset of the segment: each one has the alignment of its
/// type.
static ArgumentPlace inSegment(const llvm::Function &Kernel, uint64_t Offset,
                               const llvm::DataLayout &Layout) {
  uint64_t Begin = 0;
  for (const llvm::Argument &A : Kernel.args()) {
    bool InMemory = A.hasPointeeInMemoryValueAttr();
    llvm::Type *T = InMemory ? A.getPointeeInMemoryValueType() : A.getType();
    llvm::MaybeAlign Alignment = InMemory ? A.getParamAlign() : std::nullopt;
    Begin = llvm::alignTo(Begin, Alignment.value_or(Layout.getABITypeAlign(T)));
    uint64_t Size = Layout.getTypeAllocSize(T);
    if (Offset >= Begin && Offset < Begin + Size)
      return {int(A.getArgNo()), Offset - Begin};
    Begin += Size;
  }
  return {-1, Offset};
}

static std::optional<ArgumentPlace>
partOfArgument(const llvm::ExtractValueInst &I,
               const llvm::DataLayout &Layout) {
  auto *A = llvm::dyn_cast<llvm::Argument>(I.getAggregateOperand());
  if (!A)
    return std::nullopt;
  llvm::Type *Int32 = llvm::Type::getInt32Ty(A->getContext());
  llvm::SmallVector<llvm::Value *, 4> Indices = {
      llvm::ConstantInt::get(Int32, 0)};
  for (unsigned Index : I.indices())
    Indices.push_back(llvm::ConstantInt::get(Int32, Index));
  return ArgumentPlace{
      int(A->getArgNo()),
      uint64_t(Layout.getIndexedOffsetInType(A->getType(), Indices))};
}

std::optional<ArgumentPlace> argumentPlace(const llvm::Instruction &I,
                                           const llvm::DataLayout &Layout) {
  if (auto *Part = llvm::dyn_cast<llvm::ExtractValueInst>(&I))
    return partOfArgument(*Part, Layout);
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I);
  if (!Pointer)
    return std::nullopt;
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const llvm::Value *Base =
      Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  if (Offset.isNegative() || Offset.getActiveBits() > 32)
    return std::nullopt;
  auto *A = llvm::dyn_cast<llvm::Argument>(Base);
  if (A && A->hasPointeeInMemoryValueAttr())
    return ArgumentPlace{int(A->getArgNo()), Offset.getZExtValue()};
  auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(Base);
  if (Call &&
      Call->getIntrinsicID() == llvm::Intrinsic::amdgcn_kernarg_segment_ptr)
    return inSegment(*I.getFunction(), Offset.getZExtValue(), Layout);
  return std::nullopt;
}

const llvm::Argument *wholeArgument(ArgumentPlace Place,
                                    const llvm::Instruction &I) {
  if (Place.Argument < 0 || Place.Offset != 0)
    return nullptr;
  const llvm::Argument *A = I.getFunction()->getArg(Place.Argument);
  return A->getType() == I.getType() && !A->hasPointeeInMemoryValueAttr()
             ? A
             : nullptr;
}

uint32_t ObjectTable::findBase(const llvm::Value &Base) {
  if (auto *V = llvm::dyn_cast<llvm::GlobalVariable>(&Base))
    return of(*V);
  if (auto *A = llvm::dyn_cast<llvm::Argument>(&Base))
    return A->getType()->isPointerTy() ? of(*A) : None;
  if (auto *I = llvm::dyn_cast<llvm::Instruction>(&Base))
    if (auto Place = argumentPlace(*I, Layout))
      return of(*Place, *I);
  if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&Base))
    if (Call->getIntrinsicID() == llvm::Intrinsic::amdgcn_make_buffer_rsrc)
      return find(*Call->getArgOperand(0));
  return None;
}

uint32_t ObjectTable::find(const llvm::Value &Pointer) {
  auto It = ObjectOf.find(&Pointer);
  if (It != ObjectOf.end())
    return It->second;
  llvm::SmallVector<const llvm::Value *, 4> Bases;
  llvm::getUnderlyingObjects(&Pointer, Bases, nullptr, /*MaxLookup=*/0);
  uint32_t Object = Bases.empty() ? None : findBase(*Bases.front());
  for (const llvm::Value *Base : Bases)
    if (findBase(*Base) != Object)
      Object = None;
  return ObjectOf[&Pointer] = Object;
}

bool ObjectTable::isPrivate(const llvm::Value &Pointer) {
  llvm::SmallVector<const llvm::Value *, 4> Bases;
  llvm::getUnderlyingObjects(&Pointer, Bases, nullptr, /*MaxLookup=*/0);
  return !Bases.empty() && llvm::all_of(Bases, [](const llvm::Value *Base) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(Base);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return llvm::isa<llvm::AllocaInst>(Base) ||
           (Callee && allocatesToPrint(Callee->getName()));
  });
}

bool allocatesToPrint(llvm::StringRef Name) { return Name == "__printf_alloc"; }

} // namespace fencepost::ir
