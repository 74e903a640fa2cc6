//===- IRValues.cpp - Operands and arithmetic -----------------------------===//
// Integers of one bit are 0 or 1. An operation whose result LLVM calls poison
// gives undef where that is easy to say (a shift by too much) and wraps where
// it is not (nsw, nuw).
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

namespace fencepost {

using model::ExpressionKind;

static constexpr unsigned MaxParts = 64; ///< Of one value.

/// Parts of a value of integers; none if it is not made of i1 and i32.
static std::optional<unsigned> numIntegers(const llvm::Type *T) {
  if (T->isIntegerTy(1) || T->isIntegerTy(32))
    return 1;
  const llvm::Type *Element = nullptr;
  uint64_t Count = 0;
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T)) {
    Element = Vector->getElementType();
    Count = Vector->getNumElements();
  } else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
    Element = Array->getElementType();
    Count = Array->getNumElements();
  }
  if (Element) {
    std::optional<unsigned> Each = numIntegers(Element);
    bool Fits = Each && Count <= MaxParts && *Each * Count <= MaxParts;
    return Fits ? std::optional<unsigned>(*Each * Count) : std::nullopt;
  }
  auto *Struct = llvm::dyn_cast<llvm::StructType>(T);
  if (!Struct)
    return std::nullopt;
  unsigned Sum = 0;
  for (const llvm::Type *Field : Struct->elements()) {
    std::optional<unsigned> Each = numIntegers(Field);
    if (!Each || Sum + *Each > MaxParts)
      return std::nullopt;
    Sum += *Each;
  }
  return Sum;
}

std::optional<unsigned> numParts(const llvm::Type *T) {
  return T->isPointerTy() ? std::optional(1u) : numIntegers(T);
}

llvm::Expected<IRValue>
FunctionTranslation::operand(const llvm::Value &V,
                             const llvm::Instruction &User) {
  if (auto It = Values.find(&V); It != Values.end())
    return It->second;
  if (V.getType()->isPointerTy())
    return pointerOperand(V, User);
  if (auto *C = llvm::dyn_cast<llvm::Constant>(&V))
    return constantOperand(*C, User);
  return errorAt(User, "a value of type " + typeName(V.getType()) +
                           " is not part of a litmus test");
}

llvm::Expected<IRValue>
FunctionTranslation::constantOperand(const llvm::Constant &C,
                                     const llvm::Instruction &User) {
  std::optional<unsigned> Count = numParts(C.getType());
  if (!Count)
    return errorAt(User, "a value of type " + typeName(C.getType()) +
                             " is not part of a litmus test");
  IRValue Result;
  if (llvm::isa<llvm::UndefValue>(C)) { // poison too
    Result.Parts.assign(*Count, Build.undef());
    return Result;
  }
  if (C.isNullValue()) {
    Result.Parts.assign(*Count, Build.constant(0));
    return Result;
  }
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
    bool Bit = Number->getType()->isIntegerTy(1);
    Result.Parts.assign(
        *Count, Build.constant(static_cast<int32_t>(
                    Bit ? Number->getZExtValue() : Number->getSExtValue())));
    return Result;
  }
  for (unsigned I = 0; const llvm::Constant *Part = C.getAggregateElement(I);
       ++I) {
    llvm::Expected<IRValue> Value = constantOperand(*Part, User);
    if (!Value)
      return Value.takeError();
    Result.Parts.append(Value->Parts);
  }
  if (Result.Parts.size() != *Count)
    return errorAt(User, "an operand here is a constant expression, which is "
                         "not part of a litmus test");
  return Result;
}

llvm::Expected<unsigned>
FunctionTranslation::integerOperand(const llvm::Value &V,
                                    const llvm::Instruction &User) {
  if (!V.getType()->isIntegerTy(1) && !V.getType()->isIntegerTy(32))
    return errorAt(User, "works on " + typeName(V.getType()) +
                             "; a litmus test computes with i1 and i32");
  llvm::Expected<IRValue> Value = operand(V, User);
  if (!Value)
    return Value.takeError();
  return Value->Parts.front();
}

