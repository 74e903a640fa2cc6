//===- ViewTranslate.cpp - Integers and pointers of LLVM IR as view values ===//
// A pointer is as wide as its address space says, but pointers to buffers
// (spec/002, "Buffer Fat Pointer") are 64-bit addresses here, without the
// bounds.
//===----------------------------------------------------------------------===//
#include "ViewTranslate.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace fencepost::ir {

using view::Leaf;
using view::None;
using VK = view::ValueKind;
using Elements = Translator::Elements;
using ValueId = view::ValueId;

/// Longer vectors are not translated.
static constexpr unsigned MaxElements = 32;

Translator::Translator(const llvm::Function &Kernel, const KernelShape &Shape,
                       const BlockNumbers &Blocks,
                       const llvm::UniformityInfo &Group,
                       const llvm::UniformityInfo &Wave,
                       view::ValueTable &Table, ObjectTable &Objects)
    : Table(Table), Kernel(Kernel), Layout(Kernel.getParent()->getDataLayout()),
      Shape(Shape), Blocks(Blocks), Group(Group), Wave(Wave), Objects(Objects),
      Sources(Layout) {}

/// The bits of a number, pointer or floating-point number; 0 if it is neither
/// or too wide.
unsigned Translator::width(const llvm::Type &T) const {
  if (auto *Pointer = llvm::dyn_cast<llvm::PointerType>(&T)) {
    unsigned Bits = Layout.getPointerSizeInBits(Pointer->getAddressSpace());
    return std::min(Bits, 64u);
  }
  if (!T.isIntegerTy() && !T.isFloatingPointTy())
    return 0;
  unsigned Bits = T.getPrimitiveSizeInBits();
  if (auto *Integer = llvm::dyn_cast<llvm::IntegerType>(&T))
    Bits = Integer->getBitWidth();
  return Bits <= 64 ? Bits : 0;
}

unsigned Translator::count(const llvm::Type &T) const {
  auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(&T);
  if (!Vector)
    return width(T) ? 1 : 0;
  unsigned Count = Vector->getNumElements();
  return Count <= MaxElements && width(*Vector->getElementType()) ? Count : 0;
}

Leaf Translator::leafOf(const llvm::Value &V) const {
  Leaf L;
  L.Bits = width(*V.getType()->getScalarType());
  L.Uniform = !Group.isDivergent(&V);
  L.WaveUniform = L.Uniform || !Wave.isDivergent(&V);
  if (auto *I = llvm::dyn_cast<llvm::Instruction>(&V))
    L.Block = Blocks.lookup(I->getParent());
  L.Name = V.getName().str();
  return L;
}

/// A leaf with the sources that \p V is computed from.
Leaf Translator::computedLeaf(const llvm::Value &V) {
  Leaf L = leafOf(V);
  Origins From = Sources.of(V);
  L.Plain = From.Plain;
  L.Sources = std::move(From.Sources);
  return L;
}

Elements Translator::unknownOf(const llvm::Value &V) {
  Elements Result;
  Leaf L = computedLeaf(V);
  for (unsigned I = 0, E = count(*V.getType()); I != E; ++I)
    Result.push_back(Table.unknown(L));
  return Result;
}

/// A uniform value from outside the kernel, identified by \p Key.
ValueId Translator::outside(uint64_t Key, unsigned Bits) {
  auto [It, New] = Outside.try_emplace(Key << 8 | Bits, None);
  if (New) {
    Leaf L;
    L.Bits = Bits;
    L.Uniform = true;
    It->second = Table.unknown(L);
  }
  return It->second;
}

/// True if translate() uses the operands of \p I.
static bool looksInside(const llvm::Instruction &I) {
  return !llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst,
                    llvm::AtomicCmpXchgInst, llvm::FCmpInst, llvm::VAArgInst>(
             I) &&
         !(I.isBinaryOp() && I.getType()->isFPOrFPVectorTy());
}

