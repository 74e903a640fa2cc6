//===- Version.cpp - The version of this library --------------------------===//
// The number is the CMake project's; see lib/Support/CMakeLists.txt.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/Version.h"

namespace fencepost {

llvm::StringRef versionString() { return FENCEPOST_VERSION; }

} // namespace fencepost
