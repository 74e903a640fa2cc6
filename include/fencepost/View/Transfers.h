//===- Transfers.h - Transfers, and what completes them -------------------===//
// A transfer is complete for its wave after a wait for the marks that follow it
// (spec/003, "Async Mark Operations"; docs/model.md M19), or after a wait for
// the counter that counts it. Tested by unittests/View/TransfersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_TRANSFERS_H
#define FENCEPOST_VIEW_TRANSFERS_H

#include "fencepost/View/SyncView.h"
#include <optional>

namespace fencepost::view {

/// Whether \p E is a transfer that only marks and waits complete: for others
/// the compiler waits.
bool isAsyncTransfer(const Event &E);

/// True if the tensor data mover executes \p E: its bytes are in a descriptor.
bool isTensorTransfer(const Event &E);

/// True if \p E waits for marks or counters.
bool isTransferWait(const Event &E);

/// What a wait for counters leaves outstanding of the transfers on one of them.
struct OutstandingTransfers {
  static constexpr uint32_t Any = ~0u;

  uint32_t Most = 0; ///< Any: unknown.
  /// It may wait for more: other accesses are counted, too, or its operand is
  /// unknown.
  bool InDoubt = false;
};

/// What \p Wait leaves outstanding on \p Counted; none if it does not wait for
/// that.
std::optional<OutstandingTransfers> outstandingAfter(const Event &Wait,
                                                     Counter Counted);

} // namespace fencepost::view

#endif
