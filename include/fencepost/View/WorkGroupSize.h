//===- WorkGroupSize.h - A view for work-groups of one size --------------===//
// Tested by unittests/Simulate/LikelySizesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_WORKGROUPSIZE_H
#define FENCEPOST_VIEW_WORKGROUPSIZE_H

#include "fencepost/View/SyncView.h"
#include <array>

namespace fencepost::view {

using GroupSize = std::array<unsigned, 3>; ///< By dimension.

unsigned itemsOf(const GroupSize &Size);

/// \p View for work-groups of exactly this size.
view::SyncView withSize(const view::SyncView &View, GroupSize Size);

} // namespace fencepost::view

#endif
