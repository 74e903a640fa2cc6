//===- ViewEvents.cpp - Instructions of LLVM IR as events of a sync view --===//
#include "ViewEvents.h"
#include "ViewMachineCode.h"
#include "ViewMemory.h"
#include "fencepost/IR/Intrinsics.h"

namespace fencepost::ir {

using view::Event;
using view::EventKind;
using view::None;

const FamilyFacts &EventMaker::familyOf(const Processor *Proc) {
  return Proc ? Proc->family() : families()[size_t(Family::GFX9)];
}

void EventMaker::need(const llvm::Instruction &I) {
  Recognized R = Names.recognize(I);
  if (R.Role == Role::Nothing)
    return;
  for (const llvm::Value *Operand : I.operands())
    Values.need(*Operand);
  Seen[&I] = std::move(R);
}

Event EventMaker::barrier(const Operation &Op, const llvm::CallBase &I) {
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op = Op;
  if (I.arg_size() != 0 && I.getArgOperand(0)->getType()->isPointerTy()) {
    const llvm::Value &Object = *I.getArgOperand(0);
    E.Target = Values.value(Object);
    E.Memory.Object = Objects.find(Object);
  }
  E.Result = Values.answer(I);
  return E;
}

/// A named barrier that is neither a number nor a global, but computed: which
/// one is Target.
std::optional<Event> EventMaker::variableBarrier(const llvm::CallBase &I) {
  const llvm::Function *Callee = I.getCalledFunction();
  const BarrierRow *Row = Callee ? findBarrierRow(Callee->getName()) : nullptr;
  if (!Row || !Row->HasObject || I.arg_size() < 1u + Row->HasCount ||
      llvm::isa<llvm::Constant>(I.getArgOperand(0)))
    return std::nullopt;
  Operation Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = Row->Op;
  Op.Object = BarrierId::null();
  if (Row->HasCount) {
    auto *Count = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(1));
    if (!Count || Count->getValue().ugt(255))
      return std::nullopt;
    Op.Members = Count->getZExtValue();
  }
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op = Op;
  E.Target = Values.value(*I.getArgOperand(0));
  if (I.getArgOperand(0)->getType()->isPointerTy())
    E.Memory.Object = Objects.find(*I.getArgOperand(0));
  E.Result = Values.answer(I);
  if (E.Target == None)
    return std::nullopt;
  return E;
}

/// The event of \p Op, if it accesses no memory.
std::optional<Event> EventMaker::synchronization(const Operation &Op,
                                                 const llvm::Instruction &I) {
  Event E;
  E.Op = Op;
  switch (Op.Kind) {
  case OpKind::Load:
  case OpKind::Store:
  case OpKind::ReadModifyWrite:
  case OpKind::CmpXchg:
  case OpKind::LoadVisible:
  case OpKind::StoreAvailable:
  case OpKind::LdsDma:
  case OpKind::AsyncLoad:
    return std::nullopt;
  case OpKind::Barrier:
    return barrier(Op, llvm::cast<llvm::CallBase>(I));
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
  return E;
}

/// No instruction becomes of it, so it is not recognised as an operation.
static bool isWaveBarrier(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == llvm::Intrinsic::amdgcn_wave_barrier;
}

void EventMaker::make(const llvm::Instruction &I, std::vector<Event> &Events) {
  if (isWaveBarrier(I)) {
    Event E;
    E.Kind = EventKind::WaveBarrier;
    E.Text = "wave_barrier";
    Events.push_back(std::move(E));
    return;
  }
  auto It = Seen.find(&I);
  if (It == Seen.end())
    return;
  const Recognized &R = It->second;
  MemoryEvents Memory(Values, Objects, Layout, Machine, Events);
  switch (R.Role) {
  case Role::Nothing:
    return;
  case Role::Operation:
    if (std::optional<Event> E = synchronization(R.Op, I))
      Events.push_back(std::move(*E));
    else
      Memory.operation(R, I);
    return;
  case Role::Access:
    return Memory.otherAccess(R, I);
  case Role::Machine:
    if (R.Counted)
      return Memory.asyncTransfer(R, llvm::cast<llvm::CallBase>(I));
    llvm::append_range(Events, machineCodeEvents(R.Text, Machine));
    return;
  case Role::Call:
    if (allocatesToPrint(R.Text))
      return;
    Events.push_back(Event::opaque(
        R.Text.empty()
            ? "calls an unknown function"
            : "calls " + R.Text +
                  ", which is not defined, recursive or too large to follow"));
    return;
  case Role::Unknown:
    std::optional<Event> Barrier;
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      Barrier = variableBarrier(*Call);
    Events.push_back(Barrier ? std::move(*Barrier) : Event::opaque(R.Text));
    return;
  }
}

} // namespace fencepost::ir