llvm::Error FunctionTranslation::translateValue(llvm::Instruction &I) {
  if (auto *Binary = llvm::dyn_cast<llvm::BinaryOperator>(&I))
    return translateInteger(I, translateArithmetic(*Binary));
  if (auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I))
    return translateInteger(I, translateCompare(*Compare));
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
    return errorAt(I, "memory of the thread's own is not part of a litmus "
                      "test; opt -passes=mem2reg turns it into values");
  case llvm::Instruction::Freeze:
    return errorAt(I, "freeze may choose any value, which the model cannot");
  default:
    return errorAt(I, llvm::Twine(I.getOpcodeName()) +
                          " is not part of a litmus test");
  }
}

/// The integer \p I becomes a register, unless nothing can ask for it.
llvm::Error
FunctionTranslation::translateInteger(llvm::Instruction &I,
                                      llvm::Expected<unsigned> Value) {
  if (!Value)
    return Value.takeError();
  if (!isWanted(I))
    return llvm::Error::success();
  IRValue Result = defineRegisters(I, 1);
  Build.assign(*Build.registerOf(Result.Parts.front()), *Value, at(I));
  Values[&I] = std::move(Result);
  return llvm::Error::success();
}

static std::optional<ExpressionKind> kindOf(llvm::Instruction::BinaryOps Op) {
  switch (Op) {
  case llvm::Instruction::Add:
    return ExpressionKind::Add;
  case llvm::Instruction::Sub:
    return ExpressionKind::Sub;
  case llvm::Instruction::Mul:
    return ExpressionKind::Mul;
  case llvm::Instruction::And:
    return ExpressionKind::And;
  case llvm::Instruction::Or:
    return ExpressionKind::Or;
  case llvm::Instruction::Xor:
    return ExpressionKind::Xor;
  case llvm::Instruction::Shl:
    return ExpressionKind::Shl;
  case llvm::Instruction::LShr:
    return ExpressionKind::LShr;
  case llvm::Instruction::AShr:
    return ExpressionKind::Shr;
  default:
    return std::nullopt;
  }
}

/// Modulo 2, a sum and a difference are xor, and a product is and.
static ExpressionKind onBits(ExpressionKind Kind) {
  if (Kind == ExpressionKind::Add || Kind == ExpressionKind::Sub)
    return ExpressionKind::Xor;
  return Kind == ExpressionKind::Mul ? ExpressionKind::And : Kind;
}

llvm::Expected<unsigned>
FunctionTranslation::translateArithmetic(llvm::BinaryOperator &I) {
  std::optional<ExpressionKind> Kind = kindOf(I.getOpcode());
  if (!Kind)
    return errorAt(I, llvm::Twine(I.getOpcodeName()) +
                          " is not part of a litmus test");
  llvm::Expected<unsigned> A = integerOperand(*I.getOperand(0), I);
  if (!A)
    return A;
  llvm::Expected<unsigned> B = integerOperand(*I.getOperand(1), I);
  if (!B)
    return B;
  bool Bit = I.getType()->isIntegerTy(1);
  if (!I.isShift())
    return Build.binary(Bit ? onBits(*Kind) : *Kind, *A, *B);
  // A shift by the width or more is poison; the model's would wrap.
  if (Bit)
    return Build.select(*B, Build.undef(), *A);
  unsigned Shifted = Build.binary(*Kind, *A, *B);
  if (std::optional<int32_t> Count = Build.constantOf(*B))
    return *Count >= 0 && *Count < 32 ? Shifted : Build.undef();
  unsigned InRange = Build.binary(ExpressionKind::ULt, *B, Build.constant(32));
  return Build.select(InRange, Shifted, Build.undef());
}

