//===- ListingAsync.h - What the async waits of a function wait for -------===//
#ifndef FENCEPOST_LOWER_LISTINGASYNC_H
#define FENCEPOST_LOWER_LISTINGASYNC_H

#include "fencepost/Lower/AsyncMarks.h"
#include "fencepost/Lower/Code.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::lower {

using AsyncWaits = llvm::DenseMap<const CodeSite *, AsyncWaitAnswer>;

/// Whether \p R may leave a load to LDS in flight that is completed without a
/// mark. A call does not: on return the counters are zero (spec/002,
/// "Non-Kernel Functions").
bool mayLoadToLds(const Recognized &R);

/// An answer for each wait.asyncmark of \p F that can be reached; none if its
/// processor has no asynchronous operations.
AsyncWaits answerAsyncWaits(const FunctionCode &F);

} // namespace fencepost::lower

#endif
