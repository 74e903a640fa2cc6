//===- ValueTranslation.cpp - Arithmetic, vectors and structures ----------===//
//===----------------------------------------------------------------------===//
#include "ValueTranslation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost {

using model::ExpressionKind;

llvm::Error ValueTranslation::translate(llvm::Instruction &I) {
  if (auto *Binary = llvm::dyn_cast<llvm::BinaryOperator>(&I))
    return define(I, arithmetic(*Binary));
  if (auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I))
    return define(I, comparison(*Compare));
  switch (I.getOpcode()) {
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Trunc:
    return translateIntegerCast(llvm::cast<llvm::CastInst>(I));
  case llvm::Instruction::Select:
    return translateSelect(llvm::cast<llvm::SelectInst>(I));
  case llvm::Instruction::GetElementPtr:
  case llvm::Instruction::AddrSpaceCast:
    return translateAddress(I);
  case llvm::Instruction::ExtractValue:
  case llvm::Instruction::ExtractElement:
  case llvm::Instruction::InsertValue:
  case llvm::Instruction::InsertElement:
  case llvm::Instruction::ShuffleVector:
    return translateVector(I);
  case llvm::Instruction::Alloca:
    return Context.errorAt(I,
                           "memory of the thread's own is not part of a litmus "
                           "test; opt -passes=mem2reg turns it into values");
  case llvm::Instruction::Freeze:
    return Context.errorAt(
        I, "freeze may choose any value, which the model cannot");
  default:
    return Context.errorAt(I, llvm::Twine(I.getOpcodeName()) +
                                  " is not part of a litmus test");
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The integer \p I becomes a register, unless nothing can ask for it.
llvm::Error ValueTranslation::define(llvm::Instruction &I,
                                     llvm::Expected<unsigned> Value) {
  if (!Value)
    return Value.takeError();
  if (!isWanted(I))
    return llvm::Error::success();
  IRValue Result = Values.defineRegisters(I, 1);
  Build.assign(*Build.registerOf(Result.Parts.front()), *Value, Context.at(I));
  Values.set(I, std::move(Result));
  return llvm::Error::success();
}

namespace {
struct OperatorRow {
  llvm::Instruction::BinaryOps Theirs;
  ExpressionKind Kind;
};

/// Of unsigned numbers the model has only "less".
struct ComparisonRow {
  llvm::ICmpInst::Predicate Theirs;
  ExpressionKind Kind;
  bool Swapped = false; ///< Of B with A.
  bool Negated = false;
};
} // namespace

static constexpr OperatorRow Operators[] = {
    {llvm::Instruction::Add, ExpressionKind::Add},
    {llvm::Instruction::Sub, ExpressionKind::Sub},
    {llvm::Instruction::Mul, ExpressionKind::Mul},
    {llvm::Instruction::And, ExpressionKind::And},
    {llvm::Instruction::Or, ExpressionKind::Or},
    {llvm::Instruction::Xor, ExpressionKind::Xor},
    {llvm::Instruction::Shl, ExpressionKind::Shl},
    {llvm::Instruction::LShr, ExpressionKind::LShr},
    {llvm::Instruction::AShr, ExpressionKind::Shr},
};

static constexpr ComparisonRow Comparisons[] = {
    {llvm::ICmpInst::ICMP_EQ, ExpressionKind::Eq},
    {llvm::ICmpInst::ICMP_NE, ExpressionKind::Ne},
    {llvm::ICmpInst::ICMP_SLT, ExpressionKind::Lt},
    {llvm::ICmpInst::ICMP_SLE, ExpressionKind::Le},
    {llvm::ICmpInst::ICMP_SGT, ExpressionKind::Gt},
    {llvm::ICmpInst::ICMP_SGE, ExpressionKind::Ge},
    {llvm::ICmpInst::ICMP_ULT, ExpressionKind::ULt},
    {.Theirs = llvm::ICmpInst::ICMP_UGT,
     .Kind = ExpressionKind::ULt,
     .Swapped = true},
    {.Theirs = llvm::ICmpInst::ICMP_UGE,
     .Kind = ExpressionKind::ULt,
     .Negated = true},
    {.Theirs = llvm::ICmpInst::ICMP_ULE,
     .Kind = ExpressionKind::ULt,
     .Swapped = true,
     .Negated = true},
};

/// Modulo 2, a sum and a difference are xor, and a product is and.
static ExpressionKind onBits(ExpressionKind Kind) {
  if (Kind == ExpressionKind::Add || Kind == ExpressionKind::Sub)
    return ExpressionKind::Xor;
  return Kind == ExpressionKind::Mul ? ExpressionKind::And : Kind;
}

llvm::Expected<unsigned> ValueTranslation::arithmetic(llvm::BinaryOperator &I) {
  auto *Row = llvm::find_if(Operators, [&](const OperatorRow &R) {
    return R.Theirs == I.getOpcode();
  });
  if (Row == std::end(Operators))
    return Context.errorAt(I, llvm::Twine(I.getOpcodeName()) +
                                  " is not part of a litmus test");
  llvm::Expected<unsigned> A = Values.integerOperand(*I.getOperand(0), I);
  if (!A)
    return A;
  llvm::Expected<unsigned> B = Values.integerOperand(*I.getOperand(1), I);
  if (!B)
    return B;
  bool Bit = I.getType()->isIntegerTy(1);
  if (!I.isShift())
    return Build.binary(Bit ? onBits(Row->Kind) : Row->Kind, *A, *B);
  // A shift by the width or more is poison; the model's would wrap.
  if (Bit)
    return Build.select(*B, Build.undef(), *A);
  unsigned Shifted = Build.binary(Row->Kind, *A, *B);
  if (std::optional<int32_t> Count = Build.constantOf(*B))
    return *Count >= 0 && *Count < 32 ? Shifted : Build.undef();
  unsigned InRange = Build.binary(ExpressionKind::ULt, *B, Build.constant(32));
  return Build.select(InRange, Shifted, Build.undef());
}

llvm::Expected<unsigned> ValueTranslation::comparison(llvm::ICmpInst &I) {
  if (I.getOperand(0)->getType()->isPointerTy())
    return Context.errorAt(I, "a litmus test does not compare addresses");
  llvm::Expected<unsigned> A = Values.integerOperand(*I.getOperand(0), I);
  if (!A)
    return A;
  llvm::Expected<unsigned> B = Values.integerOperand(*I.getOperand(1), I);
  if (!B)
    return B;
  // As a signed number, the bit 1 is -1.
  if (I.isSigned() && I.getOperand(0)->getType()->isIntegerTy(1))
    std::swap(*A, *B);
  auto *Row = llvm::find_if(Comparisons, [&](const ComparisonRow &R) {
    return R.Theirs == I.getPredicate();
  });
  assert(Row != std::end(Comparisons) && "icmp has integer predicates");
  if (Row->Swapped)
    std::swap(*A, *B);
  unsigned Holds = Build.binary(Row->Kind, *A, *B);
  return Row->Negated ? Build.logicalNot(Holds) : Holds;
}

llvm::Error ValueTranslation::translateIntegerCast(llvm::CastInst &I) {
  llvm::Expected<unsigned> A = Values.integerOperand(*I.getOperand(0), I);
  if (!A)
    return A.takeError();
  bool FromBit = I.getSrcTy()->isIntegerTy(1);
  if (I.getDestTy()->isIntegerTy(64) && !FromBit) {
    // Only an index can be extended so; whatever else reads it, complains.
    Values.set(I, {{*A}, nullptr});
    return llvm::Error::success();
  }
  if (I.getDestTy()->isIntegerTy(1))
    return define(I, Build.binary(ExpressionKind::And, *A, Build.constant(1)));
  if (!I.getDestTy()->isIntegerTy(32))
    return Context.errorAt(I, "makes an " + typeName(I.getDestTy()) +
                                  "; a litmus test computes with i1 and i32");
  bool Negate = I.getOpcode() == llvm::Instruction::SExt;
  return define(
      I,
      Negate ? Build.binary(ExpressionKind::Sub, Build.constant(0), *A) : *A);
}

llvm::Error ValueTranslation::translateMinMax(llvm::CallInst &I) {
  llvm::Expected<unsigned> A = Values.integerOperand(*I.getArgOperand(0), I);
  if (!A)
    return A.takeError();
  llvm::Expected<unsigned> B = Values.integerOperand(*I.getArgOperand(1), I);
  if (!B)
    return B.takeError();
  if (I.getType()->isIntegerTy(1))
    return Context.errorAt(I,
                           "minimum and maximum are of i32 in a litmus test");
  llvm::Intrinsic::ID Id = I.getIntrinsicID();
  bool Signed = llvm::MinMaxIntrinsic::isSigned(Id);
  bool Max = Id == llvm::Intrinsic::smax || Id == llvm::Intrinsic::umax;
  unsigned Less =
      Build.binary(Signed ? ExpressionKind::Lt : ExpressionKind::ULt, *A, *B);
  return define(I,
                Max ? Build.select(Less, *B, *A) : Build.select(Less, *A, *B));
}

//===----------------------------------------------------------------------===//
// Addresses, and values that are chosen
//===----------------------------------------------------------------------===//

llvm::Error ValueTranslation::translateAddress(llvm::Instruction &I) {
  if (!I.getType()->isPointerTy())
    return Context.errorAt(I, "a value of type " + typeName(I.getType()) +
                                  " is not part of a litmus test");
  llvm::Expected<IRValue> Value = Values.operand(I, I);
  if (!Value)
    return Value.takeError();
  Values.set(I, std::move(*Value));
  return llvm::Error::success();
}

llvm::Error ValueTranslation::translateSelect(llvm::SelectInst &I) {
  llvm::Expected<unsigned> Condition =
      Values.integerOperand(*I.getCondition(), I);
  if (!Condition)
    return Condition.takeError();
  llvm::Expected<IRValue> Then = Values.operand(*I.getTrueValue(), I);
  if (!Then)
    return Then.takeError();
  llvm::Expected<IRValue> Else = Values.operand(*I.getFalseValue(), I);
  if (!Else)
    return Else.takeError();
  IRValue Result;
  if (I.getType()->isPointerTy()) {
    llvm::Expected<const llvm::GlobalVariable *> Base = Values.baseOf(I, I);
    if (!Base)
      return Base.takeError();
    Result.Base = *Base;
    if (Build.sameConstant(Then->Parts.front(), Else->Parts.front())) {
      Result.Parts = Then->Parts;
      Values.set(I, std::move(Result));
      return llvm::Error::success();
    }
  }
  Result.Parts = Values.defineRegisters(I, Then->Parts.size()).Parts;
  for (auto [Part, A, B] : llvm::zip(Result.Parts, Then->Parts, Else->Parts))
    Build.assign(*Build.registerOf(Part), Build.select(*Condition, A, B),
                 Context.at(I));
  Values.set(I, std::move(Result));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Vectors and structures
//===----------------------------------------------------------------------===//

/// How many parts of a value of type \p T come before the one that \p Path
/// leads to.
static unsigned partsBefore(const llvm::Type *T,
                            llvm::ArrayRef<unsigned> Path) {
  unsigned Before = 0;
  for (unsigned Index : Path) {
    if (auto *Struct = llvm::dyn_cast<llvm::StructType>(T)) {
      for (unsigned I = 0; I < Index; ++I)
        Before += *numParts(Struct->getElementType(I));
      T = Struct->getElementType(Index);
    } else {
      T = llvm::cast<llvm::ArrayType>(T)->getElementType();
      Before += *numParts(T) * Index;
    }
  }
  return Before;
}

llvm::Error ValueTranslation::translateVector(llvm::Instruction &I) {
  if (auto *Shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&I))
    return translateShuffle(*Shuffle);
  bool Extract = I.getOpcode() == llvm::Instruction::ExtractValue ||
                 I.getOpcode() == llvm::Instruction::ExtractElement;
  const llvm::Type *Whole = I.getOperand(0)->getType();
  for (const llvm::Type *T :
       {Whole, const_cast<const llvm::Type *>(I.getType())})
    if (!numParts(T) || T->isPointerTy())
      return Context.errorAt(I, "a value of type " + typeName(T) +
                                    " is not part of a litmus test");
  unsigned First = 0;
  if (auto *Value = llvm::dyn_cast<llvm::ExtractValueInst>(&I)) {
    First = partsBefore(Whole, Value->getIndices());
  } else if (auto *Value = llvm::dyn_cast<llvm::InsertValueInst>(&I)) {
    First = partsBefore(Whole, Value->getIndices());
  } else {
    auto *Index =
        llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(I.getNumOperands() - 1));
    if (!Index || Index->getValue().uge(*numParts(Whole)))
      return Context.errorAt(
          I, "the index into a vector has to be a number within it");
    First = Index->getZExtValue();
  }
  return Extract ? translateExtract(I, First) : translateInsert(I, First);
}

