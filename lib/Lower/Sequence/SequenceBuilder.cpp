//===- SequenceBuilder.cpp - Puts the steps of one operation together -----===//
//===----------------------------------------------------------------------===//
#include "SequenceBuilder.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost::lower {

static constexpr AddressSpaceSet Everything = {
    AddressSpace::Global, AddressSpace::Local, AddressSpace::Private,
    AddressSpace::Region};

/// What an instruction that addresses \p Space may access.
static AddressSpaceSet reachedBy(AddressSpace Space) {
  if (Space == AddressSpace::Generic)
    return {AddressSpace::Global, AddressSpace::Local, AddressSpace::Private};
  if (Space == AddressSpace::Constant)
    return {AddressSpace::Global};
  return {Space};
}

/// An operation on LDS reaches no further than its work-group, one on private
/// memory no further than its thread.
static ScopeLevel reach(const Operation &Op, const Mode &M,
                        const DifferenceSet &Applied) {
  ScopeLevel Level = Op.Reach.Level;
  if (Op.Kind != OpKind::Fence && Op.Space == AddressSpace::Local)
    Level = narrower(Level, ScopeLevel::Workgroup);
  if (Op.Kind != OpKind::Fence && Op.Space == AddressSpace::Private)
    Level = ScopeLevel::SingleThread;
  bool Synchronizes =
      Op.Order >= Ordering::Acquire ||
      (Op.Kind == OpKind::CmpXchg && Op.FailureOrder >= Ordering::Acquire);
  if (M.OneWave && Synchronizes && Op.Reach.Level == ScopeLevel::Workgroup &&
      Applied.has(Difference::OneWaveWorkgroup))
    Level = narrower(Level, ScopeLevel::Wavefront);
  return Level;
}

static const ScopeRow *rowFor(const FamilyRow &F, ScopeLevel Level,
                              const Mode &M) {
  switch (Level) {
  case ScopeLevel::System:
    return &F.System;
  case ScopeLevel::Agent:
    return &F.Agent;
  case ScopeLevel::Cluster:
    return &F.Cluster;
  case ScopeLevel::Workgroup:
    return M.CuMode || M.TgSplit ? &F.OtherWorkgroup : &F.Workgroup;
  case ScopeLevel::Wavefront:
  case ScopeLevel::SingleThread:
    return nullptr;
  }
  llvm_unreachable("all levels are handled");
}

SequenceBuilder::SequenceBuilder(const Operation &Op, const Mode &M,
                                 const DifferenceSet &Applied)
    : Op(Op), M(M), Applied(Applied), F(familyRow(M.Proc->FamilyId)),
      Level(reach(Op, M, Applied)), Row(rowFor(F, Level, M)),
      Cross(!Op.Reach.OneAddressSpace) {
  if (Op.Kind == OpKind::Fence) {
    Ordered = Op.Tags.covered(Everything);
    return;
  }
  Own = reachedBy(Op.Space);
  Ordered = Cross ? Everything : Own;
}

Step &SequenceBuilder::add(StepKind Kind, llvm::StringRef Mnemonic, Rule Why) {
  Step &Added = S.Steps.emplace_back();
  Added.Kind = Kind;
  Added.Mnemonic = Mnemonic;
  Added.Why = Why;
  return Added;
}

void SequenceBuilder::access(Mnemonic Name, CachePolicy Policy) {
  Step &Added = add(StepKind::Access, Name.Name, Rule::Access);
  Added.Unit = Name.Unit;
  Added.Policy = Policy;
  Added.Accesses.Spaces = Own;
}

/// GFX12: one instruction a counter.
static llvm::StringRef separateWait(Counter Id) {
  switch (Id) {
  case Counter::Bvh:
    return "s_wait_bvhcnt";
  case Counter::Sample:
    return "s_wait_samplecnt";
  case Counter::Load:
    return "s_wait_loadcnt";
  case Counter::Store:
    return "s_wait_storecnt";
  case Counter::Ds:
    return "s_wait_dscnt";
  case Counter::Km:
    return "s_wait_kmcnt";
  case Counter::X:
    return "s_wait_xcnt";
  case Counter::Async:
    return "s_wait_asynccnt";
  default:
    llvm_unreachable("no other counter is waited for by itself");
  }
}

/// In the order in which LLVM writes them; before a volatile store it has an
/// order of its own.
static constexpr Counter WaitOrder[] = {
    Counter::Bvh, Counter::Sample, Counter::Load, Counter::Store,
    Counter::Ds,  Counter::X,      Counter::Async};
static constexpr Counter VolatileOrder[] = {
    Counter::Load, Counter::Sample, Counter::Bvh, Counter::Km, Counter::Store};

void SequenceBuilder::wait(CounterSet Counters, Rule Why, Concern Accesses,
                           WaitOptions Options) {
  if (F.Syntax == WaitSyntax::Separate) {
    llvm::ArrayRef<Counter> Order = WaitOrder;
    if (Why == Rule::VolatileBefore)
      Order = VolatileOrder;
    for (Counter Id : Order)
      if (Counters.has(Id)) {
        Step &Added = add(StepKind::Wait, separateWait(Id), Why);
        Added.Waits.push_back({Id, Options.Value});
        Added.Accesses = Accesses;
      }
    return;
  }
  llvm::SmallVector<CounterWait, 3> Joint;
  for (Counter Id : {Counter::Vm, Counter::Exp, Counter::Lgkm})
    if (Counters.has(Id))
      Joint.push_back({Id, Options.Value});
  if (!Joint.empty()) {
    Step &Added = add(StepKind::Wait, "s_waitcnt", Why);
    Added.Waits = Joint;
    Added.Accesses = Accesses;
  }
  if (Options.LdsDma) {
    Step &Added = add(StepKind::Wait, "s_waitcnt", Rule::LdsDmaWait);
    Added.When = StepWhen::LdsDmaInFlight;
    Added.Waits.push_back({Counter::Vm, 0});
    Added.Accesses.Stores = true;
    Added.Accesses.Spaces = {AddressSpace::Local};
  }
  if (Counters.has(Counter::Vs)) {
    Step &Added = add(StepKind::Wait, "s_waitcnt_vscnt", Why);
    Added.Waits.push_back({Counter::Vs, Options.Value});
    Added.Operand = "null, ";
    Added.Accesses = Accesses;
  }
}

} // namespace fencepost::lower
