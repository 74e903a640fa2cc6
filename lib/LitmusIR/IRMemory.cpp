//===- IRMemory.cpp - Loads, stores, atomics and fences -------------------===//
// Each is one instruction of the model (docs/litmus.md, "A test"); a load or
// store of a vector of i32 is one for each element. The tags of !mmra are read
// as spec/001 and spec/002 give them (docs/model.md M4, M13). volatile means
// nothing to the model.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "fencepost/IR/Atomics.h"

namespace fencepost {

using model::ExpressionKind;
using model::Opcode;

/// The i32s that an access of type \p T takes; 0 if it is not made of them.
static unsigned numAccessed(const llvm::Type *T) {
  if (T->isIntegerTy(32))
    return 1;
  auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T);
  if (!Vector || !Vector->getElementType()->isIntegerTy(32))
    return 0;
  return numParts(T).value_or(0);
}

llvm::Expected<IRValue>
FunctionTranslation::accessedPointer(const llvm::Value &V,
                                     const llvm::Type *Accessed,
                                     const llvm::Instruction &User) {
  bool Fits =
      User.isAtomic() ? Accessed->isIntegerTy(32) : numAccessed(Accessed) > 0;
  if (!Fits)
    return errorAt(User, "accesses " + typeName(Accessed) +
                             "; a litmus test accesses i32");
  llvm::Expected<IRValue> Pointer = operand(V, User);
  if (!Pointer)
    return Pointer;
  const IRGlobal &Global = Context.Globals[Pointer->Base];
  if (!Global.Unusable.empty())
    return errorAt(User,
                   "@" + Pointer->Base->getName() + " " + Global.Unusable);
  if (Global.IsBarrier)
    return errorAt(User, "@" + Pointer->Base->getName() +
                             " is a named barrier, not a location");
  return Pointer;
}

