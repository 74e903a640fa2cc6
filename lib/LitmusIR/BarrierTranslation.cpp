//===- BarrierTranslation.cpp - The barrier intrinsics --------------------===//
//===----------------------------------------------------------------------===//
#include "BarrierTranslation.h"
#include "fencepost/Model/Limits.h"
#include "llvm/IR/Constants.h"

namespace fencepost {

using model::None;
using model::Opcode;

llvm::Error BarrierTranslation::translateBarrier(llvm::CallInst &I,
                                                 const ir::BarrierRow &Row) {
  if (I.arg_size() < unsigned(Row.HasObject) + Row.HasCount)
    return Context.errorAt(I, "a barrier operation lacks an operand");
  BarrierId Object =
      Row.Op == BarrierOp::Drop ? BarrierId::null() : BarrierId::workgroup();
  if (Row.HasObject) {
    llvm::Expected<BarrierId> Barrier = barrierOperand(I);
    if (!Barrier)
      return Barrier.takeError();
    Object = *Barrier;
  }
  unsigned Count = None, Result = None;
  if (Row.HasCount) {
    llvm::Expected<unsigned> Number = countOperand(I, Row);
    if (!Number)
      return Number.takeError();
    Count = *Number;
  }
  if (Row.Op == BarrierOp::ArriveIsFirst && isWanted(I)) {
    if (!I.getType()->isIntegerTy(1))
      return Context.errorAt(I, "this barrier operation gives an i1");
    IRValue IsFirst = Values.defineRegisters(I, 1);
    Result = *Build.registerOf(IsFirst.Parts.front());
    Values.set(I, std::move(IsFirst));
  }
  if (Row.Op != BarrierOp::ArriveWait)
    return emitBarrier(I, Row.Op, Object, Result, Count);
  if (llvm::Error E = emitBarrier(I, BarrierOp::Arrive, Object, None, None))
    return E;
  return emitBarrier(I, BarrierOp::Wait, Object, None, None);
}

llvm::Error BarrierTranslation::emitBarrier(const llvm::CallInst &I,
                                            BarrierOp Op, BarrierId Object,
                                            unsigned Result, unsigned Count) {
  if (!isAllowed(Op, Object))
    return Context.errorAt(I, barrierOpName(Op) + " cannot be done to the " +
                                  Object.str() + " barrier");
  if (Count != None && !Object.isNamed())
    return Context.errorAt(I, "only the count of a named barrier can be set");
  model::Instruction &To = Build.emit(Opcode::Barrier, Context.at(I));
  To.Barrier = Op;
  To.Object = Object;
  To.Result = Result;
  To.Value = Count;
  return llvm::Error::success();
}

/// A barrier of all waves of a cluster, the way LLVM expands it: the waves of a
/// work-group meet, and the first to come arrives at the cluster's barrier on
/// behalf of all.
llvm::Error BarrierTranslation::translateClusterBarrier(llvm::CallInst &I) {
  unsigned First = Build.addRegister(Values.prefix() + "cluster.isfirst");
  unsigned Others = Build.addLabel();
  if (llvm::Error E = emitBarrier(I, BarrierOp::ArriveIsFirst,
                                  BarrierId::workgroup(), First, None))
    return E;
  if (llvm::Error E =
          emitBarrier(I, BarrierOp::Wait, BarrierId::workgroup(), None, None))
    return E;
  Build.branch(Build.reg(First), Others, Others,
               ThreadBuilder::BranchKind::Plain, Context.at(I));
  if (llvm::Error E =
          emitBarrier(I, BarrierOp::Arrive, BarrierId::cluster(), None, None))
    return E;
  Build.place(Others);
  return emitBarrier(I, BarrierOp::Wait, BarrierId::cluster(), None, None);
}

/// The first operand: a number, or the address of a named barrier.
llvm::Expected<BarrierId>
BarrierTranslation::barrierOperand(const llvm::CallInst &I) {
  const llvm::Value *V = I.getArgOperand(0);
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(V)) {
    std::optional<BarrierId> Id;
    if (Number->getValue().getSignificantBits() <= 32)
      Id = BarrierId::fromOperand(Number->getSExtValue());
    if (!Id)
      return Context.errorAt(I, "there is no such barrier; they are " +
                                    llvm::Twine(BarrierId::First) + " to " +
                                    llvm::Twine(BarrierId::Last));
    // A barrier that is only ever called by its number.
    auto &Named = Context.Program.NamedBarriers;
    while (static_cast<int>(Named.size()) < Id->operand())
      Named.push_back("barrier." + std::to_string(Named.size() + 1));
    return *Id;
  }
  if (llvm::isa<llvm::ConstantPointerNull>(V))
    return BarrierId::null();
  if (!V->getType()->isPointerTy())
    return Context.errorAt(I,
                           "which barrier is meant has to be a number or the "
                           "address of a global");
  llvm::Expected<IRValue> Pointer = Values.operand(*V, I);
  if (!Pointer)
    return Pointer.takeError();
  const IRGlobal &Global = Context.Globals[Pointer->Base];
  if (!Global.Unusable.empty() || !Global.IsBarrier)
    return Context.errorAt(I,
                           "@" + Pointer->Base->getName() + " " +
                               (Global.Unusable.empty() ? "is no named barrier"
                                                        : Global.Unusable));
  std::optional<int32_t> Units = Build.constantOf(Pointer->Parts.front());
  uint64_t Step = Global.ElementBytes / 4;
  if (!Units || *Units < 0 || *Units % Step != 0 ||
      *Units / Step >= Global.Size)
    return Context.errorAt(I, "which of the named barriers @" +
                                  Pointer->Base->getName() +
                                  " is meant has to be known and to exist");
  return BarrierId::named(Global.First + *Units / Step + 1);
}

/// The second operand. An arrive with 0 leaves the expected count as it is.
llvm::Expected<unsigned>
BarrierTranslation::countOperand(const llvm::CallInst &I,
                                 const ir::BarrierRow &Row) {
  auto *Count = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(1));
  if (!Count || Count->getValue().ugt(model::MaxBarrierCount))
    return Context.errorAt(
        I, "the count of a barrier has to be a number from 0 to " +
               llvm::Twine(model::MaxBarrierCount));
  if (arrives(Row.Op) && Count->isZero())
    return None;
  return Build.constant(static_cast<int32_t>(Count->getZExtValue()));
}

} // namespace fencepost
