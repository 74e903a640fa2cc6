//===- Names.h - What may be the name of something ------------------------===//
#ifndef FENCEPOST_LITMUS_NAMES_H
#define FENCEPOST_LITMUS_NAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost::litmus {

/// A word of the language that cannot name a location, barrier or register.
bool isKeyword(llvm::StringRef Word);

/// The words with which a statement can begin, or that can follow `r =`.
llvm::ArrayRef<llvm::StringRef> statementWords();

/// P0, P1, ...: the name of a thread.
bool isThreadName(llvm::StringRef Word);

} // namespace fencepost::litmus

#endif
