//===- IRBarriers.cpp - The barrier intrinsics ----------------------------===//
// spec/000, "s_barrier": signal is arrive, leave is drop. The work-group
// barrier of GFX6 to GFX11 is an arrive and a wait.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "fencepost/Model/Limits.h"
#include "llvm/IR/Constants.h"

namespace fencepost {

using model::None;
using model::Opcode;

llvm::Error FunctionTranslation::translateBarrier(llvm::CallInst &I,
                                                  const ir::BarrierRow &Row) {
  if (I.arg_size() < unsigned(Row.HasObject) + Row.HasCount)
    return errorAt(I, "a barrier operation lacks an operand");
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
      return errorAt(I, "this barrier operation gives an i1");
    Values[&I] = defineRegisters(I, 1);
    Result = *Build.registerOf(Values[&I].Parts.front());
  }
  if (Row.Op != BarrierOp::ArriveWait)
    return emitBarrier(I, Row.Op, Object, Result, Count);
  if (llvm::Error E = emitBarrier(I, BarrierOp::Arrive, Object, None, None))
    return E;
  return emitBarrier(I, BarrierOp::Wait, Object, None, None);
}

llvm::Error FunctionTranslation::emitBarrier(const llvm::CallInst &I,
                                             BarrierOp Op, BarrierId Object,
                                             unsigned Result, unsigned Count) {
  if (!isAllowed(Op, Object))
    return errorAt(I, barrierOpName(Op) + " cannot be done to the " +
                          Object.str() + " barrier");
  if (Count != None && !Object.isNamed())
    return errorAt(I, "only the count of a named barrier can be set");
  model::Instruction &To = Build.emit(Opcode::Barrier, at(I));
  To.Barrier = Op;
  To.Object = Object;
  To.Result = Result;
  To.Value = Count;
  return llvm::Error::success();
}

/// A barrier of all waves of a cluster, the way LLVM expands it: the waves of a
/// work-group meet, and the first to come arrives at the cluster's barrier on
/// behalf of all.
llvm::Error FunctionTranslation::translateClusterBarrier(llvm::CallInst &I) {
  unsigned First = Build.addRegister(Prefix + "cluster.isfirst");
  unsigned Others = Build.addLabel();
  if (llvm::Error E = emitBarrier(I, BarrierOp::ArriveIsFirst,
                                  BarrierId::workgroup(), First, None))
    return E;
  if (llvm::Error E =
          emitBarrier(I, BarrierOp::Wait, BarrierId::workgroup(), None, None))
    return E;
  Build.branch(Build.reg(First), Others, Others,
               ThreadBuilder::BranchKind::Plain, at(I));
  if (llvm::Error E =
          emitBarrier(I, BarrierOp::Arrive, BarrierId::cluster(), None, None))
    return E;
  Build.place(Others);
  return emitBarrier(I, BarrierOp::Wait, BarrierId::cluster(), None, None);
}

/// The first operand: a number, or the address of a named barrier.
llvm::Expected<BarrierId>
FunctionTranslation::barrierOperand(const llvm::CallInst &I) {
  const llvm::Value *V = I.getArgOperand(0);
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(V)) {
    std::optional<BarrierId> Id;
    if (Number->getValue().getSignificantBits() <= 32)
      Id = BarrierId::fromOperand(Number->getSExtValue());
    if (!Id)
      return errorAt(I, "there is no such barrier; they are " +
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
    return errorAt(I, "which barrier is meant has to be a number or the "
                      "address of a global");
  llvm::Expected<IRValue> Pointer = operand(*V, I);
  if (!Pointer)
    return Pointer.takeError();
  const IRGlobal &Global = Context.Globals[Pointer->Base];
  if (!Global.Unusable.empty() || !Global.IsBarrier)
    return errorAt(I, "@" + Pointer->Base->getName() + " " +
                          (Global.Unusable.empty() ? "is no named barrier"
                                                   : Global.Unusable));
  std::optional<int32_t> Units = Build.constantOf(Pointer->Parts.front());
  uint64_t Step = Global.ElementBytes / 4;
  if (!Units || *Units < 0 || *Units % Step != 0 ||
      *Units / Step >= Global.Size)
    return errorAt(I, "which of the named barriers @" +
                          Pointer->Base->getName() +
                          " is meant has to be known and to exist");
  return BarrierId::named(Global.First + *Units / Step + 1);
}

/// The second operand. An arrive with 0 leaves the expected count as it is.
llvm::Expected<unsigned>
FunctionTranslation::countOperand(const llvm::CallInst &I,
                                  const ir::BarrierRow &Row) {
  auto *Count = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(1));
  if (!Count || Count->getValue().ugt(model::MaxBarrierCount))
    return errorAt(I, "the count of a barrier has to be a number from 0 to " +
                          llvm::Twine(model::MaxBarrierCount));
  if (arrives(Row.Op) && Count->isZero())
    return None;
  return Build.constant(static_cast<int32_t>(Count->getZExtValue()));
}

} // namespace fencepost
