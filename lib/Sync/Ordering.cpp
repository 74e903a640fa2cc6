//===- Ordering.cpp - Memory orderings ------------------------------------===//
// Names, and the table of what an operation may carry: one row an operation,
// one bit an ordering (LLVM Language Reference, the instructions' own
// sections).
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Ordering.h"
#include <initializer_list>
#include <vector>

namespace fencepost {

/// LLVM's names.
static constexpr EnumName<Ordering> OrderingNames[] = {
    {Ordering::NotAtomic, "notatomic"},
    {Ordering::Unordered, "unordered"},
    {Ordering::Monotonic, "monotonic"},
    {Ordering::Acquire, "acquire"},
    {Ordering::Release, "release"},
    {Ordering::AcquireRelease, "acq_rel"},
    {Ordering::SequentiallyConsistent, "seq_cst"},
};
static_assert(isIndexedBy(OrderingNames), "an ordering without a name");

/// C's and OpenCL's words for the same.
static constexpr EnumName<Ordering> OtherWords[] = {
    {Ordering::Monotonic, "relaxed"},
};

static constexpr uint8_t setOf(std::initializer_list<Ordering> Orderings) {
  uint8_t Bits = 0;
  for (Ordering O : Orderings)
    Bits |= 1u << static_cast<unsigned>(O);
  return Bits;
}

namespace {
struct OrderedOpFacts {
  OrderedOp Id;
  llvm::StringLiteral Name;
  uint8_t Allowed; ///< The orderings that it may carry.
};
} // namespace

using enum Ordering;
static constexpr OrderedOpFacts OrderedOps[] = {
    {.Id = OrderedOp::Load,
     .Name = "load",
     .Allowed = setOf(
         {NotAtomic, Unordered, Monotonic, Acquire, SequentiallyConsistent})},
    {.Id = OrderedOp::Store,
     .Name = "store",
     .Allowed = setOf(
         {NotAtomic, Unordered, Monotonic, Release, SequentiallyConsistent})},
    {.Id = OrderedOp::ReadModifyWrite,
     .Name = "atomicrmw",
     .Allowed = setOf({Monotonic, Acquire, Release, AcquireRelease,
                       SequentiallyConsistent})},
    {.Id = OrderedOp::CmpXchgSuccess,
     .Name = "cmpxchg success",
     .Allowed = setOf({Monotonic, Acquire, Release, AcquireRelease,
                       SequentiallyConsistent})},
    {.Id = OrderedOp::CmpXchgFailure,
     .Name = "cmpxchg failure",
     .Allowed = setOf({Monotonic, Acquire, SequentiallyConsistent})},
    {.Id = OrderedOp::Fence,
     .Name = "fence",
     .Allowed =
         setOf({Acquire, Release, AcquireRelease, SequentiallyConsistent})},
};
static_assert(isIndexedBy(OrderedOps, &OrderedOpFacts::Id),
              "an operation without a row");

bool isAllowed(Ordering O, OrderedOp Op) {
  return rowOf(OrderedOps, Op).Allowed >> static_cast<unsigned>(O) & 1;
}

llvm::StringRef orderingName(Ordering O) {
  return rowOf(OrderingNames, O).Name;
}

llvm::ArrayRef<llvm::StringRef> orderingWords() {
  static const auto Words = [] {
    std::vector<llvm::StringRef> All;
    for (const EnumName<Ordering> &Row : OrderingNames)
      if (isAtomic(Row.Id))
        All.push_back(Row.Name);
    for (const EnumName<Ordering> &Row : OtherWords)
      All.push_back(Row.Name);
    return All;
  }();
  return Words;
}

llvm::ArrayRef<llvm::StringRef> orderingNames() {
  return orderingWords().drop_back(std::size(OtherWords));
}

llvm::StringRef orderedOpName(OrderedOp Op) {
  return rowOf(OrderedOps, Op).Name;
}

std::optional<Ordering> parseIROrdering(llvm::StringRef Name) {
  return findByName(OrderingNames, Name);
}

std::optional<Ordering> parseOrdering(llvm::StringRef Word) {
  std::optional<Ordering> Found = parseIROrdering(Word);
  return Found ? Found : findByName(OtherWords, Word);
}

} // namespace fencepost