void Translator::need(const llvm::Value &V) {
  llvm::SmallVector<const llvm::Value *, 16> Work = {&V};
  while (!Work.empty()) {
    auto *I = llvm::dyn_cast<llvm::Instruction>(Work.pop_back_val());
    if (!I || !Needed.insert(I).second || !looksInside(*I))
      continue;
    for (const llvm::Value *Operand : I->operands())
      Work.push_back(Operand);
    // The success of a cmpxchg depends on the expected value.
    for (const llvm::Value *Operand : I->operands())
      if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(Operand))
        Work.push_back(Exchange->getCompareOperand());
  }
}

void Translator::run(llvm::ArrayRef<const llvm::BasicBlock *> Order) {
  for (const llvm::BasicBlock *Block : Order)
    for (const llvm::Instruction &I : *Block)
      if (Needed.contains(&I)) {
        Elements Result = translate(I);
        if (!Wave.isDivergent(&I))
          llvm::for_each(Result, [&](ValueId Id) { Table.setWaveUniform(Id); });
        ElementsOf[&I] = std::make_unique<Elements>(std::move(Result));
      }
  for (const llvm::BasicBlock *Block : Order)
    for (const llvm::PHINode &I : Block->phis())
      if (Needed.contains(&I))
        fillPhi(I);
}

/// Instructions were translated before; other values are translated when first
/// used.
const Elements &Translator::elements(const llvm::Value &V) {
  auto It = ElementsOf.find(&V);
  if (It != ElementsOf.end())
    return *It->second;
  Elements Result;
  if (auto *C = llvm::dyn_cast<llvm::Constant>(&V))
    Result = constant(*C);
  else if (auto *A = llvm::dyn_cast<llvm::Argument>(&V))
    Result = argument(*A);
  return *(ElementsOf[&V] = std::make_unique<Elements>(std::move(Result)));
}

ValueId Translator::value(const llvm::Value &V) {
  if (V.getType()->isVectorTy())
    return None;
  const Elements &All = elements(V);
  return All.size() == 1 ? All[0] : None;
}

Elements Translator::argument(const llvm::Argument &A) {
  if (A.getType()->isPointerTy())
    return {Table.constant(Objects.base(Objects.of(A)), width(*A.getType()))};
  if (A.getType()->isVectorTy() || !width(*A.getType()))
    return unknownOf(A);
  Leaf L = leafOf(A);
  L.Uniform = true;
  L.Name = argumentName(A);
  return {Table.leaf(VK::Argument, A.getArgNo(), L)};
}

Elements Translator::constant(const llvm::Constant &C) {
  unsigned Count = count(*C.getType());
  if (C.getType()->isVectorTy()) {
    Elements Result;
    for (unsigned I = 0; I != Count; ++I) {
      const llvm::Constant *Element = C.getAggregateElement(I);
      if (!Element)
        return unknownOf(C);
      Result.push_back(elements(*Element)[0]);
    }
    return Result;
  }
  unsigned Bits = width(*C.getType());
  if (Bits == 0)
    return {};
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(&C))
    return {Table.constant(Number->getZExtValue(), Bits)};
  if (auto *Number = llvm::dyn_cast<llvm::ConstantFP>(&C))
    return {Table.constant(
        Number->getValueAPF().bitcastToAPInt().getZExtValue(), Bits)};
  if (llvm::isa<llvm::ConstantPointerNull>(C))
    return {Table.constant(0, Bits)};
  if (auto *V = llvm::dyn_cast<llvm::GlobalVariable>(&C))
    return {Table.constant(Objects.base(Objects.of(*V)), Bits)};
  if (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&C))
    return elements(*Alias->getAliasee());
  if (auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(&C))
    return translate(*Expression);
  return unknownOf(C);
}

