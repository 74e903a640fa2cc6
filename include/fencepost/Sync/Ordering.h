//===- Ordering.h - Memory orderings --------------------------------------===//
// LLVM's orderings, as a lattice: acquire and release are not comparable,
// acq_rel is above both. Which of them an operation may carry is the LLVM
// Language Reference's rule. Tested by unittests/Sync/OrderingTest.cpp against
// LLVM's own lattice and its IR parser.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_ORDERING_H
#define FENCEPOST_SYNC_ORDERING_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

enum class Ordering : uint8_t {
  NotAtomic,
  Unordered,
  Monotonic,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent,
};
inline constexpr unsigned NumOrderings = numEnumerators<Ordering>();

/// The operations that carry an ordering.
enum class OrderedOp : uint8_t {
  Load,
  Store,
  ReadModifyWrite,
  CmpXchgSuccess,
  CmpXchgFailure,
  Fence,
};
inline constexpr unsigned NumOrderedOps = numEnumerators<OrderedOp>();

constexpr bool isAtomic(Ordering O) { return O != Ordering::NotAtomic; }

/// At least acquire.
constexpr bool isAcquire(Ordering O) {
  return O == Ordering::Acquire || O >= Ordering::AcquireRelease;
}
/// At least release.
constexpr bool isRelease(Ordering O) { return O >= Ordering::Release; }

/// Whether \p A gives every guarantee that \p B gives.
constexpr bool isAtLeast(Ordering A, Ordering B) {
  bool Incomparable = A == Ordering::Release && B == Ordering::Acquire;
  return A >= B && !Incomparable;
}

/// The weakest ordering that is at least both.
constexpr Ordering join(Ordering A, Ordering B) {
  if (isAtLeast(A, B))
    return A;
  return isAtLeast(B, A) ? B : Ordering::AcquireRelease;
}

/// Whether LLVM IR allows \p O on \p Op. A plain load or store is NotAtomic.
bool isAllowed(Ordering O, OrderedOp Op);

llvm::StringRef orderingName(Ordering O); ///< "notatomic", "acq_rel", ...
/// LLVM's names of the atomic orderings, weakest first.
llvm::ArrayRef<llvm::StringRef> orderingNames();
/// These, and the words of other languages that parseOrdering() understands.
llvm::ArrayRef<llvm::StringRef> orderingWords();

/// What people write: LLVM's name, or "relaxed" for monotonic.
std::optional<Ordering> parseOrdering(llvm::StringRef Word);
/// What LLVM IR writes: LLVM's name alone.
std::optional<Ordering> parseIROrdering(llvm::StringRef Name);

llvm::StringRef orderedOpName(OrderedOp Op); ///< "load", "cmpxchg failure"

} // namespace fencepost

#endif