llvm::Error FunctionTranslation::setSynchronization(
    model::Instruction &To, const llvm::Instruction &From,
    llvm::AtomicOrdering Order, llvm::SyncScope::ID ScopeId) const {
  llvm::SmallVector<llvm::StringRef> Names;
  From.getContext().getSyncScopeNames(Names);
  std::optional<Scope> Reach = parseSyncScope(Names[ScopeId]);
  if (!Reach)
    return errorAt(From, "syncscope(\"" + Names[ScopeId] +
                             "\") is no scope of AMDGPU");
  std::string Why;
  std::optional<MemoryAnnotations> Tags = ir::annotationsOf(From, Why);
  if (!Tags)
    return errorAt(From, Why);
  To.Order = ir::orderingOf(Order);
  To.Reach = *Reach;
  To.NoAv = Tags->NoAv;
  if (To.Op == Opcode::Fence)
    To.Tags = Tags->Synchronize;
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateLoad(llvm::LoadInst &I) {
  llvm::Expected<IRValue> Pointer =
      accessedPointer(*I.getPointerOperand(), I.getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Error Failed = emitLoads(I, *Pointer);
  if (Failed || !I.isAtomic())
    return Failed;
  return setSynchronization(Build.last(), I, I.getOrdering(),
                            I.getSyncScopeID());
}

/// One load for each element of the value of \p I, into its registers.
llvm::Error FunctionTranslation::emitLoads(llvm::Instruction &I,
                                           const IRValue &Pointer) {
  unsigned Count = numAccessed(I.getType());
  IRValue Result;
  if (isWanted(I))
    Result = defineRegisters(I, Count);
  for (unsigned Element = 0; Element < Count; ++Element) {
    llvm::Expected<model::Address> Memory = addressOf(Pointer, Element, I);
    if (!Memory)
      return Memory.takeError();
    model::Instruction &Load = Build.emit(Opcode::Load, at(I));
    Load.Memory = *Memory;
    if (isWanted(I))
      Load.Result = *Build.registerOf(Result.Parts[Element]);
  }
  Values[&I] = std::move(Result);
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateStore(llvm::StoreInst &I) {
  llvm::Error Failed =
      emitStores(I, *I.getPointerOperand(), *I.getValueOperand());
  if (Failed || !I.isAtomic())
    return Failed;
  return setSynchronization(Build.last(), I, I.getOrdering(),
                            I.getSyncScopeID());
}

/// One store for each element of \p Value.
llvm::Error FunctionTranslation::emitStores(const llvm::Instruction &I,
                                            const llvm::Value &Address,
                                            const llvm::Value &Value) {
  llvm::Expected<IRValue> Pointer =
      accessedPointer(Address, Value.getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<IRValue> Stored = operand(Value, I);
  if (!Stored)
    return Stored.takeError();
  for (auto [Element, Part] : llvm::enumerate(Stored->Parts)) {
    llvm::Expected<model::Address> Memory = addressOf(*Pointer, Element, I);
    if (!Memory)
      return Memory.takeError();
    model::Instruction &Store = Build.emit(Opcode::Store, at(I));
    Store.Memory = *Memory;
    Store.Value = Part;
  }
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateModify(llvm::AtomicRMWInst &I) {
  ModifyOp Modify = ir::modifyOpOf(I);
  if (!model::isModelled(Modify))
    return errorAt(I,
                   "atomicrmw " +
                       llvm::AtomicRMWInst::getOperationName(I.getOperation()) +
                       " is not part of a litmus test");
  llvm::Expected<IRValue> Pointer =
      accessedPointer(*I.getPointerOperand(), I.getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<unsigned> Value = integerOperand(*I.getValOperand(), I);
  if (!Value)
    return Value.takeError();
  llvm::Expected<model::Address> Memory = addressOf(*Pointer, 0, I);
  if (!Memory)
    return Memory.takeError();
  model::Instruction &To = Build.emit(Opcode::ReadModifyWrite, at(I));
  To.Memory = *Memory;
  To.Value = *Value;
  To.Modify = Modify;
  if (isWanted(I)) {
    Values[&I] = defineRegisters(I, 1);
    To.Result = *Build.registerOf(Values[&I].Parts.front());
  }
  return setSynchronization(To, I, I.getOrdering(), I.getSyncScopeID());
}

/// The register called after \p I takes the old value; whether the exchange
/// succeeded follows from it, because a cmpxchg of the model is strong.
llvm::Error
FunctionTranslation::translateCompareExchange(llvm::AtomicCmpXchgInst &I) {
  if (I.isWeak())
    return errorAt(I, "a weak cmpxchg may fail for no reason, which the model "
                      "does not know; leave out weak");
  llvm::Expected<IRValue> Pointer = accessedPointer(
      *I.getPointerOperand(), I.getNewValOperand()->getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<unsigned> Compare = integerOperand(*I.getCompareOperand(), I);
  if (!Compare)
    return Compare.takeError();
  llvm::Expected<unsigned> Value = integerOperand(*I.getNewValOperand(), I);
  if (!Value)
    return Value.takeError();
  llvm::Expected<model::Address> Memory = addressOf(*Pointer, 0, I);
  if (!Memory)
    return Memory.takeError();
  model::Instruction &To = Build.emit(Opcode::CompareExchange, at(I));
  To.Memory = *Memory;
  To.Value = *Value;
  To.Compare = *Compare;
  To.FailureOrder = ir::orderingOf(I.getFailureOrdering());
  if (isWanted(I)) {
    IRValue Old = defineRegisters(I, 1);
    To.Result = *Build.registerOf(Old.Parts.front());
    Old.Parts.push_back(
        Build.binary(ExpressionKind::Eq, Old.Parts.front(), *Compare));
    Values[&I] = std::move(Old);
  }
  return setSynchronization(To, I, I.getSuccessOrdering(), I.getSyncScopeID());
}

llvm::Error FunctionTranslation::translateFence(llvm::FenceInst &I) {
  return setSynchronization(Build.emit(Opcode::Fence, at(I)), I,
                            I.getOrdering(), I.getSyncScopeID());
}

} // namespace fencepost
