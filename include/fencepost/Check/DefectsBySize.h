//===- DefectsBySize.h - What several sizes of a work-group say together -===//
// What is wrong with all sizes that were tried is wrong; what is wrong with
// some depends on the launch and is only possible. Advice to remove something
// is given only if it is right for all of them. Tested by
// unittests/Check/LikelySizesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECTSBYSIZE_H
#define FENCEPOST_CHECK_DEFECTSBYSIZE_H

#include "fencepost/Check/Defect.h"

namespace fencepost::check {

/// What was found with each size, as one list.
std::vector<Defect> mergeBySize(std::vector<std::vector<Defect>> BySize);

} // namespace fencepost::check

#endif
