//===- Version.h - The version of this library ----------------------------===//
#ifndef FENCEPOST_SUPPORT_VERSION_H
#define FENCEPOST_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// "0.1.0"
llvm::StringRef versionString();

} // namespace fencepost

#endif
