//===- ViewMemory.cpp - Accesses and transfers as events ------------------===//
//===----------------------------------------------------------------------===//
#include "ViewMemory.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost::ir {

using llvm::StringRef;
using view::AccessRange;
using view::Event;
using view::EventKind;
using view::None;
using view::ValueId;
using VK = view::ValueKind;

void MemoryEvents::operation(const Recognized &R, const llvm::Instruction &I) {
  if (R.Op.Kind == OpKind::LdsDma || R.Op.Kind == OpKind::AsyncLoad)
    return transfer(R, llvm::cast<llvm::CallBase>(I));
  access(R.Op, I);
}

void MemoryEvents::add(Event E) { Out.push_back(std::move(E)); }

void MemoryEvents::opaque(const llvm::Twine &Why) {
  add(Event::opaque(Why.str()));
}

uint64_t MemoryEvents::bytesOf(const llvm::Type *T) const {
  return T->isSized() ? Layout.getTypeStoreSize(const_cast<llvm::Type *>(T))
                            .getKnownMinValue()
                      : 0;
}

AccessRange MemoryEvents::accessRange(const llvm::Value &Pointer,
                                      uint64_t Bytes, bool Reads, bool Writes) {
  AccessRange T;
  T.Object = Objects.find(Pointer);
  T.Address = Values.value(Pointer);
  T.Bytes = Bytes <= UINT32_MAX ? Bytes : 0;
  T.Reads = Reads;
  T.Writes = Writes;
  return T;
}

//===----------------------------------------------------------------------===//
// Loads, stores and atomics
//===----------------------------------------------------------------------===//

static const llvm::Value *accessed(const llvm::Instruction &I) {
  if (const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I))
    return Pointer;
  if (auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return Modify->getPointerOperand();
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    for (const llvm::Value *Argument : Call->args())
      if (Argument->getType()->isPointerTy())
        return Argument;
  return nullptr;
}

static const llvm::Value *stored(const llvm::Instruction &I) {
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    return Store->getValueOperand();
  auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I);
  bool Exchanges =
      Modify && Modify->getOperation() == llvm::AtomicRMWInst::Xchg;
  return Exchanges ? Modify->getValOperand() : nullptr;
}

/// The constant that an atomic adds, if it does.
static uint64_t added(const llvm::Instruction &I) {
  auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I);
  auto *Number =
      Modify ? llvm::dyn_cast<llvm::ConstantInt>(Modify->getValOperand())
             : nullptr;
  if (!Number || Number->getBitWidth() > 64)
    return 0;
  switch (Modify->getOperation()) {
  case llvm::AtomicRMWInst::Add:
    return uint64_t(Number->getSExtValue());
  case llvm::AtomicRMWInst::Sub:
    return 0 - uint64_t(Number->getSExtValue());
  default:
    return 0;
  }
}

/// Null for an intrinsic, which says its width itself.
static const llvm::Type *accessedType(const llvm::Instruction &I) {
  if (auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return Modify->getType();
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    return Exchange->getNewValOperand()->getType();
  return llvm::isa<llvm::CallBase>(I)
             ? nullptr
             : llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&I));
}

void MemoryEvents::access(const Operation &Op, const llvm::Instruction &I) {
  const llvm::Value *Pointer = accessed(I);
  if (!Pointer)
    return opaque("an access without a pointer");
  if (Op.Space == AddressSpace::Private || Op.Space == AddressSpace::Constant ||
      Objects.isPrivate(*Pointer))
    return;
  bool Writes = Op.Kind != OpKind::Load && Op.Kind != OpKind::LoadVisible;
  bool Reads = Op.Kind != OpKind::Store && Op.Kind != OpKind::StoreAvailable;
  const llvm::Type *Type = accessedType(I);
  uint64_t Bytes = Type ? bytesOf(Type) : Op.Bits / 8;
  Event E;
  E.Kind = EventKind::Access;
  E.Op = Op;
  E.Memory = accessRange(*Pointer, Bytes, Reads, Writes);
  if (const llvm::Value *V = stored(I))
    E.Memory.Stored = Values.token(*V);
  E.Memory.Added = added(I);
  E.Result = Values.answer(I);
  add(std::move(E));
}