static VK kindOf(unsigned Opcode) {
  switch (Opcode) {
  case llvm::Instruction::Add:
    return VK::Add;
  case llvm::Instruction::Sub:
    return VK::Sub;
  case llvm::Instruction::Mul:
    return VK::Mul;
  case llvm::Instruction::UDiv:
    return VK::UDiv;
  case llvm::Instruction::SDiv:
    return VK::SDiv;
  case llvm::Instruction::URem:
    return VK::URem;
  case llvm::Instruction::SRem:
    return VK::SRem;
  case llvm::Instruction::And:
    return VK::And;
  case llvm::Instruction::Or:
    return VK::Or;
  case llvm::Instruction::Xor:
    return VK::Xor;
  case llvm::Instruction::Shl:
    return VK::Shl;
  case llvm::Instruction::LShr:
    return VK::LShr;
  case llvm::Instruction::AShr:
    return VK::AShr;
  default:
    return VK::Constant;
  }
}

/// The elements of \p U; empty if \p U is too wide for the view, which makes
/// values computed from it unknown.
Elements Translator::translate(const llvm::User &U) {
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&U))
    return oldValue(*Exchange);
  if (count(*U.getType()) == 0)
    return {};
  unsigned Opcode = llvm::Operator::getOpcode(&U);
  if (VK Kind = kindOf(Opcode); Kind != VK::Constant)
    return binary(Kind, U);
  switch (Opcode) {
  case llvm::Instruction::ICmp:
    return compare(llvm::cast<llvm::ICmpInst>(U).getPredicate(), U);
  case llvm::Instruction::FCmp:
    return compareFloats(llvm::cast<llvm::FCmpInst>(U));
  case llvm::Instruction::Select:
    return select(U);
  case llvm::Instruction::SExt:
    return resize(U, /*Signed=*/true);
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::PtrToAddr:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::Freeze:
    return resize(U, /*Signed=*/false);
  case llvm::Instruction::BitCast:
    return bitcast(U);
  case llvm::Instruction::GetElementPtr:
    return elementPointer(llvm::cast<llvm::GEPOperator>(U));
  case llvm::Instruction::ExtractElement:
  case llvm::Instruction::InsertElement:
  case llvm::Instruction::ShuffleVector:
    return vectorOperation(U, Opcode);
  case llvm::Instruction::PHI:
    return phi(llvm::cast<llvm::PHINode>(U));
  case llvm::Instruction::Load:
    return load(llvm::cast<llvm::LoadInst>(U));
  case llvm::Instruction::ExtractValue:
    return extractValue(llvm::cast<llvm::ExtractValueInst>(U));
  case llvm::Instruction::Call:
    return call(llvm::cast<llvm::CallBase>(U));
  default:
    return unknownOf(U);
  }
}

Elements Translator::binary(VK Kind, const llvm::User &U) {
  const Elements &A = elements(*U.getOperand(0));
  const Elements &B = elements(*U.getOperand(1));
  Elements Result;
  for (auto [Left, Right] : llvm::zip_equal(A, B))
    Result.push_back(Table.op(Kind, Left, Right));
  return Result;
}

Elements Translator::compare(llvm::CmpInst::Predicate Predicate,
                             const llvm::User &U) {
  const Elements *A = &elements(*U.getOperand(0));
  const Elements *B = &elements(*U.getOperand(1));
  if (A->empty())
    return unknownOf(U);
  using P = llvm::CmpInst::Predicate;
  if (Predicate == P::ICMP_UGT || Predicate == P::ICMP_UGE ||
      Predicate == P::ICMP_SGT || Predicate == P::ICMP_SGE) {
    std::swap(A, B);
    Predicate = llvm::CmpInst::getSwappedPredicate(Predicate);
  }
  VK Kind = Predicate == P::ICMP_EQ    ? VK::Eq
            : Predicate == P::ICMP_NE  ? VK::Ne
            : Predicate == P::ICMP_ULT ? VK::ULt
            : Predicate == P::ICMP_ULE ? VK::ULe
            : Predicate == P::ICMP_SLT ? VK::SLt
                                       : VK::SLe;
  Elements Result;
  for (auto [Left, Right] : llvm::zip_equal(*A, *B))
    Result.push_back(Table.op(Kind, Left, Right));
  return Result;
}

