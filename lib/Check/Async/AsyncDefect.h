//===- AsyncDefect.h - The defect of a transfer used too early ------------===//
// Finds the wait that leaves too many groups outstanding, or the missing mark
// or wait, in the trace of the transfer's thread.
// Tested by unittests/Check/AsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCDEFECT_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCDEFECT_H

#include "AsyncRun.h"

namespace fencepost::check {

/// Fills in the detail, notes, barrier and witness of \p F from \p Found,
/// which the threads \p First (of the transfer) and \p Second (of the access)
/// show.
void fillIn(const AsyncPlan &Plan, const sim::Launch &Launch,
            const EarlyAccess &Found, const sim::Trace &First,
            const sim::Trace &Second, Defect &F);

} // namespace fencepost::check

#endif
