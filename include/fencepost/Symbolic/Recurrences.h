//===- Recurrences.h - Closed forms of the phis of loop headers ----------===//
// A phi of a loop's header is *affine* if every path around the loop adds the
// same loop-invariant value, and *periodic* if, together with phis that it
// depends on, it starts from constants and is computed from constants and these
// phis alone: then its values are enumerated until they repeat (ring-buffer
// counters, xor toggles, swapped buffers, halved strides). It is *shifted* if
// every path around shifts it by one constant number of bits, from any start
// value (a stride that is halved, starting from one that an outer loop
// doubles). In all cases its value is a function of the iteration number.
// Not seen: phis that change only on some paths around the loop.
// Tested by unittests/Symbolic/RegionsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_RECURRENCES_H
#define FENCEPOST_SYMBOLIC_RECURRENCES_H

#include "fencepost/View/FlowGraph.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::sym {

enum class RecurrenceKind : uint8_t { None, Affine, Periodic, Shifted };

struct Recurrence {
  RecurrenceKind Kind = RecurrenceKind::None;
  view::ValueId Step = view::None; ///< Affine.
  bool Minus = false;              ///< Affine: the step is subtracted.
  std::vector<uint64_t> Values;    ///< Periodic: of iterations 0, 1, ...
  size_t Period = 1;               ///< Periodic: the last values that repeat.
  /// Shifted: Shl, LShr or AShr, and by how many bits each time.
  view::ValueKind Shift = view::ValueKind::Shl;
  unsigned Distance = 0;
};

/// By phi of a loop header; phis without a closed form are not in it.
using Recurrences = llvm::DenseMap<view::ValueId, Recurrence>;

Recurrences findRecurrences(const view::SyncView &View,
                            const view::Graph &Shape);

} // namespace fencepost::sym

#endif
