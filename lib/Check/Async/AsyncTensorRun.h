//===- AsyncTensorRun.h - One launch run for tensor transfers ------------===//
// Runs all threads of a work-group and determines for every access of LDS which
// tensor transfers precede it and are complete. The bytes of a transfer are
// unknown, so an access is too early only if that holds for every transfer that
// might fill them.
// Tested by unittests/Check/TensorTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCTENSORRUN_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCTENSORRUN_H

#include "AsyncRun.h"

namespace fencepost::check {

struct TensorEarly {
  EarlyAccess What;
  /// Tensor stores: all bytes that the transfer may read were written again.
  bool Covered = true;
};

/// What one launch shows, by access.
struct TensorOutcome {
  std::map<view::AccessSite, TensorEarly> Found;
  std::set<view::AccessSite> Reached; ///< A tensor transfer comes before them.
  bool Complete = true;               ///< No limit was hit.
};

/// Reads of LDS before any of the tensor loads that come before is complete,
/// and writes of LDS while a tensor store may read it.
TensorOutcome runTensor(const AsyncPlan &Plan, const sim::Launch &Launch,
                        const sim::Unknowns &Unknowns, unsigned Steps);

} // namespace fencepost::check

#endif
