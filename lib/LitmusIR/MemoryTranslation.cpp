//===- MemoryTranslation.cpp - Loads, stores, atomics and fences ----------===//
//===----------------------------------------------------------------------===//
#include "MemoryTranslation.h"
#include "fencepost/IR/Atomics.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/IR/Constants.h"

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
MemoryTranslation::accessedPointer(const llvm::Value &V,
                                   const llvm::Type *Accessed,
                                   const llvm::Instruction &User) {
  bool Fits =
      User.isAtomic() ? Accessed->isIntegerTy(32) : numAccessed(Accessed) > 0;
  if (!Fits)
    return Context.errorAt(User, "accesses " + typeName(Accessed) +
                                     "; a litmus test accesses i32");
  llvm::Expected<IRValue> Pointer = Values.operand(V, User);
  if (!Pointer)
    return Pointer;
  const IRGlobal &Global = Context.Globals[Pointer->Base];
  if (!Global.Unusable.empty())
    return Context.errorAt(User, "@" + Pointer->Base->getName() + " " +
                                     Global.Unusable);
  if (Global.IsBarrier)
    return Context.errorAt(User, "@" + Pointer->Base->getName() +
                                     " is a named barrier, not a location");
  return Pointer;
}

llvm::Error MemoryTranslation::setSynchronization(
    model::Instruction &To, const llvm::Instruction &From,
    llvm::AtomicOrdering Order, llvm::SyncScope::ID ScopeId) const {
  llvm::SmallVector<llvm::StringRef> Names;
  From.getContext().getSyncScopeNames(Names);
  std::optional<Scope> Reach = parseSyncScope(Names[ScopeId]);
  if (!Reach)
    return Context.errorAt(From, "syncscope(\"" + Names[ScopeId] +
                                     "\") is no scope of AMDGPU");
  std::string Why;
  std::optional<MemoryAnnotations> Tags = ir::annotationsOf(From, Why);
  if (!Tags)
    return Context.errorAt(From, Why);
  To.Order = ir::orderingOf(Order);
  To.Reach = *Reach;
  To.NoAv = Tags->NoAv;
  if (To.Op == Opcode::Fence)
    To.Tags = Tags->Synchronize;
  return llvm::Error::success();
}

