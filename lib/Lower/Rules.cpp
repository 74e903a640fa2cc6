//===- Rules.cpp - Why an instruction is in a sequence --------------------===//
#include "fencepost/Lower/Rules.h"

namespace fencepost::lower {

static constexpr RuleFacts Rows[] = {
    {Rule::Access, "access", "performs the operation",
     "nothing that must happen before or after it", "spec/002, Memory Model"},
    {Rule::ReleaseWriteBack, "release-write-back",
     "writes modified lines back to where the scope sees them",
     "anything but earlier stores and the wait that follows",
     "spec/001, MakeAvailable"},
    {Rule::ReleaseWait, "release-wait",
     "completes what came before, so that whoever sees the release sees it",
     "anything but the accesses it waits for and what it releases to",
     "spec/002, Memory Model"},
    {Rule::WriteBackWait, "write-back-wait",
     "completes earlier accesses, so that the write-back finds their data",
     "anything but the accesses it waits for and the write-back",
     "spec/002, Memory Model"},
    {Rule::SeqCstWait, "seq-cst-wait",
     "completes what came before, so that seq_cst accesses have one order",
     "anything but the accesses it waits for and the seq_cst access",
     "spec/002, Memory Model"},
    {Rule::AcquireWait, "acquire-wait",
     "completes the atomic before anything after it",
     "earlier accesses other than the atomic", "spec/002, Memory Model"},
    {Rule::FenceAcquireWait, "fence-acquire-wait",
     "completes the atomic that the fence pairs with",
     "anything but earlier atomics and what follows the fence",
     "spec/002, Memory Model"},
    {Rule::AcquireInvalidate, "acquire-invalidate",
     "drops lines that may be stale, so that later loads see new data",
     "earlier accesses and later stores", "spec/001, MakeVisible"},
    {Rule::InvalidateWait, "invalidate-wait",
     "completes the invalidate before later loads",
     "earlier accesses and later stores", "spec/002, Memory Model"},
    {Rule::VolatileBefore, "volatile-before",
     "completes what came before a volatile access",
     "anything but volatile accesses", "spec/002, Memory Model"},
    {Rule::VolatileAfter, "volatile-after",
     "completes the volatile access before anything after it",
     "anything but volatile accesses", "spec/002, Memory Model"},
    {Rule::TranslationWait, "translation-wait",
     "completes address translation, so that a replay cannot repeat the access",
     "anything but the access that follows", "spec/002, Memory Model GFX125x"},
    {Rule::LdsDmaWait, "lds-dma-wait",
     "completes loads to LDS that are in flight, which the vector memory "
     "counter counts",
     "anything but loads to LDS and what the operation releases to",
     "spec/003, Memory Consistency Model"},
    {Rule::BarrierWait, "barrier-wait",
     "completes memory operations before the wave stops at the barrier",
     "anything but the memory operations it waits for and the barrier",
     "spec/000, s_barrier GFX6-11"},
    {Rule::BarrierStep, "barrier-step", "performs the barrier operation",
     "memory operations: only fences order them with a barrier",
     "spec/000, s_barrier"},
    {Rule::AsyncWait, "async-wait",
     "completes the asynchronous operations before the mark",
     "anything but the asynchronous operations and accesses to what they "
     "transfer",
     "spec/003, Async Mark Operations"},
};

static constexpr bool isComplete() {
  for (unsigned I = 0; I != std::size(Rows); ++I)
    if (Rows[I].Id != static_cast<Rule>(I))
      return false;
  return std::size(Rows) == NumRules;
}
static_assert(isComplete(), "one row a rule, in order");

llvm::ArrayRef<RuleFacts> rules() { return Rows; }

const RuleFacts &factsOf(Rule R) { return Rows[static_cast<unsigned>(R)]; }

} // namespace fencepost::lower
