//===- AsyncLaunches.h - Which launches a kernel is run with -------------===//
// Arguments bound loops, choose rows and are strides; a kernel may be right for
// some of their values only. So a few different choices are run: all equal,
// growing and falling, small and large. Transfers that none of them reaches get
// a launch from the solver. Views have an exact size (LikelySizes.h). Tested by
// unittests/Check/AsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCLAUNCHES_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCLAUNCHES_H

#include "AsyncRun.h"

namespace fencepost::check {

struct AsyncLaunch {
  sim::Launch Run;
  sim::Unknowns Unknowns;
  /// Arguments are large enough to be sensible strides and sizes.
  bool IsWide = true;
};

std::vector<AsyncLaunch> launchesOf(const sym::Analysis &Context);

/// A launch that reaches \p Target, if the solver finds one.
std::optional<AsyncLaunch> launchReaching(sym::Analysis &Context,
                                          view::Site Target);

/// Blocks that a thread may enter in each launch; 0: the view is too large.
unsigned stepsFor(const sym::Analysis &Context, const sim::Launch &Launch);

} // namespace fencepost::check

#endif
