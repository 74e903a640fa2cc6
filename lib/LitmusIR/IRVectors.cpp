//===- IRVectors.cpp - Vectors, structures and phis -----------------------===//
// A vector or structure is a list of integers, one expression each, however
// deep it is nested. Taking one out makes a register, everything else only
// moves expressions. A phi has registers of its own, which the blocks before it
// write.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "llvm/IR/Constants.h"

namespace fencepost {

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

llvm::Error FunctionTranslation::translateVector(llvm::Instruction &I) {
  if (auto *Shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&I))
    return translateShuffle(*Shuffle);
  bool Extract = I.getOpcode() == llvm::Instruction::ExtractValue ||
                 I.getOpcode() == llvm::Instruction::ExtractElement;
  const llvm::Type *Whole = I.getOperand(0)->getType();
  for (const llvm::Type *T :
       {Whole, const_cast<const llvm::Type *>(I.getType())})
    if (!numParts(T) || T->isPointerTy())
      return errorAt(I, "a value of type " + typeName(T) +
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
      return errorAt(I, "the index into a vector has to be a number within it");
    First = Index->getZExtValue();
  }
  return Extract ? translateExtract(I, First) : translateInsert(I, First);
}

llvm::Error FunctionTranslation::translateExtract(llvm::Instruction &I,
                                                  unsigned First) {
  llvm::Expected<IRValue> Whole = operand(*I.getOperand(0), I);
  if (!Whole)
    return Whole.takeError();
  if (I.getType()->isIntegerTy())
    return translateInteger(I, Whole->Parts[First]);
  auto Taken =
      llvm::ArrayRef(Whole->Parts).slice(First, *numParts(I.getType()));
  Values[&I].Parts.assign(Taken.begin(), Taken.end());
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateInsert(llvm::Instruction &I,
                                                 unsigned First) {
  llvm::Expected<IRValue> Whole = operand(*I.getOperand(0), I);
  if (!Whole)
    return Whole.takeError();
  llvm::Expected<IRValue> Inserted = operand(*I.getOperand(1), I);
  if (!Inserted)
    return Inserted.takeError();
  llvm::copy(Inserted->Parts, Whole->Parts.begin() + First);
  Values[&I] = std::move(*Whole);
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateShuffle(llvm::ShuffleVectorInst &I) {
  if (!numParts(I.getType()))
    return errorAt(I, "a value of type " + typeName(I.getType()) +
                          " is not part of a litmus test");
  llvm::Expected<IRValue> A = operand(*I.getOperand(0), I);
  if (!A)
    return A.takeError();
  llvm::Expected<IRValue> B = operand(*I.getOperand(1), I);
  if (!B)
    return B.takeError();
  A->Parts.append(B->Parts);
  IRValue Result;
  for (int Index : I.getShuffleMask())
    Result.Parts.push_back(Index < 0 ? Build.undef() : A->Parts[Index]);
  Values[&I] = std::move(Result);
  return llvm::Error::success();
}

llvm::Expected<IRValue> FunctionTranslation::phiValue(llvm::PHINode &Phi) {
  if (auto It = Values.find(&Phi); It != Values.end())
    return It->second;
  std::optional<unsigned> Count = numParts(Phi.getType());
  if (!Count)
    return errorAt(Phi, "a value of type " + typeName(Phi.getType()) +
                            " is not part of a litmus test");
  IRValue Result;
  if (Phi.getType()->isPointerTy()) {
    llvm::Expected<const llvm::GlobalVariable *> Base = baseOf(Phi, Phi);
    if (!Base)
      return Base.takeError();
    Result.Base = *Base;
  }
  // An address within a single element needs no register: it is the element's.
  if (Result.Base && Context.Globals[Result.Base].Size == 1)
    Result.Parts.push_back(Build.constant(0));
  else
    Result.Parts = defineRegisters(Phi, *Count).Parts;
  Values[&Phi] = Result;
  return Result;
}

} // namespace fencepost
