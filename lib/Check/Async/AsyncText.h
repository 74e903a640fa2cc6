//===- AsyncText.h - Words for transfers that come too late --------------===//
// Says which wait lets too many groups be outstanding, or which mark or wait is
// missing, by looking once more at what the transfer's thread executed.
// Tested by unittests/Check/AsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCTEXT_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCTEXT_H

#include "AsyncRun.h"

namespace fencepost::check {

/// Fills in Text, Remarks, Barrier and Shown of \p F from \p Found, which the
/// threads \p First (of the transfer) and \p Second (of the access) did.
void describeTooEarly(const AsyncPlan &Plan, const sim::Launch &Launch,
                      const EarlyAccess &Found, const sim::Trace &First,
                      const sim::Trace &Second, Defect &F);

} // namespace fencepost::check

#endif
