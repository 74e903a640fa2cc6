//===- DefectsBySize.h - Defects of several work-group sizes, merged ------===//
// A defect with all sizes that were tried is an error; one with some of them
// depends on the launch and is only possible. Advice to remove an operation is
// given only if it holds for all of them. Tested by
// unittests/Check/DefectsBySizeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECTSBYSIZE_H
#define FENCEPOST_CHECK_DEFECTSBYSIZE_H

#include "fencepost/Check/Defect.h"

namespace fencepost::check {

/// The defects of each size, merged into one list.
std::vector<Defect> mergeBySize(std::vector<std::vector<Defect>> BySize);

} // namespace fencepost::check

#endif