llvm::Error MemoryTranslation::translateLoad(llvm::LoadInst &I) {
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
llvm::Error MemoryTranslation::emitLoads(llvm::Instruction &I,
                                         const IRValue &Pointer) {
  unsigned Count = numAccessed(I.getType());
  IRValue Result;
  if (isWanted(I))
    Result = Values.defineRegisters(I, Count);
  for (unsigned Element = 0; Element < Count; ++Element) {
    llvm::Expected<model::Address> Memory =
        Values.addressOf(Pointer, Element, I);
    if (!Memory)
      return Memory.takeError();
    model::Instruction &Load = Build.emit(Opcode::Load, Context.at(I));
    Load.Memory = *Memory;
    if (isWanted(I))
      Load.Result = *Build.registerOf(Result.Parts[Element]);
  }
  Values.set(I, std::move(Result));
  return llvm::Error::success();
}

llvm::Error MemoryTranslation::translateStore(llvm::StoreInst &I) {
  llvm::Error Failed =
      emitStores(I, *I.getPointerOperand(), *I.getValueOperand());
  if (Failed || !I.isAtomic())
    return Failed;
  return setSynchronization(Build.last(), I, I.getOrdering(),
                            I.getSyncScopeID());
}

/// One store for each element of \p Value.
llvm::Error MemoryTranslation::emitStores(const llvm::Instruction &I,
                                          const llvm::Value &Address,
                                          const llvm::Value &Value) {
  llvm::Expected<IRValue> Pointer =
      accessedPointer(Address, Value.getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<IRValue> Stored = Values.operand(Value, I);
  if (!Stored)
    return Stored.takeError();
  for (auto [Element, Part] : llvm::enumerate(Stored->Parts)) {
    llvm::Expected<model::Address> Memory =
        Values.addressOf(*Pointer, Element, I);
    if (!Memory)
      return Memory.takeError();
    model::Instruction &Store = Build.emit(Opcode::Store, Context.at(I));
    Store.Memory = *Memory;
    Store.Value = Part;
  }
  return llvm::Error::success();
}

/// spec/001, "store-available" and "load-visible": (ptr, value, scope) and
/// (ptr, scope), the scope as a string of metadata.
llvm::Error MemoryTranslation::translateAvailable(llvm::CallInst &I,
                                                  OpKind Kind) {
  bool IsStore = Kind == OpKind::StoreAvailable;
  unsigned Wanted = IsStore ? 3 : 2;
  if (I.arg_size() != Wanted || !I.getArgOperand(0)->getType()->isPointerTy())
    return Context.errorAt(
        I, IsStore ? "a store-available takes an address, a value "
                     "and a scope"
                   : "a load-visible takes an address and a scope");
  std::string Why;
  std::optional<Scope> Reach = ir::scopeOperand(I, Why);
  if (!Reach)
    return Context.errorAt(I, Why);
  const llvm::Value &Address = *I.getArgOperand(0);
  unsigned First = Build.numInstructions();
  if (IsStore) {
    if (llvm::Error E = emitStores(I, Address, *I.getArgOperand(1)))
      return E;
  } else {
    llvm::Expected<IRValue> Pointer = accessedPointer(Address, I.getType(), I);
    if (!Pointer)
      return Pointer.takeError();
    if (llvm::Error E = emitLoads(I, *Pointer))
      return E;
  }
  for (model::Instruction &Access : Build.since(First)) {
    Access.Available = true;
    Access.Reach = *Reach;
  }
  return llvm::Error::success();
}

llvm::Error MemoryTranslation::translateModify(llvm::AtomicRMWInst &I) {
  ModifyOp Modify = ir::modifyOpOf(I);
  if (!model::isModelled(Modify))
    return Context.errorAt(
        I, "atomicrmw " +
               llvm::AtomicRMWInst::getOperationName(I.getOperation()) +
               " is not part of a litmus test");
  llvm::Expected<IRValue> Pointer =
      accessedPointer(*I.getPointerOperand(), I.getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<unsigned> Value = Values.integerOperand(*I.getValOperand(), I);
  if (!Value)
    return Value.takeError();
  llvm::Expected<model::Address> Memory = Values.addressOf(*Pointer, 0, I);
  if (!Memory)
    return Memory.takeError();
  model::Instruction &To = Build.emit(Opcode::ReadModifyWrite, Context.at(I));
  To.Memory = *Memory;
  To.Value = *Value;
  To.Modify = Modify;
  if (isWanted(I)) {
    IRValue Old = Values.defineRegisters(I, 1);
    To.Result = *Build.registerOf(Old.Parts.front());
    Values.set(I, std::move(Old));
  }
  return setSynchronization(To, I, I.getOrdering(), I.getSyncScopeID());
}

/// The register called after \p I takes the old value; whether the exchange
/// succeeded follows from it, because a cmpxchg of the model is strong.
llvm::Error
MemoryTranslation::translateCompareExchange(llvm::AtomicCmpXchgInst &I) {
  if (I.isWeak())
    return Context.errorAt(
        I, "a weak cmpxchg may fail for no reason, which the model "
           "does not know; leave out weak");
  llvm::Expected<IRValue> Pointer = accessedPointer(
      *I.getPointerOperand(), I.getNewValOperand()->getType(), I);
  if (!Pointer)
    return Pointer.takeError();
  llvm::Expected<unsigned> Compare =
      Values.integerOperand(*I.getCompareOperand(), I);
  if (!Compare)
    return Compare.takeError();
  llvm::Expected<unsigned> Value =
      Values.integerOperand(*I.getNewValOperand(), I);
  if (!Value)
    return Value.takeError();
  llvm::Expected<model::Address> Memory = Values.addressOf(*Pointer, 0, I);
  if (!Memory)
    return Memory.takeError();
  model::Instruction &To = Build.emit(Opcode::CompareExchange, Context.at(I));
  To.Memory = *Memory;
  To.Value = *Value;
  To.Compare = *Compare;
  To.FailureOrder = ir::orderingOf(I.getFailureOrdering());
  if (isWanted(I)) {
    IRValue Old = Values.defineRegisters(I, 1);
    To.Result = *Build.registerOf(Old.Parts.front());
    Old.Parts.push_back(
        Build.binary(ExpressionKind::Eq, Old.Parts.front(), *Compare));
    Values.set(I, std::move(Old));
  }
  return setSynchronization(To, I, I.getSuccessOrdering(), I.getSyncScopeID());
}

llvm::Error MemoryTranslation::translateFence(llvm::FenceInst &I) {
  return setSynchronization(Build.emit(Opcode::Fence, Context.at(I)), I,
                            I.getOrdering(), I.getSyncScopeID());
}

//===----------------------------------------------------------------------===//
// Asynchronous loads and their marks
//===----------------------------------------------------------------------===//

/// "b128" at the end of \p Name: 4 units of 32 bits; none if there is no such
/// suffix.
static std::optional<unsigned> unitsInName(llvm::StringRef Name) {
  unsigned Bits = 0;
  llvm::StringRef Last = Name.rsplit('.').second;
  if (!Last.consume_front("b") || Last.getAsInteger(10, Bits))
    return std::nullopt;
  return Bits % 32 == 0 ? Bits / 32 : 0;
}

/// How many i32 are loaded; the operands from \p FirstNumber on are checked.
llvm::Expected<unsigned>
MemoryTranslation::asyncUnits(const llvm::CallInst &I, llvm::StringRef Name,
                              unsigned FirstNumber) const {
  std::optional<unsigned> Units = unitsInName(Name);
  unsigned Next = FirstNumber;
  if (!Units && Next < I.arg_size()) {
    auto *Bytes = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Next++));
    bool Known = Bytes && Bytes->getValue().ult(1024);
    Units =
        Known && Bytes->getZExtValue() % 4 == 0 ? Bytes->getZExtValue() / 4 : 0;
  }
  if (Units == 0u)
    return Context.errorAt(
        I, "an asynchronous load of a litmus test is of whole i32");
  for (; Next + 1 < I.arg_size(); ++Next) {
    auto *Offset = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Next));
    if (!Offset || !Offset->isZero())
      return Context.errorAt(
          I, "an offset of an asynchronous load has to be 0; add it "
             "to the address");
  }
  return Units.value_or(1);
}

