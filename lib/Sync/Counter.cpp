//===- Counter.cpp - The hardware counters that code waits on -------------===//
// The names, in the order of the enumeration. Tested by
// unittests/Sync/CounterTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Counter.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

static constexpr llvm::StringLiteral CounterNames[] = {
    "vmcnt",    "expcnt", "lgkmcnt", "vscnt", "loadcnt",  "samplecnt", "bvhcnt",
    "storecnt", "dscnt",  "kmcnt",   "xcnt",  "asynccnt", "tensorcnt"};
static_assert(std::size(CounterNames) == NumCounters,
              "a counter without a name");

llvm::StringRef counterName(Counter C) {
  return CounterNames[static_cast<size_t>(C)];
}

std::optional<Counter> parseCounter(llvm::StringRef Name) {
  const auto *It = llvm::find(CounterNames, Name);
  if (It == std::end(CounterNames))
    return std::nullopt;
  return static_cast<Counter>(It - std::begin(CounterNames));
}

} // namespace fencepost