static AddressSpace spaceOf(const llvm::Value &Pointer) {
  llvm::Type *T = Pointer.getType()->getScalarType();
  if (!T->isPointerTy())
    return AddressSpace::Global;
  switch (T->getPointerAddressSpace()) {
  case 0:
    return AddressSpace::Generic;
  case 3:
    return AddressSpace::Local;
  case 4:
  case 6:
    return AddressSpace::Constant;
  case 5:
    return AddressSpace::Private;
  default:
    return AddressSpace::Global;
  }
}

/// Intrinsics that the machine performs as atomics order nothing by themselves.
void MemoryEvents::plainAccess(OpKind Kind, AccessRange Range,
                               AddressSpace Space, StringRef Text,
                               ValueId Result) {
  if (Space == AddressSpace::Private || Space == AddressSpace::Constant)
    return;
  Event E;
  E.Kind = EventKind::Access;
  E.Op.Kind = Kind;
  E.Op.Space = Space;
  if (Kind == OpKind::ReadModifyWrite) {
    E.Op.Order = Ordering::Monotonic;
    E.Op.Reach = {ScopeLevel::Agent};
    E.Op.Modify = ModifyOp::Other;
  }
  E.Memory = Range;
  E.Memory.Reads = Kind != OpKind::Store;
  E.Memory.Writes = Kind != OpKind::Load;
  E.Text = Text.str();
  E.Result = Result;
  add(std::move(E));
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

void MemoryEvents::memoryIntrinsic(const llvm::AnyMemIntrinsic &I) {
  auto *Length = llvm::dyn_cast<llvm::ConstantInt>(I.getLength());
  if (Length && Length->isZero())
    return;
  uint64_t Bytes = Length ? Length->getLimitedValue() : 0;
  StringRef Name = I.getCalledFunction()->getName();
  auto One = [&](OpKind Kind, const llvm::Value &Pointer) {
    AccessRange T = accessRange(Pointer, Bytes, false, false);
    if (auto *Set = llvm::dyn_cast<llvm::AnyMemSetInst>(&I))
      T.Stored = Values.token(*Set->getValue());
    if (!Objects.isPrivate(Pointer))
      plainAccess(Kind, T, spaceOf(Pointer), Name);
  };
  if (auto *Copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&I))
    One(OpKind::Load, *Copy->getRawSource());
  One(OpKind::Store, *I.getRawDest());
}

static OpKind kindByName(StringRef Name, bool OnlyReads) {
  if (Name.contains("atomic") || Name.contains("append") ||
      Name.contains("consume"))
    return OpKind::ReadModifyWrite;
  return OnlyReads ? OpKind::Load : OpKind::Store;
}

/// The access range at the sum of \p Offsets from the base of a resource.
AccessRange MemoryEvents::bufferRange(const llvm::CallBase &I,
                                      unsigned Resource,
                                      llvm::ArrayRef<unsigned> Offsets,
                                      uint64_t Bytes) {
  AccessRange T;
  T.Bytes = Bytes;
  const llvm::Value &Base = *I.getArgOperand(Resource);
  if (!Base.getType()->isPointerTy())
    return T;
  T = accessRange(Base, Bytes, false, false);
  for (unsigned Number : Offsets) {
    ValueId Offset =
        Number < I.arg_size() ? Values.value(*I.getArgOperand(Number)) : None;
    if (T.Address == None || Offset == None) {
      T.Address = None;
      return T;
    }
    T.Address = Values.Table.add(
        T.Address, Values.Table.resize(Offset, Values.Table.bits(T.Address)));
  }
  return T;
}

static bool isResource(const llvm::Value &V) {
  auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(V.getType());
  if (Vector)
    return Vector->getNumElements() == 4 &&
           Vector->getElementType()->isIntegerTy(32);
  return V.getType()->isPointerTy() &&
         V.getType()->getPointerAddressSpace() ==
             unsigned(AddressSpace::BufferResource);
}

