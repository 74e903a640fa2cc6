//===- WriteIR.h - A litmus test in the litmus language as LLVM IR --------===//
// The inverse of the lowering, for tests: a test of the litmus language is
// written as LLVM IR in SSA form, to be read again and compared. Registers that
// are assigned more than once become several values; what register r holds at
// the end is the value %r.final.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LITMUSIR_WRITEIR_H
#define FENCEPOST_UNITTESTS_LITMUSIR_WRITEIR_H

#include "fencepost/Litmus/LitmusTest.h"

namespace fencepost::litmus {

/// \p P is what \p T is lowered to. None if IR cannot say it: an async.load
/// that is not from global to local, and a barrier operation without intrinsic.
std::optional<std::string> writeIR(const ParsedTest &T,
                                   const model::Program &P);

} // namespace fencepost::litmus

#endif
