//===- MemorySteps.cpp - Waits, write-backs and invalidates ---------------===//
// The parts that sequences of memory operations are made of. W(S, k) of
// docs/lowering.md is waitFor(); REL is release(); INV is invalidate().
//===----------------------------------------------------------------------===//
#include "SequenceBuilder.h"

namespace fencepost::lower {

/// Whether \p Why waits on behalf of an acquire, for a value that an atomic
/// returns: other kinds of loads are then not concerned.
static bool isAcquireSide(Rule Why) {
  return Why == Rule::AcquireWait || Why == Rule::FenceAcquireWait;
}

CounterSet SequenceBuilder::globalCounters(bool Loads, bool Stores,
                                           Rule Why) const {
  CounterSet Counters;
  if (Loads)
    Counters |= isAcquireSide(Why) ? F.ValueLoads : F.Loads;
  if (Stores)
    Counters |= F.Stores;
  return Counters;
}

void SequenceBuilder::waitFor(AddressSpaceSet Spaces, bool Loads, bool Stores,
                              Rule Why) {
  if (!Row)
    return;
  bool Global =
      Spaces.has(AddressSpace::Global) || Spaces.has(AddressSpace::Private);
  bool Lds = Spaces.has(AddressSpace::Local) && !M.TgSplit;
  bool Gds = Spaces.has(AddressSpace::Region) && F.GdsSharesLdsCounter &&
             Level > ScopeLevel::Workgroup;
  bool NeedsGlobal =
      Row->Global == GlobalWait::Always ||
      (Row->Global == GlobalWait::IfRelease && isRelease(Op.Order));
  CounterSet Counters;
  Concern What = {Loads, Stores, {}};
  if (Global && NeedsGlobal) {
    Counters |= globalCounters(Loads, Stores, Why);
    What.Spaces =
        What.Spaces |
        (Spaces & AddressSpaceSet{AddressSpace::Global, AddressSpace::Private});
  }
  if (Lds && Cross) {
    Counters |= F.Lds;
    What.Spaces.insert(AddressSpace::Local);
  }
  if (Gds && Cross) {
    Counters |= F.Lds;
    What.Spaces.insert(AddressSpace::Region);
  }
  bool Dma = F.LdsDmaPending && Lds && Level == ScopeLevel::Workgroup &&
             isRelease(Op.Order);
  wait(Counters, Why, What, Dma);
}

void SequenceBuilder::writeBack() {
  if (Row->WriteBack.Mnemonic.empty())
    return;
  Step &Added =
      add(StepKind::WriteBack, Row->WriteBack.Mnemonic, Rule::ReleaseWriteBack);
  Added.Policy = Row->WriteBack.Policy;
  Added.What = {false, true, {AddressSpace::Global}};
}

void SequenceBuilder::release(Rule WaitRule) {
  if (!Row)
    return;
  bool KeepsCaches = Op.Tags.NoAv && text(Difference::NoAvailability);
  if (Ordered.has(AddressSpace::Global) && !KeepsCaches) {
    if (text(Difference::WaitBeforeWriteBack) &&
        !Row->WriteBack.Mnemonic.empty())
      wait(globalCounters(true, true, Rule::WriteBackWait), Rule::WriteBackWait,
           {true, true, {AddressSpace::Global}});
    writeBack();
  }
  waitFor(Ordered, true, true, WaitRule);
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
    Added.What = {true, false, {AddressSpace::Global}};
  }
  if (text(Difference::WaitAfterInvalidate) && Level >= ScopeLevel::Agent)
    wait(F.ValueLoads, Rule::InvalidateWait,
         {true, false, {AddressSpace::Global}});
}

void SequenceBuilder::translationWait() {
  if (F.TranslationWait)
    wait({Counter::X}, Rule::TranslationWait, {true, true, Own});
}

} // namespace fencepost::lower