/// raw.ptr.buffer.load(rsrc, voffset, soffset, aux); stores and atomics have
/// their data before the resource, struct forms an index after it.
void MemoryEvents::bufferAccess(const llvm::CallBase &I, StringRef Name) {
  bool IsLoad = Name.contains("buffer.load");
  unsigned Resource = IsLoad ? 0 : Name.contains("cmpswap") ? 2 : 1;
  if (Resource >= I.arg_size() || !isResource(*I.getArgOperand(Resource)))
    return opaque(Name + " is not understood");
  const llvm::Type *Data = IsLoad ? I.getType() : I.getArgOperand(0)->getType();
  llvm::SmallVector<unsigned> Offsets = {Resource + 1, Resource + 2};
  bool Indexed = Name.contains(".struct.");
  AccessRange T = bufferRange(I, Resource, Offsets, bytesOf(Data));
  if (Indexed)
    T.Address = None;
  if (kindByName(Name, IsLoad) == OpKind::Store)
    T.Stored = Values.token(*I.getArgOperand(0));
  plainAccess(kindByName(Name, IsLoad), T, AddressSpace::Global, Name,
              Values.answer(I));
}

/// Any other intrinsic: it accesses what its first pointer points to.
void MemoryEvents::pointerAccess(const llvm::CallBase &I, StringRef Name) {
  const llvm::Value *Pointer = nullptr;
  for (const llvm::Value *Argument : I.args())
    if (!Pointer && Argument->getType()->isPtrOrPtrVectorTy())
      Pointer = Argument;
  if (!Pointer && I.onlyAccessesInaccessibleMemory())
    return;
  bool OnlyReads = I.onlyReadsMemory();
  AccessRange T;
  AddressSpace Space =
      Name.contains(".lds.") ? AddressSpace::Local : AddressSpace::Global;
  if (Pointer) {
    if (Objects.isPrivate(*Pointer))
      return;
    Space = spaceOf(*Pointer);
    if (Pointer->getType()->isPointerTy())
      T = accessRange(*Pointer, OnlyReads ? bytesOf(I.getType()) : 0, false,
                      false);
  }
  plainAccess(kindByName(Name, OnlyReads), T, Space, Name, Values.answer(I));
}

void MemoryEvents::otherAccess(const Recognized &R,
                               const llvm::Instruction &I) {
  if (const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I)) {
    const llvm::Type *T =
        llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&I));
    AccessRange Range = accessRange(*Pointer, bytesOf(T), false, false);
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
    if (Store)
      Range.Stored = Values.token(*Store->getValueOperand());
    return plainAccess(Store ? OpKind::Store : OpKind::Load, Range,
                       AddressSpace::Global, R.Text, Values.answer(I));
  }
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  if (!Call)
    return opaque(R.Text + " is not understood");
  if (auto *Memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(Call))
    return memoryIntrinsic(*Memory);
  StringRef Name(R.Text);
  if (Name.contains("prefetch") || Call->doesNotReturn())
    return;
  if (Name.contains(".raw.") || Name.contains(".struct."))
    return bufferAccess(*Call, Name);
  pointerAccess(*Call, Name);
}

//===----------------------------------------------------------------------===//
// Transfers to LDS and from it
//===----------------------------------------------------------------------===//

/// Lane N writes to the base, which is that of the wave, plus N times the
/// width; values narrower than 4 bytes are extended to 4 bytes.
AccessRange MemoryEvents::ldsDestination(const llvm::CallBase &I,
                                         unsigned Bytes, uint64_t Offset) {
  unsigned Stride = std::max(Bytes, 4u);
  AccessRange T = accessRange(*I.getArgOperand(1), Stride, false, true);
  if (T.Address == None)
    return T;
  view::ValueTable &Table = Values.Table;
  ValueId ByLane = Table.mulConstant(Values.lane(), Stride);
  ValueId Far = Table.resize(ByLane, Table.bits(T.Address));
  T.Address = Table.add(Table.addConstant(T.Address, Offset), Far);
  return T;
}

