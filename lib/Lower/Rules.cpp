//===- Rules.cpp - Why an instruction is in a sequence --------------------===//
// What may move across a step is what the notes of spec/002, "Memory Model Code
// Sequences" ("must happen after any preceding ...", "before any following
// ...") leave free.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Rules.h"

namespace fencepost::lower {

static constexpr RuleFacts RuleTable[] = {
    {Rule::Access, "access", "performs the operation",
     "anything that does not access the same memory", "",
     "spec/002, Memory Model"},
    {Rule::ReleaseWriteBack, "release-write-back",
     "writes modified lines back to where the scope sees them",
     "anything but earlier global and generic stores and read-modify-writes "
     "and the wait that follows",
     "", "spec/001, MakeAvailable and MakeVisible"},
    {Rule::ReleaseWait, "release-wait",
     "completes what came before, so that whoever sees the release sees it",
     "anything but the accesses it waits for and the access that releases",
     "anything but the accesses it waits for and later atomic stores and "
     "read-modify-writes of its scope or a wider one",
     "spec/002, Memory Model"},
    {Rule::WriteBackWait, "write-back-wait",
     "completes earlier accesses, so that the write-back finds their data",
     "anything but the accesses it waits for and the write-back", "",
     "spec/002, Memory Model"},
    {Rule::SeqCstWait, "seq-cst-wait",
     "completes earlier seq_cst atomics, so that all of them have one order",
     "anything but earlier seq_cst atomics of its scope or a wider one and the "
     "access itself",
     "", "spec/002, Memory Model"},
    {Rule::AcquireWait, "acquire-wait",
     "completes the atomic before anything after it",
     "anything but the atomic, the invalidate and later global and generic "
     "accesses",
     "", "spec/002, Memory Model"},
    {Rule::FenceAcquireWait, "fence-acquire-wait",
     "completes the atomic that the fence pairs with",
     "anything but earlier atomic loads and read-modify-writes of its scope or "
     "a wider one, the invalidate and later global and generic accesses",
     "", "spec/002, Memory Model"},
    {Rule::AcquireInvalidate, "acquire-invalidate",
     "drops lines that may be stale, so that later loads see new data",
     "anything but the wait before it and later global and generic loads and "
     "read-modify-writes",
     "anything but the wait before it and later global and generic accesses",
     "spec/001, MakeAvailable and MakeVisible"},
    {Rule::InvalidateWait, "invalidate-wait",
     "completes the invalidate before later loads",
     "earlier accesses and later stores", "", "spec/002, Memory Model"},
    {Rule::VolatileBefore, "volatile-before",
     "completes what came before a volatile access",
     "anything but volatile accesses", "", "spec/002, Memory Model"},
    {Rule::VolatileAfter, "volatile-after",
     "completes the volatile access before the next one",
     "anything but volatile global and generic accesses", "",
     "spec/002, Memory Model"},
    {Rule::TranslationWait, "translation-wait",
     "completes address translation, so that a replay cannot repeat the access",
     "anything but the access that follows", "",
     "spec/002, Memory Model GFX125x"},
    {Rule::LdsDmaWait, "lds-dma-wait",
     "completes loads to LDS that are in flight, which the vector memory "
     "counter counts",
     "anything but loads to LDS and what the operation releases to", "",
     "spec/003, Memory Consistency Model"},
    {Rule::BarrierWait, "barrier-wait",
     "completes memory operations before the wave stops at the barrier",
     "anything but the memory operations it waits for and the barrier", "",
     "spec/000, s_barrier GFX6-11"},
    {Rule::BarrierStep, "barrier-step", "performs the barrier operation",
     "memory operations: only fences order them with a barrier", "",
     "spec/000, s_barrier"},
    {Rule::AsyncWait, "async-wait",
     "completes the asynchronous operations before the mark",
     "anything but the asynchronous operations and accesses to what they "
     "transfer",
     "", "spec/003, Async Mark Operations"},
};

static constexpr bool isRuleTableComplete() {
  for (unsigned I = 0; I != std::size(RuleTable); ++I)
    if (RuleTable[I].Id != static_cast<Rule>(I))
      return false;
  return std::size(RuleTable) == NumRules;
}
static_assert(isRuleTableComplete(), "one row a rule, in order");

llvm::ArrayRef<RuleFacts> rules() { return RuleTable; }

const RuleFacts &factsOf(Rule R) { return RuleTable[static_cast<unsigned>(R)]; }

} // namespace fencepost::lower
