//===- MemoryLowering.cpp - Loads, stores, atomics and fences -------------===//
//===----------------------------------------------------------------------===//
#include "MemoryLowering.h"

namespace fencepost::lower {

//===----------------------------------------------------------------------===//
// Waits for earlier accesses, write-backs before and invalidates after
//===----------------------------------------------------------------------===//

bool MemoryLowering::isCuMode() const {
  return M.CuMode && Level == ScopeLevel::Workgroup;
}

/// Whether \p Why waits on behalf of an acquire, for a value that an atomic
/// returns: other kinds of loads are then not concerned.
static bool isAcquireSide(Rule Why) {
  return Why == Rule::AcquireWait || Why == Rule::FenceAcquireWait;
}

CounterSet MemoryLowering::globalCounters(AccessKinds Kinds, Rule Why) const {
  CounterSet Counters;
  if (Kinds.Loads)
    Counters |= isAcquireSide(Why) ? F.ValueLoads : F.Loads;
  if (Kinds.Stores)
    Counters |= F.Stores;
  return Counters;
}

/// Whether global and scratch accesses are waited for at all.
bool MemoryLowering::waitsForGlobal(Rule Why) const {
  if (Row->Global != GlobalWait::IfRelease)
    return Row->Global == GlobalWait::Always;
  if (!isRelease(Op.Order) && Why != Rule::ReleaseWait)
    return false;
  // CU mode: the text asks for less than LLVM after loads and generic atomics.
  bool After = Why == Rule::AcquireWait;
  bool IsLoad = Op.Kind == OpKind::Load;
  if (After && IsLoad && text(Difference::CuModeSeqCstLoad))
    return false;
  if (After && !IsLoad && isGeneric() && text(Difference::CuModeAfterModify))
    return false;
  bool Modifies = !IsLoad && Op.Kind != OpKind::Store &&
                  Op.Kind != OpKind::Fence && Op.Order == Ordering::Release &&
                  !acquires();
  return !(Modifies && !Cross && text(Difference::CuModeOneSpaceRelease));
}

/// Whether LDS accesses are waited for. A single wave's complete in order: only
/// who orders several address spaces needs to wait.
bool MemoryLowering::waitsForLds(Rule Why) const {
  bool Before = Why == Rule::ReleaseWait || Why == Rule::SeqCstWait;
  if (Before && isLds() && Op.Kind != OpKind::Fence)
    return Cross && !text(Difference::LdsReleaseLeavesLds);
  if (Why != Rule::AcquireWait)
    return Cross || (Op.Kind == OpKind::Store && isGeneric() &&
                     Level > ScopeLevel::Workgroup &&
                     text(Difference::OneSpaceFlatRelease));
  bool NothingReturned = Op.Kind != OpKind::Load && !Op.HasResult;
  if (isCuMode() && isGeneric() && NothingReturned && !isRelease(Op.Order) &&
      text(Difference::CuModeFlatAcquire))
    return false;
  return Cross;
}

void MemoryLowering::waitFor(AddressSpaceSet Spaces, AccessKinds Kinds,
                             Rule Why) {
  if (!Row)
    return;
  static constexpr AddressSpaceSet Memory = {AddressSpace::Global,
                                             AddressSpace::Private};
  bool SplitModify = Why == Rule::AcquireWait && isRelease(Op.Order) &&
                     Op.Kind != OpKind::Load && isGeneric() && Cross &&
                     Level == ScopeLevel::Workgroup &&
                     text(Difference::SplitFlatModify);
  bool Lds = Spaces.has(AddressSpace::Local) && (!M.TgSplit || SplitModify);
  bool Gds = Spaces.has(AddressSpace::Region) && F.GdsSharesLdsCounter &&
             (Level > ScopeLevel::Workgroup || M.TgSplit) &&
             !(M.TgSplit && text(Difference::SplitLeavesLds)) &&
             !(isLds() && text(Difference::LdsReleaseLeavesLds));
  CounterSet Counters;
  Concern Accesses = {
      .Loads = Kinds.Loads, .Stores = Kinds.Stores, .Spaces = {}};
  if (!(Spaces & Memory).empty() && waitsForGlobal(Why)) {
    Counters |= globalCounters(Kinds, Why);
    Accesses.Spaces = Spaces & Memory;
  }
  if (Lds && waitsForLds(Why)) {
    Counters |= F.Lds;
    Accesses.Spaces.insert(AddressSpace::Local);
  }
  if (Gds && Cross) {
    Counters |= F.Lds;
    Accesses.Spaces.insert(AddressSpace::Region);
  }
  bool Waited = Counters.has(Counter::Vm);
  bool AtScope = Level == ScopeLevel::Workgroup ||
                 (text(Difference::LdsDmaScope) && !Waited);
  bool Releases = Why == Rule::ReleaseWait || isRelease(Op.Order);
  wait(Counters, Why, Accesses,
       {.LdsDma = F.LdsDmaPending && Lds && AtScope && Releases});
}

void MemoryLowering::writeBack() {
  if (Row->WriteBack.Mnemonic.empty())
    return;
  Step &Added =
      add(StepKind::WriteBack, Row->WriteBack.Mnemonic, Rule::ReleaseWriteBack);
  Added.Policy = Row->WriteBack.Policy;
  Added.Accesses = {.Stores = true, .Spaces = {AddressSpace::Global}};
}

void MemoryLowering::release(Rule WaitRule) {
  if (!Row)
    return;
  bool KeepsCaches = Op.Tags.NoAv && text(Difference::NoAvailability);
  if (Ordered.has(AddressSpace::Global) && !KeepsCaches) {
    if (text(Difference::WaitBeforeWriteBack) &&
        !Row->WriteBack.Mnemonic.empty())
      wait(globalCounters(AllAccesses, Rule::WriteBackWait),
           Rule::WriteBackWait,
           {.Loads = true, .Stores = true, .Spaces = {AddressSpace::Global}});
    writeBack();
  }
  waitFor(Ordered, AllAccesses, WaitRule);
}

void MemoryLowering::invalidate() {
  bool KeepsCaches = Op.Tags.NoAv && text(Difference::NoAvailability);
  if (!Row || !Ordered.has(AddressSpace::Global) || KeepsCaches)
    return;
  for (const CacheAction &Action : Row->Invalidate) {
    if (Action.Mnemonic.empty())
      continue;
    Step &Added =
        add(StepKind::Invalidate, Action.Mnemonic, Rule::AcquireInvalidate);
    Added.Policy = Action.Policy;
    Added.Accesses = {.Loads = true, .Spaces = {AddressSpace::Global}};
  }
  if (text(Difference::WaitAfterInvalidate) && Level >= ScopeLevel::Agent)
    wait(F.ValueLoads, Rule::InvalidateWait,
         {.Loads = true, .Spaces = {AddressSpace::Global}});
}

void MemoryLowering::translationWait() {
  if (F.TranslationWait)
    wait({Counter::X}, Rule::TranslationWait,
         {.Loads = true, .Stores = true, .Spaces = Own});
}

//===----------------------------------------------------------------------===//
// One function a kind of operation: what stands before and after the access
//===----------------------------------------------------------------------===//

static CachePolicy both(CachePolicy A, const CachePolicy &B) {
  A.Glc |= B.Glc;
  A.Slc |= B.Slc;
  A.Dlc |= B.Dlc;
  A.Sc0 |= B.Sc0;
  A.Sc1 |= B.Sc1;
  A.Nt |= B.Nt;
  A.CacheScope = std::max<uint8_t>(A.CacheScope, B.CacheScope);
  A.Temporal = B.Temporal ? B.Temporal : A.Temporal;
  return A;
}

/// The cache bits of an atomic load or store. A cooperative one must meet the
/// others of its group in a cache that all of them reach.
CachePolicy MemoryLowering::atomicPolicy(CachePolicy ScopeRow::*Bits) const {
  CachePolicy Policy;
  if (Row && !isLds())
    Policy = Row->*Bits;
  if (Op.Group != Cooperative::No)
    Policy.CacheScope =
        std::max<uint8_t>(Policy.CacheScope, F.Agent.Load.CacheScope);
  return Policy;
}

bool MemoryLowering::acquires() const {
  return isAcquire(Op.Order) ||
         (Op.Kind == OpKind::CmpXchg && isAcquire(Op.FailureOrder));
}

bool MemoryLowering::releases() const {
  return isRelease(Op.Order) ||
         (Op.Kind == OpKind::CmpXchg &&
          Op.FailureOrder == Ordering::SequentiallyConsistent);
}

void MemoryLowering::lowerLoad() {
  if (Op.Order == Ordering::SequentiallyConsistent)
    waitFor(Ordered, AllAccesses, Rule::SeqCstWait);
  beginAccess();
  access(loadMnemonic(Op, *M.Proc), atomicPolicy(&ScopeRow::Load));
  endAccess();
  if (!isAcquire(Op.Order))
    return;
  waitFor(Own, LoadsOnly, Rule::AcquireWait);
  invalidate();
}

void MemoryLowering::lowerStore() {
  if (isRelease(Op.Order))
    release(Rule::ReleaseWait);
  if (!isLds() && !isPrivate())
    translationWait();
  beginAccess();
  access(storeMnemonic(Op, *M.Proc), atomicPolicy(&ScopeRow::Store));
  endAccess();
}

void MemoryLowering::lowerModify() {
  if (releases())
    release(Rule::ReleaseWait);
  if (isPrivate()) { // Nothing else sees it: a load and a store do.
    beginAccess();
    access(loadMnemonic(Op, *M.Proc), {});
    access(storeMnemonic(Op, *M.Proc), {});
    endAccess();
    return;
  }
  if (!isLds())
    translationWait();
  CachePolicy Policy;
  if (!isLds() && Row)
    Policy = Row->Modify;
  if (!isLds() && Op.HasResult)
    Policy = both(Policy, F.Returns);
  beginAccess();
  access(atomicMnemonic(Op, unitFor(Op.Space, *M.Proc), *M.Proc), Policy);
  endAccess();
  if (!acquires())
    return;
  waitFor(Own, Op.HasResult ? LoadsOnly : StoresOnly, Rule::AcquireWait);
  invalidate();
}

void MemoryLowering::lowerFence() {
  if (isRelease(Op.Order))
    release(Rule::ReleaseWait);
  else
    waitFor(Ordered, AllAccesses, Rule::FenceAcquireWait);
  if (isAcquire(Op.Order))
    invalidate();
  beginAccess();
  endAccess();
}

void MemoryLowering::lowerPlain() {
  const PlainRow &P = F.Plain;
  bool IsLoad = Op.Kind == OpKind::Load;
  bool Volatile = Op.Volatile && !Op.isAtomic();
  bool KeepsHint = !Volatile || (P.KeepsNonTemporal &&
                                 !text(Difference::VolatileIsTemporal));
  CachePolicy Policy;
  if (Volatile)
    Policy = IsLoad ? P.VolatileLoad : P.VolatileStore;
  if (Op.NonTemporal && KeepsHint && !Op.isAtomic())
    Policy = both(Policy, IsLoad ? P.NonTemporalLoad : P.NonTemporalStore);
  if (Op.LastUse && KeepsHint && !Op.isAtomic())
    Policy = Volatile ? P.VolatileLastUse : P.LastUse;
  Concern Accesses = {IsLoad, !IsLoad, Own};
  bool Waits = Volatile && !isLds();
  if (Waits && !IsLoad && !text(Difference::VolatileStoreWaitsAfter))
    wait(P.WaitBeforeStore, Rule::VolatileBefore,
         {.Loads = true, .Stores = true, .Spaces = Own});
  bool WritesUnordered = Op.Order == Ordering::Unordered && !IsLoad &&
                         !isLds() && !isPrivate() &&
                         !text(Difference::UnorderedStoreIsPlain);
  if (WritesUnordered || (Waits && !text(Difference::VolatileWithoutXcnt)))
    translationWait();
  beginAccess();
  access(IsLoad ? loadMnemonic(Op, *M.Proc) : storeMnemonic(Op, *M.Proc),
         isLds() ? CachePolicy() : Policy);
  endAccess();
  bool Constant = Op.Space == AddressSpace::Constant;
  if (!Waits || (Constant && !text(Difference::VolatileConstantWaits)))
    return;
  bool LoadcntOnly = text(Difference::VolatileLoadWaitsLoadcnt);
  wait(!IsLoad ? F.Stores : (LoadcntOnly ? F.ValueLoads : F.Loads),
       Rule::VolatileAfter, Accesses);
}

void MemoryLowering::lowerAvailable() {
  bool IsLoad = Op.Kind == OpKind::LoadVisible;
  CachePolicy Policy =
      atomicPolicy(IsLoad ? &ScopeRow::Load : &ScopeRow::Store);
  beginAccess();
  access(IsLoad ? loadMnemonic(Op, *M.Proc) : storeMnemonic(Op, *M.Proc),
         Policy);
  endAccess();
}

Sequence MemoryLowering::lower() {
  switch (Op.Kind) {
  case OpKind::Load:
    Op.Order > Ordering::Unordered ? lowerLoad() : lowerPlain();
    break;
  case OpKind::Store:
    Op.Order > Ordering::Unordered ? lowerStore() : lowerPlain();
    break;
  case OpKind::ReadModifyWrite:
  case OpKind::CmpXchg:
    lowerModify();
    break;
  case OpKind::Fence:
    lowerFence();
    break;
  default: // LoadVisible, StoreAvailable
    lowerAvailable();
  }
  return std::move(S);
}

} // namespace fencepost::lower
