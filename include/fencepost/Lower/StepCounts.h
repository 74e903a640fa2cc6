//===- StepCounts.h - Machine instructions counted by what they are for ---===//
// What the cost of a choice of scope or ordering shows in. Tested by
// unittests/Lower/StepCountsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_STEPCOUNTS_H
#define FENCEPOST_LOWER_STEPCOUNTS_H

#include "fencepost/Lower/Sequence.h"

namespace fencepost::lower {

struct StepCounts {
  uint64_t Waits = 0;
  uint64_t WriteBacks = 0;
  uint64_t Invalidates = 0;
  uint64_t Barriers = 0;
  uint64_t Atomics = 0; ///< Read-modify-writes.

  /// Adds \p Other as often as \p Times; stops at the largest int64_t.
  void add(const StepCounts &Other, uint64_t Times = 1);
  bool operator==(const StepCounts &) const = default;
};

/// The steps of \p S, those for LDS DMA in flight included.
StepCounts countSteps(const Sequence &S, const Operation &Op);
/// A line of assembly, by its mnemonic.
StepCounts countLine(llvm::StringRef Line);

} // namespace fencepost::lower

#endif
