//===- ExecutionLowering.cpp - Barriers and asynchronous operations -------===//
//===----------------------------------------------------------------------===//
#include "ExecutionLowering.h"
#include "fencepost/Lower/AsyncMarks.h"

namespace fencepost::lower {

/// What an instruction writes for each barrier, from BarrierId::First on.
static constexpr llvm::StringLiteral Operands[] = {
    "-4", "-3", "-2", "-1", "0",  "1",  "2",  "3",  "4",  "5", "6",
    "7",  "8",  "9",  "10", "11", "12", "13", "14", "15", "16"};
static_assert(std::size(Operands) == BarrierId::Last - BarrierId::First + 1);

static llvm::StringRef operandOf(BarrierId Id) {
  return Operands[Id.operand() - BarrierId::First];
}

void ExecutionLowering::barrierStep(llvm::StringRef Mnemonic,
                                    llvm::StringRef Operand, StepWhen When) {
  Step &Added = add(StepKind::Barrier, Mnemonic, Rule::BarrierStep);
  Added.Operand = Operand;
  Added.When = When;
}

/// The barrier instruction of GFX6 to GFX11.
void ExecutionLowering::lowerJointBarrier() {
  if (!M.Proc->family().Barriers.BackOff) {
    CounterSet Counters = {Counter::Vm, Counter::Lgkm};
    if (text(Difference::BarrierWaitsExports))
      Counters |= CounterSet{Counter::Exp};
    wait(Counters, Rule::BarrierWait,
         {.Loads = true,
          .Stores = true,
          .Spaces = {AddressSpace::Global, AddressSpace::Local,
                     AddressSpace::Private, AddressSpace::Region}});
  }
  beginAccess();
  barrierStep("s_barrier", "");
  endAccess();
}

/// All waves of a work-group meet; the first of them goes to the cluster
/// barrier for its work-group; all wait there. LLVM knows that a wave without
/// others is the first.
void ExecutionLowering::lowerClusterBarrier() {
  bool Meet = !M.OneWave || text(Difference::OneWaveBarrier);
  if (Meet) {
    barrierStep("s_barrier_signal_isfirst", operandOf(BarrierId::workgroup()));
    barrierStep("s_barrier_wait", operandOf(BarrierId::workgroup()));
  }
  barrierStep("s_barrier_signal", operandOf(BarrierId::cluster()),
              Meet ? StepWhen::FirstWave : StepWhen::Always);
  barrierStep("s_barrier_wait", operandOf(BarrierId::cluster()));
}

void ExecutionLowering::lowerBarrier() {
  bool Alone = M.OneWave && Op.Object == BarrierId::workgroup();
  bool Meets = waits(Op.Action) || arrives(Op.Action);
  if (Alone && Meets && !text(Difference::OneWaveBarrier))
    return;
  if (!M.Proc->family().Barriers.Split)
    return lowerJointBarrier();
  beginAccess();
  if (Op.Action == BarrierOp::ArriveWait && Op.Object == BarrierId::cluster()) {
    lowerClusterBarrier();
  } else if (Op.Action == BarrierOp::ArriveWait) {
    barrierStep("s_barrier_signal", operandOf(Op.Object));
    barrierStep("s_barrier_wait", operandOf(Op.Object));
  } else if (Op.Action == BarrierOp::Drop) {
    barrierStep("s_barrier_leave", "");
  } else {
    // A count of members is only in m0, beside the id. LLVM also puts there
    // the id of a barrier that a pointer names.
    bool ByPointer = Op.Object.isNamed() && (Op.Action == BarrierOp::Join ||
                                             Op.Action == BarrierOp::Arrive);
    bool ThroughM0 =
        Op.Members || (ByPointer && !text(Difference::NamedThroughM0));
    barrierStep(barrierMnemonic(Op.Action),
                ThroughM0 ? "m0" : operandOf(Op.Object));
  }
  endAccess();
}

/// Volatile and non-temporal as if it were a load of global memory (spec/002,
/// "Memory Model", LDS DMA loads). An asynchronous one is never waited for.
void ExecutionLowering::lowerLdsDma() {
  CachePolicy Policy;
  if (Op.Volatile)
    Policy = F.Plain.VolatileLoad;
  else if (Op.NonTemporal)
    Policy = F.Plain.NonTemporalLoad;
  beginAccess();
  Mnemonic Name = ldsDmaMnemonic(Op, *M.Proc);
  access(Name, Policy);
  if (!Name.Name.contains("_lds_"))
    S.Steps.back().Operand = "lds";
  endAccess();
  if (Op.Volatile && Op.Kind == OpKind::LdsDma)
    wait(F.Loads, Rule::VolatileAfter,
         {.Loads = true, .Spaces = {AddressSpace::Global}});
}

void ExecutionLowering::lowerAsyncWait() {
  bool HasAsync = M.Proc->family().counter(Counter::Async);
  Counter Id = HasAsync ? Counter::Async : Counter::Vm;
  unsigned Most = largestWait(M.Proc->family(), Id);
  beginAccess();
  Concern Transfers = {
      .Loads = true, .Stores = true, .Spaces = {AddressSpace::Local}};
  auto MarksLeft = static_cast<uint8_t>(std::min<unsigned>(Op.Marks, Most));
  wait({Id}, Rule::AsyncWait, Transfers, {.Value = MarksLeft});
  endAccess();
}

Sequence ExecutionLowering::lower() {
  switch (Op.Kind) {
  case OpKind::Barrier:
    lowerBarrier();
    break;
  case OpKind::LdsDma:
  case OpKind::AsyncLoad:
    lowerLdsDma();
    break;
  case OpKind::WaitAsyncMark:
    lowerAsyncWait();
    break;
  default: // AsyncMark is no instruction.
    break;
  }
  return std::move(S);
}

} // namespace fencepost::lower
