//===- Transfers.cpp - Transfers, and what completes them -----------------===//
// See Transfers.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Transfers.h"

namespace fencepost::view {

bool isAsyncTransfer(const Event &E) {
  return E.Kind == EventKind::Transfer && E.Op.Kind == OpKind::AsyncLoad;
}

bool isTensorTransfer(const Event &E) {
  return isAsyncTransfer(E) && E.Transfer.Counted == Counter::Tensor;
}

bool isTransferWait(const Event &E) {
  return E.Kind == EventKind::AsyncWait || E.Kind == EventKind::CounterWait;
}

std::optional<OutstandingTransfers> outstandingAfter(const Event &Wait,
                                                     Counter Counted) {
  if (Wait.Kind != EventKind::CounterWait)
    return std::nullopt;
  for (const CounterWait &One : Wait.Waits) {
    if (One.Id != Counted)
      continue;
    if (One.Value == CounterWait::Unknown)
      return OutstandingTransfers{OutstandingTransfers::Any, true};
    // All vector memory accesses count in vmcnt.
    return OutstandingTransfers{One.Value,
                                Counted == Counter::Vm && One.Value != 0};
  }
  return std::nullopt;
}

} // namespace fencepost::view
