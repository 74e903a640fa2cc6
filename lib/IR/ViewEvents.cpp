//===- ViewEvents.cpp - Instructions of LLVM IR as events of a sync view --===//
#include "ViewEvents.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/IR/DataLayout.h"

namespace fencepost::ir {

using view::EventKind;
using view::None;
using view::ValueId;

void EventMaker::need(const llvm::Instruction &I) {
  Recognized R = Names.recognize(I);
  // Nothing is emitted for it, but it keeps the lanes of a wave in order.
  if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == llvm::Intrinsic::amdgcn_wave_barrier) {
    R.What = Role::Machine;
    R.Text = "wave_barrier";
  }
  if (R.What == Role::Nothing)
    return;
  for (const llvm::Value *Operand : I.operands())
    Values.need(*Operand);
  Seen[&I] = std::move(R);
}

void EventMaker::add(Event E) { Out->push_back(std::move(E)); }

void EventMaker::opaque(const llvm::Twine &Why) {
  Event E;
  E.Kind = EventKind::Opaque;
  E.Text = Why.str();
  add(std::move(E));
}

uint64_t EventMaker::bytesOf(const llvm::Type *T) const {
  return T->isSized() ? Layout.getTypeStoreSize(const_cast<llvm::Type *>(T))
                            .getKnownMinValue()
                      : 0;
}

EventMaker::AccessRange EventMaker::accessRange(const llvm::Value &Pointer,
                                                uint64_t Bytes, bool Reads,
                                                bool Writes) {
  AccessRange T;
  T.Object = Objects.find(Pointer);
  T.Address = Values.value(Pointer);
  T.Bytes = Bytes <= UINT32_MAX ? Bytes : 0;
  T.Reads = Reads;
  T.Writes = Writes;
  return T;
}

/// The value of \p I, if it is used.
ValueId EventMaker::resultOf(const llvm::Instruction &I) {
  return I.getType()->isVoidTy() ? None : Values.answer(I);
}

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

void EventMaker::access(const Recognized &R, const llvm::Instruction &I) {
  const llvm::Value *Pointer = accessed(I);
  if (!Pointer)
    return opaque("an access without a pointer");
  if (R.Op.Space == AddressSpace::Private ||
      R.Op.Space == AddressSpace::Constant || Objects.isPrivate(*Pointer))
    return;
  bool Writes = R.Op.Kind != OpKind::Load && R.Op.Kind != OpKind::LoadVisible;
  bool Reads =
      R.Op.Kind != OpKind::Store && R.Op.Kind != OpKind::StoreAvailable;
  const llvm::Type *Type = accessedType(I);
  uint64_t Bytes = Type ? bytesOf(Type) : R.Op.Bits / 8;
  Event E;
  E.Kind = EventKind::Access;
  E.Op = R.Op;
  E.Memory = accessRange(*Pointer, Bytes, Reads, Writes);
  if (const llvm::Value *V = stored(I))
    E.Memory.Stored = Values.token(*V);
  E.Memory.Added = added(I);
  E.Result = resultOf(I);
  add(std::move(E));
}

void EventMaker::barrier(const Operation &Op, const llvm::CallBase &I) {
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op = Op;
  if (I.arg_size() != 0 && I.getArgOperand(0)->getType()->isPointerTy()) {
    const llvm::Value &Object = *I.getArgOperand(0);
    E.Target = Values.value(Object);
    E.Memory.Object = Objects.find(Object);
  }
  E.Result = resultOf(I);
  add(std::move(E));
}

/// A named barrier that is neither a number nor a global, but computed: which
/// one is Target.
bool EventMaker::variableBarrier(const llvm::CallBase &I) {
  const llvm::Function *Callee = I.getCalledFunction();
  const BarrierRow *Row = Callee ? findBarrierRow(Callee->getName()) : nullptr;
  if (!Row || !Row->HasObject || I.arg_size() < 1u + Row->HasCount ||
      llvm::isa<llvm::Constant>(I.getArgOperand(0)))
    return false;
  Operation Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = Row->Op;
  Op.Object = BarrierId::null();
  if (Row->HasCount) {
    auto *Count = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(1));
    if (!Count || Count->getValue().ugt(255))
      return false;
    Op.Members = Count->getZExtValue();
  }
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op = Op;
  E.Target = Values.value(*I.getArgOperand(0));
  if (I.getArgOperand(0)->getType()->isPointerTy())
    E.Memory.Object = Objects.find(*I.getArgOperand(0));
  E.Result = resultOf(I);
  if (E.Target == None)
    return false;
  add(std::move(E));
  return true;
}

void EventMaker::operation(const Recognized &R, const llvm::Instruction &I) {
  Event E;
  E.Op = R.Op;
  switch (R.Op.Kind) {
  case OpKind::Load:
  case OpKind::Store:
  case OpKind::ReadModifyWrite:
  case OpKind::CmpXchg:
  case OpKind::LoadVisible:
  case OpKind::StoreAvailable:
    return access(R, I);
  case OpKind::Barrier:
    return barrier(R.Op, llvm::cast<llvm::CallBase>(I));
  case OpKind::LdsDma:
  case OpKind::AsyncLoad:
    return transfer(R, llvm::cast<llvm::CallBase>(I));
  case OpKind::Fence:
    E.Kind = EventKind::Fence;
    break;
  case OpKind::AsyncMark:
    E.Kind = EventKind::AsyncMark;
    break;
  case OpKind::WaitAsyncMark:
    E.Kind = EventKind::AsyncWait;
    break;
  }
  add(std::move(E));
}

void EventMaker::make(const llvm::Instruction &I, std::vector<Event> &Events) {
  auto It = Seen.find(&I);
  if (It == Seen.end())
    return;
  Out = &Events;
  const Recognized &R = It->second;
  switch (R.What) {
  case Role::Nothing:
    return;
  case Role::Operation:
    return operation(R, I);
  case Role::Access:
    return otherAccess(R, I);
  case Role::Machine:
    if (R.Counted)
      return asyncTransfer(R, llvm::cast<llvm::CallBase>(I));
    return machineCode(R.Text);
  case Role::Call:
    if (allocatesToPrint(R.Text))
      return;
    return opaque(
        R.Text.empty()
            ? llvm::Twine("calls an unknown function")
            : "calls " + R.Text +
                  ", which is not defined, recursive or too large to follow");
  case Role::Unknown:
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      if (variableBarrier(*Call))
        return;
    return opaque(R.Text);
  }
}

} // namespace fencepost::ir
