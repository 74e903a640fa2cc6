//===- Rules.cpp - Why an instruction is in a sequence --------------------===//
// What may move across a step is what the notes of spec/002, "Memory Model Code
// Sequences" ("must happen after any preceding ...", "before any following
// ...") leave free.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Rules.h"

namespace fencepost::lower {

static constexpr RuleFacts RuleTable[] = {
    {.Id = Rule::Access,
     .Name = "access",
     .Purpose = "performs the operation",
     .Motion = "anything that does not access the same memory",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::ReleaseWriteBack,
     .Name = "release-write-back",
     .Purpose = "writes modified lines back to where the scope sees them",
     .Motion = "anything but earlier global and generic stores and "
               "read-modify-writes "
               "and the wait that follows",
     .Source = "spec/001, MakeAvailable and MakeVisible"},
    {.Id = Rule::ReleaseWait,
     .Name = "release-wait",
     .Purpose =
         "completes what came before, so that whoever sees the release sees it",
     .Motion =
         "anything but the accesses it waits for and the access that releases",
     .StrictMotion =
         "anything but the accesses it waits for and later atomic stores and "
         "read-modify-writes of its scope or a wider one",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::WriteBackWait,
     .Name = "write-back-wait",
     .Purpose =
         "completes earlier accesses, so that the write-back finds their data",
     .Motion = "anything but the accesses it waits for and the write-back",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::SeqCstWait,
     .Name = "seq-cst-wait",
     .Purpose = "completes earlier seq_cst atomics, so that all of them have "
                "one order",
     .Motion = "anything but earlier seq_cst atomics of its scope or a wider "
               "one and the "
               "access itself",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::AcquireWait,
     .Name = "acquire-wait",
     .Purpose = "completes the atomic before anything after it",
     .Motion =
         "anything but the atomic, the invalidate and later global and generic "
         "accesses",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::FenceAcquireWait,
     .Name = "fence-acquire-wait",
     .Purpose = "completes the atomic that the fence pairs with",
     .Motion =
         "anything but earlier atomic loads and read-modify-writes of its "
         "scope or "
         "a wider one, the invalidate and later global and generic accesses",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::AcquireInvalidate,
     .Name = "acquire-invalidate",
     .Purpose =
         "drops lines that may be stale, so that later loads see new data",
     .Motion = "anything but the wait before it and later global and generic "
               "loads and "
               "read-modify-writes",
     .StrictMotion = "anything but the wait before it and later global and "
                     "generic accesses",
     .Source = "spec/001, MakeAvailable and MakeVisible"},
    {.Id = Rule::InvalidateWait,
     .Name = "invalidate-wait",
     .Purpose = "completes the invalidate before later loads",
     .Motion = "earlier accesses and later stores",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::VolatileBefore,
     .Name = "volatile-before",
     .Purpose = "completes what came before a volatile access",
     .Motion = "anything but volatile accesses",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::VolatileAfter,
     .Name = "volatile-after",
     .Purpose = "completes the volatile access before the next one",
     .Motion = "anything but volatile global and generic accesses",
     .Source = "spec/002, Memory Model"},
    {.Id = Rule::TranslationWait,
     .Name = "translation-wait",
     .Purpose = "completes address translation, so that a replay cannot repeat "
                "the access",
     .Motion = "anything but the access that follows",
     .Source = "spec/002, Memory Model GFX125x"},
    {.Id = Rule::LdsDmaWait,
     .Name = "lds-dma-wait",
     .Purpose =
         "completes loads to LDS that are in flight, which the vector memory "
         "counter counts",
     .Motion = "anything but loads to LDS and what the operation releases to",
     .Source = "spec/003, Memory Consistency Model"},
    {.Id = Rule::BarrierWait,
     .Name = "barrier-wait",
     .Purpose =
         "completes memory operations before the wave stops at the barrier",
     .Motion =
         "anything but the memory operations it waits for and the barrier",
     .Source = "spec/000, s_barrier GFX6-11"},
    {.Id = Rule::BarrierStep,
     .Name = "barrier-step",
     .Purpose = "performs the barrier operation",
     .Motion = "memory operations: only fences order them with a barrier",
     .Source = "spec/000, s_barrier"},
    {.Id = Rule::AsyncWait,
     .Name = "async-wait",
     .Purpose = "completes the asynchronous operations before the mark",
     .Motion =
         "anything but the asynchronous operations and accesses to what they "
         "transfer",
     .Source = "spec/003, Async Mark Operations"},
};

static_assert(isIndexedBy(RuleTable, &RuleFacts::Id),
              "one row a rule, in order");

llvm::ArrayRef<RuleFacts> rules() { return RuleTable; }

const RuleFacts &factsOf(Rule R) { return rowOf(RuleTable, R); }

} // namespace fencepost::lower
