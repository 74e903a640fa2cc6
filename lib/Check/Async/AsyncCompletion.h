//===- AsyncCompletion.h - When a thread's transfers are complete --------===//
// Walks the transfers, marks and waits that a thread executed. A wait that lets
// N marks be outstanding completes every transfer that more than N marks follow
// (spec/003, "Async Mark Operations"; docs/model.md M19). Transfers complete in
// the order in which they were issued. Tested by unittests/Check/AsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCCOMPLETION_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCCOMPLETION_H

#include "fencepost/Check/Async.h"
#include "fencepost/Simulate/ThreadInterpreter.h"

namespace fencepost::check {

inline constexpr uint32_t Never = ~0u;

/// Numbers are those of the trace's steps.
struct TransferTimes {
  std::vector<uint32_t> DoneAt;      ///< The wait that completes a transfer.
  std::vector<uint32_t> WaitsBefore; ///< For marks and counters, so far.
  /// An opaque event may have completed it earlier.
  std::vector<bool> InDoubt;
};

TransferTimes completionOf(const view::SyncView &View, const sim::Trace &Run);

} // namespace fencepost::check

#endif