llvm::Error MemoryTranslation::translateAsyncLoad(llvm::CallInst &I,
                                                  llvm::StringRef Name) {
  llvm::SmallVector<unsigned, 2> Pointers;
  for (auto [Index, Operand] : llvm::enumerate(I.args()))
    if (Operand->getType()->isPointerTy())
      Pointers.push_back(Index);
  if (Pointers.size() != 2)
    return Context.errorAt(
        I, "an asynchronous load has an address to load from and "
           "one to store to");
  llvm::Type *Word = llvm::Type::getInt32Ty(I.getContext());
  llvm::Expected<IRValue> From =
      accessedPointer(*I.getArgOperand(Pointers[0]), Word, I);
  if (!From)
    return From.takeError();
  llvm::Expected<IRValue> To =
      accessedPointer(*I.getArgOperand(Pointers[1]), Word, I);
  if (!To)
    return To.takeError();
  if (From->Base->getAddressSpace() == 3 || To->Base->getAddressSpace() != 3)
    return Context.errorAt(
        I, "an asynchronous load goes from a global location to a "
           "local one");
  llvm::Expected<unsigned> Units = asyncUnits(I, Name, Pointers[1] + 1);
  if (!Units)
    return Units.takeError();
  for (unsigned Element = 0; Element < *Units; ++Element) {
    llvm::Expected<model::Address> Source = Values.addressOf(*From, Element, I);
    if (!Source)
      return Source.takeError();
    llvm::Expected<model::Address> Destination =
        Values.addressOf(*To, Element, I);
    if (!Destination)
      return Destination.takeError();
    model::Instruction &Load = Build.emit(Opcode::AsyncLoad, Context.at(I));
    Load.Memory = *Source;
    Load.Destination = *Destination;
  }
  return llvm::Error::success();
}

llvm::Error MemoryTranslation::translateAsyncWait(llvm::CallInst &I) {
  auto *Count = I.arg_size() == 1
                    ? llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(0))
                    : nullptr;
  if (!Count || Count->getValue().ugt(INT32_MAX))
    return Context.errorAt(I, "wait.asyncmark takes a number");
  Build.emit(Opcode::AsyncWait, Context.at(I)).Value =
      Build.constant(static_cast<int32_t>(Count->getZExtValue()));
  return llvm::Error::success();
}

} // namespace fencepost
