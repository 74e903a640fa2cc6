//===- Counter.h - The hardware counters that code waits on ---------------===//
// A wave counts its outstanding operations by kind; a wait stalls until a count
// is low enough. Which counters exist, how wide they are and what they count
// differs by family: lib/Target. Here are their names, and what a wait says.
// Tested by unittests/Sync/CounterTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_COUNTER_H
#define FENCEPOST_SYNC_COUNTER_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

enum class Counter : uint8_t {
  Vm,     ///< vmcnt: vector memory (GFX6-GFX9: stores too).
  Exp,    ///< expcnt: exports and, on GFX6, store data reads.
  Lgkm,   ///< lgkmcnt: LDS, GDS, scalar memory, messages.
  Vs,     ///< vscnt: vector memory stores (GFX10, GFX11).
  Load,   ///< loadcnt (GFX12+), and so on down.
  Sample, ///< samplecnt
  Bvh,    ///< bvhcnt
  Store,  ///< storecnt
  Ds,     ///< dscnt
  Km,     ///< kmcnt
  X,      ///< xcnt: address translation (GFX125).
  Async,  ///< asynccnt: asynchronous LDS loads and stores (GFX125).
  Tensor, ///< tensorcnt: tensor data mover (GFX125).
};
inline constexpr unsigned NumCounters = numEnumerators<Counter>();

/// "Wait until at most Value operations are outstanding on counter Id."
struct CounterWait {
  /// A Value that the code does not say: a register of inline assembly.
  static constexpr uint8_t Unknown = 0xff;

  Counter Id;
  uint8_t Value;

  constexpr bool operator==(const CounterWait &) const = default;
};

llvm::StringRef counterName(Counter C); ///< "vmcnt"
std::optional<Counter> parseCounter(llvm::StringRef Name);

} // namespace fencepost

#endif