llvm::Expected<unsigned>
FunctionTranslation::translateCompare(llvm::ICmpInst &I) {
  if (I.getOperand(0)->getType()->isPointerTy())
    return errorAt(I, "a litmus test does not compare addresses");
  llvm::Expected<unsigned> A = integerOperand(*I.getOperand(0), I);
  if (!A)
    return A;
  llvm::Expected<unsigned> B = integerOperand(*I.getOperand(1), I);
  if (!B)
    return B;
  // As a signed number, the bit 1 is -1.
  if (I.isSigned() && I.getOperand(0)->getType()->isIntegerTy(1))
    std::swap(*A, *B);
  switch (I.getPredicate()) {
  case llvm::ICmpInst::ICMP_EQ:
    return Build.binary(ExpressionKind::Eq, *A, *B);
  case llvm::ICmpInst::ICMP_NE:
    return Build.binary(ExpressionKind::Ne, *A, *B);
  case llvm::ICmpInst::ICMP_SLT:
    return Build.binary(ExpressionKind::Lt, *A, *B);
  case llvm::ICmpInst::ICMP_SLE:
    return Build.binary(ExpressionKind::Le, *A, *B);
  case llvm::ICmpInst::ICMP_SGT:
    return Build.binary(ExpressionKind::Gt, *A, *B);
  case llvm::ICmpInst::ICMP_SGE:
    return Build.binary(ExpressionKind::Ge, *A, *B);
  case llvm::ICmpInst::ICMP_ULT:
    return Build.binary(ExpressionKind::ULt, *A, *B);
  case llvm::ICmpInst::ICMP_UGT:
    return Build.binary(ExpressionKind::ULt, *B, *A);
  case llvm::ICmpInst::ICMP_UGE:
    return Build.logicalNot(Build.binary(ExpressionKind::ULt, *A, *B));
  case llvm::ICmpInst::ICMP_ULE:
    return Build.logicalNot(Build.binary(ExpressionKind::ULt, *B, *A));
  default:
    llvm_unreachable("icmp has integer predicates");
  }
}

llvm::Error FunctionTranslation::translateIntegerCast(llvm::CastInst &I) {
  llvm::Expected<unsigned> A = integerOperand(*I.getOperand(0), I);
  if (!A)
    return A.takeError();
  bool FromBit = I.getSrcTy()->isIntegerTy(1);
  if (I.getDestTy()->isIntegerTy(64) && !FromBit) {
    // Only an index can be extended so; whatever else reads it, complains.
    Values[&I] = {{*A}, nullptr};
    return llvm::Error::success();
  }
  if (I.getDestTy()->isIntegerTy(1))
    return translateInteger(
        I, Build.binary(ExpressionKind::And, *A, Build.constant(1)));
  if (!I.getDestTy()->isIntegerTy(32))
    return errorAt(I, "makes an " + typeName(I.getDestTy()) +
                          "; a litmus test computes with i1 and i32");
  bool Negate = I.getOpcode() == llvm::Instruction::SExt;
  return translateInteger(
      I,
      Negate ? Build.binary(ExpressionKind::Sub, Build.constant(0), *A) : *A);
}

llvm::Error FunctionTranslation::translateSelect(llvm::SelectInst &I) {
  llvm::Expected<unsigned> Condition = integerOperand(*I.getCondition(), I);
  if (!Condition)
    return Condition.takeError();
  llvm::Expected<IRValue> Then = operand(*I.getTrueValue(), I);
  if (!Then)
    return Then.takeError();
  llvm::Expected<IRValue> Else = operand(*I.getFalseValue(), I);
  if (!Else)
    return Else.takeError();
  IRValue Result;
  if (I.getType()->isPointerTy()) {
    llvm::Expected<const llvm::GlobalVariable *> Base = baseOf(I, I);
    if (!Base)
      return Base.takeError();
    Result.Base = *Base;
    if (Build.sameConstant(Then->Parts.front(), Else->Parts.front())) {
      Result.Parts = Then->Parts;
      Values[&I] = std::move(Result);
      return llvm::Error::success();
    }
  }
  Result.Parts = defineRegisters(I, Then->Parts.size()).Parts;
  for (auto [Part, A, B] : llvm::zip(Result.Parts, Then->Parts, Else->Parts))
    Build.assign(*Build.registerOf(Part), Build.select(*Condition, A, B),
                 at(I));
  Values[&I] = std::move(Result);
  return llvm::Error::success();
}

} // namespace fencepost
