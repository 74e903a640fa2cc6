//===- Ordering.cpp - Memory orderings ------------------------------------===//
// Names, and the table of what an operation may carry: one row an operation,
// one bit an ordering (LLVM Language Reference, the instructions' own
// sections).
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Ordering.h"
#include "llvm/ADT/STLExtras.h"
#include <initializer_list>

namespace fencepost {

/// LLVM's names in the order of the enumerators, then other languages' words.
static constexpr llvm::StringRef Words[] = {
    "notatomic", "unordered", "monotonic", "acquire",
    "release",   "acq_rel",   "seq_cst",   "relaxed"};
/// What the words after LLVM's names mean: "relaxed" is C's and OpenCL's.
static constexpr Ordering OtherMeanings[] = {Ordering::Monotonic};
static_assert(std::size(Words) == NumOrderings + std::size(OtherMeanings),
              "an ordering without a name, or a word without a meaning");

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
  return Words[static_cast<size_t>(O)];
}

llvm::ArrayRef<llvm::StringRef> orderingNames() {
  return llvm::ArrayRef(Words).slice(1, NumOrderings - 1);
}

llvm::ArrayRef<llvm::StringRef> orderingWords() {
  return llvm::ArrayRef(Words).drop_front();
}

llvm::StringRef orderedOpName(OrderedOp Op) {
  return OrderedOpNames[static_cast<size_t>(Op)];
}

std::optional<Ordering> parseOrdering(llvm::StringRef Word) {
  size_t I = llvm::find(Words, Word) - std::begin(Words);
  if (I == std::size(Words))
    return std::nullopt;
  return I < NumOrderings ? static_cast<Ordering>(I)
                          : OtherMeanings[I - NumOrderings];
}

std::optional<Ordering> parseIROrdering(llvm::StringRef Name) {
  std::optional<Ordering> Found = parseOrdering(Name);
  return Found && orderingName(*Found) == Name ? Found : std::nullopt;
}

} // namespace fencepost
