//===- LikelySizes.h - Work-groups of unknown size -----------------------===//
// The launch size of a kernel without a required work-group size is unknown. It
// is checked with the size that it hints at, or the one with which it fills a
// variable in LDS; otherwise with a few common sizes for its number of
// dimensions with which it stays in its variables; and with one work-item if it
// reads no id. DefectsBySize.h combines the results.
// Tested by unittests/Simulate/LikelySizesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_LIKELYSIZES_H
#define FENCEPOST_SIMULATE_LIKELYSIZES_H

#include "fencepost/View/WorkGroupSize.h"

namespace fencepost::sim {

/// The exact size if it is known, otherwise likely ones: of several waves if
/// the limit allows, along the dimensions that the kernel uses.
llvm::SmallVector<view::GroupSize, 4> likelySizes(const view::SyncView &View);

} // namespace fencepost::sim

#endif