static uint64_t constantArgument(const llvm::CallBase &I, unsigned Number) {
  auto *C = Number < I.arg_size()
                ? llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Number))
                : nullptr;
  return C ? C->getSExtValue() : 0;
}

/// load.to.lds(from, lds, bytes, offset, aux); buffer forms have offsets in
/// between. GFX12.5's global.load.async.to.lds.b32(from, lds, offset, aux)
/// takes an address for every lane.
void MemoryEvents::transfer(const Recognized &R, const llvm::CallBase &I) {
  if (I.arg_size() < 2 || !I.getArgOperand(1)->getType()->isPointerTy())
    return opaque("a transfer to LDS is not understood");
  unsigned Bytes = R.Op.Bits / 8;
  StringRef Name = I.getCalledFunction()->getName();
  bool EachLane = Name.contains("async.to.lds.b");
  bool Indexed = Name.contains(".struct.");
  unsigned OffsetArgument = EachLane ? 2 : !R.Buffer ? 3 : Indexed ? 6 : 5;
  uint64_t Offset = constantArgument(I, OffsetArgument);
  Event E;
  E.Kind = EventKind::Transfer;
  E.Op = R.Op;
  E.Transfer.Bytes = Bytes;
  E.Transfer.Counted = EachLane ? Counter::Async : Machine.asyncLoadCounter();
  E.Transfer.Lanes =
      EachLane ? LaneAddressing::EachLane : LaneAddressing::FromBase;
  if (R.Buffer) {
    E.Memory = bufferRange(I, 0, {3, 4}, Bytes);
    if (Indexed)
      E.Memory.Address = None;
  } else {
    E.Memory = accessRange(*I.getArgOperand(0), Bytes, true, false);
  }
  E.Memory.Reads = true;
  if (E.Memory.Address != None)
    E.Memory.Address = Values.Table.addConstant(E.Memory.Address, Offset);
  if (EachLane) {
    E.Destination = accessRange(*I.getArgOperand(1), Bytes, false, true);
    if (E.Destination.Address != None)
      E.Destination.Address =
          Values.Table.addConstant(E.Destination.Address, Offset);
  } else {
    E.Destination = ldsDestination(I, Bytes, Offset);
  }
  add(std::move(E));
}

/// GFX12.5's other transfers. The addresses of the tensor data mover are in a
/// descriptor, which is not decoded.
void MemoryEvents::asyncTransfer(const Recognized &R, const llvm::CallBase &I) {
  StringRef Name = I.getCalledFunction()->getName();
  bool FromLds = Name.contains("from.lds");
  Event E;
  E.Kind = EventKind::Transfer;
  E.Op.Kind = OpKind::AsyncLoad;
  E.Op.Space = FromLds ? AddressSpace::Local : AddressSpace::Global;
  E.Text = R.Text;
  E.Transfer.Direction =
      FromLds ? TransferDirection::FromLds : TransferDirection::ToLds;
  E.Transfer.Lanes = LaneAddressing::Descriptor;
  E.Transfer.Counted = *R.Counted;
  E.Memory.Reads = true;
  E.Destination.Writes = true;
  bool HasPointers = I.arg_size() >= 3 &&
                     I.getArgOperand(0)->getType()->isPointerTy() &&
                     I.getArgOperand(1)->getType()->isPointerTy();
  unsigned Bits = 0;
  if (HasPointers && !Name.rsplit(".b").second.getAsInteger(10, Bits)) {
    E.Transfer.Lanes = LaneAddressing::EachLane;
    E.Transfer.Bytes = Bits / 8;
    uint64_t Offset = constantArgument(I, 2);
    auto Range = [&](unsigned Number, bool Writes) {
      AccessRange T =
          accessRange(*I.getArgOperand(Number), Bits / 8, !Writes, Writes);
      if (T.Address != None)
        T.Address = Values.Table.addConstant(T.Address, Offset);
      return T;
    };
    E.Memory = Range(FromLds ? 1 : 0, false);
    E.Destination = Range(FromLds ? 0 : 1, true);
  }
  add(std::move(E));
}

} // namespace fencepost::ir
