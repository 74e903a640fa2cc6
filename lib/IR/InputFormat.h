//===- InputFormat.h - The likely format of a file that is not LLVM IR ----===//
// Guessed from the first lines, so that the message about a syntax error says
// which file is needed instead. Nothing else depends on it. Tested by
// test/check-errors/formats.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_INPUTFORMAT_H
#define FENCEPOST_LIB_IR_INPUTFORMAT_H

#include "llvm/ADT/StringRef.h"

namespace fencepost::ir {

/// "this looks like HIP source; compile it to LLVM IR first"; empty for LLVM IR
/// and for unrecognized formats.
llvm::StringRef describeOtherFormat(llvm::StringRef Bytes);

} // namespace fencepost::ir

#endif