llvm::Error ValueTranslation::translateExtract(llvm::Instruction &I,
                                               unsigned First) {
  llvm::Expected<IRValue> Whole = Values.operand(*I.getOperand(0), I);
  if (!Whole)
    return Whole.takeError();
  if (I.getType()->isIntegerTy())
    return define(I, Whole->Parts[First]);
  auto Taken =
      llvm::ArrayRef(Whole->Parts).slice(First, *numParts(I.getType()));
  Values.set(I, {llvm::SmallVector<unsigned, 1>(Taken), nullptr});
  return llvm::Error::success();
}

llvm::Error ValueTranslation::translateInsert(llvm::Instruction &I,
                                              unsigned First) {
  llvm::Expected<IRValue> Whole = Values.operand(*I.getOperand(0), I);
  if (!Whole)
    return Whole.takeError();
  llvm::Expected<IRValue> Inserted = Values.operand(*I.getOperand(1), I);
  if (!Inserted)
    return Inserted.takeError();
  llvm::copy(Inserted->Parts, Whole->Parts.begin() + First);
  Values.set(I, std::move(*Whole));
  return llvm::Error::success();
}

llvm::Error ValueTranslation::translateShuffle(llvm::ShuffleVectorInst &I) {
  if (!numParts(I.getType()))
    return Context.errorAt(I, "a value of type " + typeName(I.getType()) +
                                  " is not part of a litmus test");
  llvm::Expected<IRValue> A = Values.operand(*I.getOperand(0), I);
  if (!A)
    return A.takeError();
  llvm::Expected<IRValue> B = Values.operand(*I.getOperand(1), I);
  if (!B)
    return B.takeError();
  A->Parts.append(B->Parts);
  IRValue Result;
  for (int Index : I.getShuffleMask())
    Result.Parts.push_back(Index < 0 ? Build.undef() : A->Parts[Index]);
  Values.set(I, std::move(Result));
  return llvm::Error::success();
}

} // namespace fencepost
