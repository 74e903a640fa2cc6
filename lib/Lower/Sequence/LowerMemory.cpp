//===- LowerMemory.cpp - Loads, stores, atomics and fences ----------------===//
// One function a kind of operation; each says which parts stand before and
// after the access. The parts are in MemorySteps.cpp.
//===----------------------------------------------------------------------===//
#include "SequenceBuilder.h"

namespace fencepost::lower {

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
CachePolicy SequenceBuilder::atomicPolicy(CachePolicy ScopeRow::*Bits) const {
  CachePolicy Policy;
  if (Row && !isLds())
    Policy = Row->*Bits;
  if (Op.Group != Cooperative::No)
    Policy.CacheScope =
        std::max<uint8_t>(Policy.CacheScope, F.Agent.Load.CacheScope);
  return Policy;
}

bool SequenceBuilder::acquires() const {
  return isAcquire(Op.Order) ||
         (Op.Kind == OpKind::CmpXchg && isAcquire(Op.FailureOrder));
}

bool SequenceBuilder::releases() const {
  return isRelease(Op.Order) ||
         (Op.Kind == OpKind::CmpXchg &&
          Op.FailureOrder == Ordering::SequentiallyConsistent);
}

void SequenceBuilder::lowerLoad() {
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

void SequenceBuilder::lowerStore() {
  if (isRelease(Op.Order))
    release(Rule::ReleaseWait);
  if (!isLds() && !isPrivate())
    translationWait();
  beginAccess();
  access(storeMnemonic(Op, *M.Proc), atomicPolicy(&ScopeRow::Store));
  endAccess();
}

void SequenceBuilder::lowerModify() {
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

void SequenceBuilder::lowerFence() {
  if (isRelease(Op.Order))
    release(Rule::ReleaseWait);
  else
    waitFor(Ordered, AllAccesses, Rule::FenceAcquireWait);
  if (isAcquire(Op.Order))
    invalidate();
  beginAccess();
  endAccess();
}

void SequenceBuilder::lowerPlain() {
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
  Concern What = {IsLoad, !IsLoad, Own};
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
       Rule::VolatileAfter, What);
}

void SequenceBuilder::lowerAvailable() {
  bool IsLoad = Op.Kind == OpKind::LoadVisible;
  CachePolicy Policy =
      atomicPolicy(IsLoad ? &ScopeRow::Load : &ScopeRow::Store);
  beginAccess();
  access(IsLoad ? loadMnemonic(Op, *M.Proc) : storeMnemonic(Op, *M.Proc),
         Policy);
  endAccess();
}

} // namespace fencepost::lower
