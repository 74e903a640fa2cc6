//===- MemorySteps.cpp - Waits, write-backs and invalidates ---------------===//
// The parts that sequences of memory operations are made of: waitFor() for
// earlier accesses, release() before and invalidate() after.
//===----------------------------------------------------------------------===//
#include "SequenceBuilder.h"

namespace fencepost::lower {

/// Whether \p Why waits on behalf of an acquire, for a value that an atomic
/// returns: other kinds of loads are then not concerned.
static bool isAcquireSide(Rule Why) {
  return Why == Rule::AcquireWait || Why == Rule::FenceAcquireWait;
}

CounterSet SequenceBuilder::globalCounters(AccessKinds Kinds, Rule Why) const {
  CounterSet Counters;
  if (Kinds.Loads)
    Counters |= isAcquireSide(Why) ? F.ValueLoads : F.Loads;
  if (Kinds.Stores)
    Counters |= F.Stores;
  return Counters;
}

/// Whether global and scratch accesses are waited for at all.
bool SequenceBuilder::waitsForGlobal(Rule Why) const {
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
bool SequenceBuilder::waitsForLds(Rule Why) const {
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

void SequenceBuilder::waitFor(AddressSpaceSet Spaces, AccessKinds Kinds,
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
  Concern What = {.Loads = Kinds.Loads, .Stores = Kinds.Stores, .Spaces = {}};
  if (!(Spaces & Memory).empty() && waitsForGlobal(Why)) {
    Counters |= globalCounters(Kinds, Why);
    What.Spaces = Spaces & Memory;
  }
  if (Lds && waitsForLds(Why)) {
    Counters |= F.Lds;
    What.Spaces.insert(AddressSpace::Local);
  }
  if (Gds && Cross) {
    Counters |= F.Lds;
    What.Spaces.insert(AddressSpace::Region);
  }
  bool Waited = Counters.has(Counter::Vm);
  bool AtScope = Level == ScopeLevel::Workgroup ||
                 (text(Difference::LdsDmaScope) && !Waited);
  bool Releases = Why == Rule::ReleaseWait || isRelease(Op.Order);
  wait(Counters, Why, What,
       {.LdsDma = F.LdsDmaPending && Lds && AtScope && Releases});
}

void SequenceBuilder::writeBack() {
  if (Row->WriteBack.Mnemonic.empty())
    return;
  Step &Added =
      add(StepKind::WriteBack, Row->WriteBack.Mnemonic, Rule::ReleaseWriteBack);
  Added.Policy = Row->WriteBack.Policy;
  Added.What = {.Stores = true, .Spaces = {AddressSpace::Global}};
}

void SequenceBuilder::release(Rule WaitRule) {
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

void SequenceBuilder::invalidate() {
  bool KeepsCaches = Op.Tags.NoAv && text(Difference::NoAvailability);
  if (!Row || !Ordered.has(AddressSpace::Global) || KeepsCaches)
    return;
  for (const CacheAction &Action : Row->Invalidate) {
    if (Action.Mnemonic.empty())
      continue;
    Step &Added =
        add(StepKind::Invalidate, Action.Mnemonic, Rule::AcquireInvalidate);
    Added.Policy = Action.Policy;
    Added.What = {.Loads = true, .Spaces = {AddressSpace::Global}};
  }
  if (text(Difference::WaitAfterInvalidate) && Level >= ScopeLevel::Agent)
    wait(F.ValueLoads, Rule::InvalidateWait,
         {.Loads = true, .Spaces = {AddressSpace::Global}});
}

void SequenceBuilder::translationWait() {
  if (F.TranslationWait)
    wait({Counter::X}, Rule::TranslationWait,
         {.Loads = true, .Stores = true, .Spaces = Own});
}

} // namespace fencepost::lower
