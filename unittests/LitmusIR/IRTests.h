//===- IRTests.h - What the tests of LitmusIR share -----------------------===//
#ifndef FENCEPOST_UNITTESTS_LITMUSIR_IRTESTS_H
#define FENCEPOST_UNITTESTS_LITMUSIR_IRTESTS_H

#include "fencepost/LitmusIR/LitmusIR.h"

namespace fencepost::litmus {

/// The test that \p Text is, which has to be one. A condition is added if it
/// has none.
LitmusTest readIR(llvm::StringRef Text);

/// The code of a thread, an instruction a line: "0: r = load x".
std::string codeOf(const model::Program &P, unsigned Thread = 0);

/// readIR(\p Globals and a thread @P0 with \p Body), as codeOf() shows it.
std::string codeOf(llvm::StringRef Globals, llvm::StringRef Body);

/// "3:5: message" of the error that \p Text is; "" if it is none.
std::string errorOf(llvm::StringRef Text);

/// The same for a thread @P0 with \p Body, which begins in line 2 and has the
/// globals @x, @y[4], the LDS @l and @a[4], the barriers @b and @bs[2], and
/// declarations of intrinsics after it.
std::string bodyError(llvm::StringRef Body);

/// The code of such a thread, as codeOf() shows it.
std::string bodyCode(llvm::StringRef Body);

/// The same for \p Body without the return at its end.
std::string straightCode(llvm::StringRef Body);

/// What bodyError() puts around a body.
std::string wrapped(llvm::StringRef Body);

} // namespace fencepost::litmus

#endif
