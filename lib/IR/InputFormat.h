//===- InputFormat.h - What a file that is not LLVM IR looks like ---------===//
// Guessed from the first lines, for the message about a syntax error: a user
// who gives the wrong file learns which one is needed. Nothing else depends on
// it. Tested by test/check-errors/formats.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_INPUTFORMAT_H
#define FENCEPOST_LIB_IR_INPUTFORMAT_H

#include "llvm/ADT/StringRef.h"

namespace fencepost::ir {

/// "this looks like HIP source; compile it to LLVM IR first"; empty for LLVM IR
/// and for what is not recognized.
llvm::StringRef describeOtherFormat(llvm::StringRef Bytes);

} // namespace fencepost::ir

#endif
