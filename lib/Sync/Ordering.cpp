//===- Ordering.cpp - Memory orderings ------------------------------------===//
// Names, and the table of what an operation may carry: one row an operation,
// one bit an ordering (LLVM Language Reference, the instructions' own
// sections).
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Ordering.h"
#include "llvm/ADT/STLExtras.h"
#include <initializer_list>

namespace fencepost {

static constexpr llvm::StringLiteral OrderingNames[] = {
    "notatomic", "unordered", "monotonic", "acquire",
    "release",   "acq_rel",   "seq_cst"};
static_assert(std::size(OrderingNames) == NumOrderings,
              "an ordering without a name");

static constexpr llvm::StringLiteral OrderedOpNames[] = {
    "load", "store", "atomicrmw", "cmpxchg success", "cmpxchg failure",
    "fence"};
static_assert(std::size(OrderedOpNames) == NumOrderedOps,
              "an operation without a name");

static constexpr uint8_t setOf(std::initializer_list<Ordering> Orderings) {
  uint8_t Bits = 0;
  for (Ordering O : Orderings)
    Bits |= 1u << static_cast<unsigned>(O);
  return Bits;
}

using enum Ordering;
static constexpr uint8_t Allowed[] = {
    setOf({NotAtomic, Unordered, Monotonic, Acquire, SequentiallyConsistent}),
    setOf({NotAtomic, Unordered, Monotonic, Release, SequentiallyConsistent}),
    setOf(
        {Monotonic, Acquire, Release, AcquireRelease, SequentiallyConsistent}),
    setOf(
        {Monotonic, Acquire, Release, AcquireRelease, SequentiallyConsistent}),
    setOf({Monotonic, Acquire, SequentiallyConsistent}),
    setOf({Acquire, Release, AcquireRelease, SequentiallyConsistent}),
};
static_assert(std::size(Allowed) == NumOrderedOps,
              "an operation without a row");

bool isAllowed(Ordering O, OrderedOp Op) {
  return Allowed[static_cast<size_t>(Op)] >> static_cast<unsigned>(O) & 1;
}

llvm::StringRef orderingName(Ordering O) {
  return OrderingNames[static_cast<size_t>(O)];
}

llvm::StringRef orderedOpName(OrderedOp Op) {
  return OrderedOpNames[static_cast<size_t>(Op)];
}

std::optional<Ordering> parseOrdering(llvm::StringRef Name) {
  const auto *It = llvm::find(OrderingNames, Name);
  if (It == std::end(OrderingNames))
    return std::nullopt;
  return static_cast<Ordering>(It - std::begin(OrderingNames));
}

} // namespace fencepost
