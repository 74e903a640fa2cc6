//===- CodeObjectVersions.h - The versions of code objects, for tests -----===//
// For tests that go through all of them.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_TARGET_CODEOBJECTVERSIONS_H
#define FENCEPOST_UNITTESTS_TARGET_CODEOBJECTVERSIONS_H

#include "fencepost/Target/TargetID.h"

namespace fencepost {

inline constexpr CodeObjectVersion AllCodeObjectVersions[] = {
    CodeObjectVersion::V2, CodeObjectVersion::V3, CodeObjectVersion::V4,
    CodeObjectVersion::V5, CodeObjectVersion::V6};

} // namespace fencepost

#endif