/// One unknown for all comparisons of the same numbers by the same predicate or
/// its inverse. It is known where the numbers are; numbers from different
/// blocks are not looked up.
Elements Translator::compareFloats(const llvm::FCmpInst &I) {
  const llvm::Value *A = I.getOperand(0), *B = I.getOperand(1);
  auto *FromA = llvm::dyn_cast<llvm::Instruction>(A);
  auto *FromB = llvm::dyn_cast<llvm::Instruction>(B);
  if (I.getType()->isVectorTy() ||
      (FromA && FromB && FromA->getParent() != FromB->getParent()))
    return unknownOf(I);
  Leaf L = computedLeaf(I);
  auto Known = [&](llvm::CmpInst::Predicate P) {
    auto It = Compared.find({A, B, P, L.Uniform, L.WaveUniform});
    return It == Compared.end() ? None : It->second;
  };
  if (ValueId Same = Known(I.getPredicate()); Same != None)
    return {Same};
  if (ValueId Inverse = Known(I.getInversePredicate()); Inverse != None)
    return {Table.op(VK::Xor, Inverse, Table.constant(1, 1))};
  const llvm::Instruction *From = FromA ? FromA : FromB;
  L.Block = From ? Blocks.lookup(From->getParent()) : None;
  ValueId New = Table.unknown(L);
  Compared[{A, B, I.getPredicate(), L.Uniform, L.WaveUniform}] = New;
  return {New};
}

Elements Translator::select(const llvm::User &U) {
  const Elements &Condition = elements(*U.getOperand(0));
  const Elements &True = elements(*U.getOperand(1));
  const Elements &False = elements(*U.getOperand(2));
  Elements Result;
  for (unsigned I = 0, E = True.size(); I != E; ++I)
    Result.push_back(Table.op(VK::Select,
                              Condition[Condition.size() == 1 ? 0 : I], True[I],
                              False[I]));
  return Result;
}

Elements Translator::resize(const llvm::User &U, bool Signed) {
  const Elements &From = elements(*U.getOperand(0));
  if (From.empty())
    return unknownOf(U);
  unsigned Bits = width(*U.getType()->getScalarType());
  Elements Result;
  for (ValueId Id : From)
    Result.push_back(Table.resize(Id, Bits, Signed));
  return Result;
}

/// Its incoming values may come later, so fillPhi() adds them in the end.
Elements Translator::phi(const llvm::PHINode &I) {
  Elements Result;
  for (unsigned E = 0, N = count(*I.getType()); E != N; ++E)
    Result.push_back(Table.phi(leafOf(I)));
  return Result;
}

void Translator::fillPhi(const llvm::PHINode &I) {
  const Elements &Phis = elements(I);
  for (auto [Number, Phi] : llvm::enumerate(Phis)) {
    llvm::SmallVector<view::Incoming, 2> From;
    for (auto [Block, V] : llvm::zip(I.blocks(), I.incoming_values())) {
      auto It = Blocks.find(Block);
      assert(It != Blocks.end() && "unreachable blocks were removed");
      view::BlockId Id = It->second;
      if (llvm::none_of(From, [&](auto &Other) { return Other.From == Id; }))
        From.push_back({Id, elements(*V)[Number]});
    }
    llvm::sort(From, [](auto &A, auto &B) { return A.From < B.From; });
    Table.setIncoming(Phi, From);
  }
}

//===----------------------------------------------------------------------===//
// Vectors, and pointers to elements: vectors are translated element by element,
// so that shuffles make no values.
//===----------------------------------------------------------------------===//

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

/// Tokens made from several numbers have a width that no stored value has, so
/// that they cannot be confused with one. They are computed from the elements
/// alone: where tokens differ, so do the values.
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
  if (I.getType()->isVoidTy())
    return None;
  if (ValueId Id = value(I); Id != None || !Needed.contains(&I))
    return Id;
  ValueId Id = token(I);
  return Id != None && Table[Id].Kind == VK::Unknown ? Id : None;
}

//===----------------------------------------------------------------------===//
// Values that a kernel reads from memory: arguments and sizes are leaves;
// invariant memory has one value per address; every other load is a new
// unknown.
//===----------------------------------------------------------------------===//

/// True if the memory that \p I reads cannot change while the kernel runs.
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
